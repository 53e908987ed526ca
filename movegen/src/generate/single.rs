//! Tells whether one move is legal, and which moves lead to one square, without generating the others.

use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::processor::for_processor;
use crate::generate::Node;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use arrayvec::ArrayVec;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

for_processor! {
    /// Returns whether a move, which may be any value, is legal in the position.
    pub(crate) fn has_move[const N: usize](game: &Game<N>, position: &Position<N>, m: Move) -> bool => game.processor;
    {
        match game.occupancy_tells(position, m) {
            Some(is_legal) => is_legal,
            None => generates(game, position, m),
        }
    }
}

for_processor! {
    /// Returns whether a move, which may be any value, is among the moves of its type that are generated.
    fn generates[const N: usize](game: &Game<N>, position: &Position<N>, m: Move) -> bool => game.processor;
    {
        let is_by_itself = game.judges_singly() && !m.has_effects() && m.kind != MoveType::Pass;
        if !is_by_itself {
            return game.lists(position, m);
        }
        if !game.fits(position, m, Effects::NONE) || game.has_ended(position) {
            return false;
        }
        let mut node = Node::before_limits(game, position);
        node.find_limits();
        node.has(m)
    }
}

for_processor! {
    /// Returns the legal moves of pieces of a kind that end on a square, in games whose masks judge moves by themselves
    /// ([`Game::judges_singly`]): of all types but castling, drops and passes. `None` if they are too many.
    pub(crate) fn moves_to[const N: usize](
        game: &Game<N>,
        position: &Position<N>,
        kind: KindId,
        to: Square,
    ) -> Option<ArrayVec<Move, FEW>> => game.processor;
    {
        let mut few = Few { moves: ArrayVec::new(), is_full: false };
        let origins = position.pieces(position.turn(), kind);
        if !origins.is_empty() && !game.has_ended(position) {
            let mut node = Node::before_limits(game, position);
            node.find_limits();
            node.land_on(to);
            node.moves_of(kind, origins, &mut Forward(&mut few));
            if !node.en_passant.is_empty() {
                node.en_passant_moves(node.plan(), &mut Forward(&mut few));
            }
        }
        (!few.is_full).then_some(few.moves)
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether a plain move or a double step of a piece that is not royal is legal; `None` for other moves, and
    /// where more than masks and the occupancy after the move decides.
    ///
    /// PERF: looks up the parts of one piece and the attackers of the royal. The checks and pins that limit all moves of
    /// a node take longer to find than one move takes to test.
    #[inline(always)]
    fn occupancy_tells(&self, position: &Position<N>, m: Move) -> Option<bool> {
        let (from, to) = (m.from(), m.to());
        let is_simple = matches!(m.kind, MoveType::Plain | MoveType::DoubleStep) && m.piece().is_none();
        let is_on_board = from.index() < 64 * N && to.index() < 64 * N;
        if !self.rules.occupancy_decides || !is_simple || m.has_effects() || !is_on_board {
            return None;
        }
        let us = position.turn();
        let (own, enemies) = (position.side(us), position.side(us.other()));
        let royals = self.royals(position, us);
        if !own.contains(from) || royals.contains(from) || royals.has_several() {
            return None;
        }
        let plan = &self.sides[us.index()];
        let mover = &plan.movers[plan.mover_of[position.cell(from).kind().index()]?];
        let occupied = own | enemies | position.walls();
        let landing = Landing { empty: self.board.without(occupied), enemies, friends: own };
        let class = landing.class_of(to);
        let (mut is_plain, mut is_double_step) = (false, false);
        for part in &mover.components {
            if part.class?.meets(class)
                && !part.origins(Bitboard::of(from), position.state.unmoved).is_empty()
                && self.lookups.targets(&part.targets, from, &occupied).contains(to)
            {
                is_double_step |= part.table.leaves_en_passant;
                is_plain |= !part.table.leaves_en_passant;
            }
        }
        let is_there = if m.kind == MoveType::DoubleStep { is_double_step } else { is_plain && !is_double_step };
        if !is_there {
            return Some(false);
        }
        let to = Bitboard::of(to);
        if mover.promotion.as_ref().is_some_and(|plan| plan.bears_on(from, to, enemies)) {
            return None;
        }
        let after = occupied.without(Bitboard::of(from)) | to;
        let threats = &self.sides[us.other().index()].threats;
        let is_attacked = match royals.first() {
            Some(royal) => threats.attacks(position, royal, &after, &to),
            None => false,
        };
        Some(!is_attacked && !self.has_ended(position))
    }

    /// Returns whether a move is among all legal moves, in games whose rules judge moves together.
    #[inline(never)]
    fn lists(&self, position: &Position<N>, m: Move) -> bool {
        let mut list = MoveList::default();
        self.list_moves(position, &mut list);
        list.contains(&m)
    }
}

impl<const N: usize> Node<'_, N> {
    /// Returns whether a move without effects, which fits the position ([`Game::fits`]), is legal. Generates the moves
    /// of its type from its origin.
    #[inline(always)]
    fn has(&mut self, m: Move) -> bool {
        let mut finder = Finder { wanted: m, given: 0, found: false };
        let sink = &mut Forward(&mut finder);
        let (from, plan) = (Bitboard::of(m.from()), self.plan());
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
                self.land_on(m.to());
                self.moves_of(self.position.cell(m.from()).kind(), from, sink);
            }
            MoveType::EnPassant => {
                self.free &= from;
                self.en_passant_moves(plan, sink);
            }
            MoveType::Castling => self.castling_moves(sink),
            MoveType::Drop => {
                let hands = &self.game.rules.hands;
                for drop in hands.drops[self.us.index()].iter().filter(|drop| Some(drop.kind) == m.piece()) {
                    if hands.has(self.position, self.us, drop.held) {
                        self.drops(drop, sink);
                    }
                }
            }
            MoveType::Pass | MoveType::Chain => {}
        }
        finder.found
    }

    /// Lets pieces move only to one square from now on.
    #[inline(always)]
    fn land_on(&mut self, to: Square) {
        let to = Bitboard::of(to);
        let Landing { empty, enemies, friends } = self.landing;
        self.landing = Landing { empty: empty & to, enemies: enemies & to, friends: friends & to };
        self.en_passant &= to;
    }

    /// Generates the moves of pieces of one kind by their notation, and lets no other piece move from now on.
    #[inline(always)]
    fn moves_of(&mut self, kind: KindId, origins: Bitboard<N>, sink: &mut Forward<'_, N>) {
        let plan = self.plan();
        self.free &= origins;
        if let Some(mover) = plan.mover_of[kind.index()].map(|index| &plan.movers[index]) {
            self.united_moves(mover, self.free.without(self.safety.guarded), sink);
        }
        let is_royal = !self.royals.is_disjoint(&origins) || plan.royals.iter().any(|mover| mover.kind == kind);
        if !is_royal {
            return;
        }
        if self.safety.royal.is_some() {
            self.safe_royal_moves(plan, sink);
        }
        self.special_moves(plan, sink);
    }
}

/// The most moves to one square that are kept without a list.
const FEW: usize = 32;

/// Keeps moves without effects, if there are few.
struct Few {
    moves: ArrayVec<Move, FEW>,
    /// There were more.
    is_full: bool,
}

impl<const N: usize> Sink<N> for Few {
    fn given(&self) -> u64 {
        self.moves.len() as u64
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        targets.for_each(|to| Sink::<N>::single(self, Move::new(kind, from, to)));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            for &kind in to {
                Sink::<N>::single(self, Move::with_piece(MoveType::Promotion, from, square, kind));
            }
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        targets.for_each(|to| Sink::<N>::single(self, Move::entering(to, kind)));
    }
    fn single(&mut self, m: Move) {
        self.is_full |= self.moves.try_push(m).is_err();
    }
    fn with_effects(&mut self, _: Move, _: &[Effect]) {
        self.is_full = true;
    }
    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        self.is_full = true;
    }
}

/// Looks for a move without effects among those that it takes.
struct Finder {
    wanted: Move,
    given: u64,
    found: bool,
}

impl Finder {
    /// Takes a move to each square of a set. `to_square` returns the move to one of them.
    #[inline(always)]
    fn take<const N: usize>(&mut self, targets: Bitboard<N>, to_square: impl Fn(Square) -> Move) {
        let to = self.wanted.to();
        self.given += u64::from(targets.count());
        self.found |= targets.contains(to) && to_square(to) == self.wanted;
    }
}

impl<const N: usize> Sink<N> for Finder {
    fn given(&self) -> u64 {
        self.given
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.take(targets, |to| Move::new(kind, from, to));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for &becomes in to {
            self.take(targets, |to| Move::with_piece(MoveType::Promotion, from, to, becomes));
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.take(targets, |to| Move::entering(to, kind));
    }
    fn single(&mut self, m: Move) {
        self.given += 1;
        self.found |= m == self.wanted;
    }
    fn with_effects(&mut self, _: Move, _: &[Effect]) {
        self.given += 1;
    }
    fn chain(&mut self, _: Square, targets: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        self.given += u64::from(targets.count());
    }
}

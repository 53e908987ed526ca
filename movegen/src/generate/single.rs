//! Tells whether one move is legal, and which moves lead to one square, without generating the others.

use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::processor::for_processor;
use crate::generate::Node;
use crate::generate::arrivals::Arrivals;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use arrayvec::ArrayVec;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::Square;

for_processor! {
    /// Returns whether a move, which may be any value, is legal in the position.
    pub(crate) fn has_move[const N: usize](game: &Game<N>, position: &Position<N>, m: Move) -> bool => game.processor;
    {
        if m.is_large() && !is_large(N) {
            return false;
        }
        match game.arrives(position, m) {
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
    /// Returns the legal moves of these pieces of a kind that end on a square, in games whose masks judge moves by
    /// themselves ([`Game::judges_singly`]): of all types but castling, drops and passes. `None` if they are too many.
    pub(crate) fn moves_to[const N: usize](
        game: &Game<N>,
        position: &Position<N>,
        kind: KindId,
        origins: Bitboard<N>,
        to: Square,
    ) -> Option<ArrayVec<Move, FEW>> => game.processor;
    {
        let origins = origins & position.pieces(position.turn(), kind);
        if origins.is_empty() || game.has_ended(position) {
            return Some(ArrayVec::new());
        }
        if let Some(moves) = arrivals(game, position, origins, to) {
            return Some(moves);
        }
        let mut few = Few { moves: ArrayVec::new(), is_full: false };
        let mut node = Node::before_limits(game, position);
        node.find_limits();
        node.land_on(to);
        node.moves_of(kind, origins, &mut Forward(&mut few));
        if !node.en_passant.is_empty() {
            node.en_passant_moves(node.plan(), &mut Forward(&mut few));
        }
        (!few.is_full).then_some(few.moves)
    }
}

/// Returns the legal moves from these squares to a square, if [`Arrivals`] tells all of them.
#[inline(always)]
fn arrivals<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    origins: Bitboard<N>,
    to: Square,
) -> Option<ArrayVec<Move, FEW>> {
    let arrivals = Arrivals::new(game, position, to)?;
    if position.state.en_passant.contains(to) {
        return None;
    }
    let mut moves = ArrayVec::new();
    for from in origins {
        if let Some(kind) = arrivals.from(from)? {
            moves.try_push(Move::of::<N>(kind, from, to)).ok()?;
        }
    }
    Some(moves)
}

impl<const N: usize> Game<N> {
    /// Returns whether a plain move or a double step is legal, where [`Arrivals`] tells it.
    #[inline(always)]
    fn arrives(&self, position: &Position<N>, m: Move) -> Option<bool> {
        if !matches!(m.kind, MoveType::Plain | MoveType::DoubleStep) || m.piece_on::<N>().is_some() || m.has_effects() {
            return None;
        }
        let kind = Arrivals::new(self, position, m.destination_on::<N>())?.from(m.origin_on::<N>())?;
        Some(kind == Some(m.kind) && !self.has_ended(position))
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
        let (from, plan) = (Bitboard::of(m.origin_on::<N>()), self.plan());
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
                self.land_on(m.destination_on::<N>());
                self.moves_of(self.position.cell(m.origin_on::<N>()).kind_on::<N>(), from, sink);
            }
            MoveType::EnPassant => {
                self.free &= from;
                self.en_passant_moves(plan, sink);
            }
            MoveType::Castling => self.castling_moves(sink),
            MoveType::Drop => {
                let hands = &self.game.rules.hands;
                for drop in hands.drops[self.us.index()].iter().filter(|drop| Some(drop.kind) == m.piece_on::<N>()) {
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
        targets.for_each(|to| Sink::<N>::single(self, Move::of::<N>(kind, from, to)));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            for &kind in to {
                Sink::<N>::single(self, Move::of_piece::<N>(MoveType::Promotion, from, square, kind));
            }
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        targets.for_each(|to| Sink::<N>::single(self, Move::dropped::<N>(to, kind)));
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
        self.take(targets, |to| Move::of::<N>(kind, from, to));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for &becomes in to {
            self.take(targets, |to| Move::of_piece::<N>(MoveType::Promotion, from, to, becomes));
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.take(targets, |to| Move::dropped::<N>(to, kind));
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

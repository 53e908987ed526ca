//! Rewriting moves with what the movers become.
//!
//! The ordinary moves are listed and rewritten: as promotions, or with effects. The safety of royals is judged
//! afterwards, in the position after each move.

use crate::generate::Node;
use crate::generate::sink::{Forward, Sink};
use crate::position::effects::Effect;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use crate::rules::transformation::plan::TransformationPlan;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// A sink that forwards moves, and lets captors turn into walls.
struct Petrified<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
    plan: &'a TransformationPlan,
    sink: &'a mut dyn Sink<N>,
}

impl<const N: usize> Petrified<'_, '_, N> {
    /// Returns the squares on which a piece from `from` captures and turns into a wall.
    fn walls(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let petrifies = self.plan.petrifies.contains(&self.node.position.cell(from).kind());
        if petrifies { targets & self.node.enemies } else { Bitboard::EMPTY }
    }
}

impl<const N: usize> Sink<N> for Petrified<'_, '_, N> {
    fn given(&self) -> u64 {
        self.sink.given()
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        let walls = self.walls(from, targets);
        self.sink.targets(kind, from, targets.without(walls));
        if !walls.is_empty() {
            self.sink.chain(from, walls, None, &[Effect::Petrify]);
        }
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        let walls = self.walls(from, targets);
        self.sink.promotions(from, targets.without(walls), to);
        if !walls.is_empty() {
            to.iter().for_each(|&kind| self.sink.chain(from, walls, Some(kind), &[Effect::Petrify]));
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.sink.drops(kind, targets);
    }
    fn single(&mut self, m: Move) {
        let is_capture = m.kind == MoveType::EnPassant;
        if !is_capture || !self.plan.petrifies.contains(&self.node.position.cell(m.from()).kind()) {
            return self.sink.single(m);
        }
        let (to, mut effects) = self.node.in_effects(m, &[]);
        effects.push(Effect::Petrify);
        self.sink.chain(m.from(), Bitboard::of(to), None, &effects);
    }
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        // Castling to a further file: captors turn into walls only where no piece moves by chains.
        self.sink.chain(from, targets, becomes, effects);
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink all moves, with captors that turn into walls.
    pub(crate) fn petrifying_moves(&self, sink: &mut dyn Sink<N>) {
        if let Some(plan) = &self.game.rules.transformation {
            self.all_moves(&mut Forward(&mut Petrified { node: self, plan, sink }));
        }
    }

    /// Rewrites the moves of a list, and leaves out those that the rule forbids.
    pub(crate) fn transformed_moves(&self, list: MoveList) -> MoveList {
        let Some(plan) = &self.game.rules.transformation else { return list };
        let mut rewritten = MoveList::default();
        for &m in &list.moves {
            if m.enters() || matches!(m.kind, MoveType::Castling | MoveType::Pass) {
                rewritten.moves.push(m);
                continue;
            }
            let captures = self.captures(m, &list.effects);
            if self.may_move(plan, m, captures) {
                self.rewrite(plan, m, captures, &list, &mut rewritten);
            }
        }
        rewritten
    }

    /// Returns whether the rule allows a move, which captures or not.
    pub(crate) fn may_move(&self, plan: &TransformationPlan, m: Move, captures: bool) -> bool {
        let kind = self.position.cell(m.from()).kind();
        if let Some(next) = plan.successor(kind)
            && let Some(most) = plan.limit(next)
            && self.position.pieces(self.us, next).count() >= most
        {
            return false;
        }
        // A royal may not turn itself into a wall.
        if captures && plan.petrifies.contains(&kind) && self.royals.contains(m.from()) {
            return false;
        }
        !plan.rule.forward_until_capture.contains(&kind) || self.is_forward(m) || self.has_captured()
    }

    /// Returns whether a move goes to a rank farther forward, as its side sees the board.
    pub(crate) fn is_forward(&self, m: Move) -> bool {
        let board = &self.game.variant.board;
        let ranks = board.rank(m.to()) - board.rank(m.from());
        if self.us == Side::White { ranks > 0 } else { ranks < 0 }
    }

    /// Returns whether the enemy has fewer pieces than at the start.
    pub(crate) fn has_captured(&self) -> bool {
        let kinds = self.game.variant.kinds.len();
        let first = self.us.other().index() * kinds;
        let at_start: u32 = self.game.starts[first..first + kinds].iter().map(Bitboard::count).sum();
        self.enemies.count() < at_start
    }

    /// Adds a move of `list` to `rewritten`, with what the mover becomes.
    pub(crate) fn rewrite(
        &self,
        plan: &TransformationPlan,
        m: Move,
        captures: bool,
        list: &MoveList,
        rewritten: &mut MoveList,
    ) {
        let kind = self.position.cell(m.from()).kind();
        let turns = captures && plan.rule.turncoats.contains(&kind);
        let petrifies = captures && plan.petrifies.contains(&kind);
        let caught = if captures { self.caught(plan, kind, m, list) } else { None };
        let (piece, next) = match caught {
            Some(caught) => (None, (caught != kind).then_some(caught)),
            None => (m.piece(), if m.piece().is_none() { plan.successor(kind) } else { None }),
        };
        // By promoting to what it would become anyway it makes the same move.
        let is_same = |other: &Move| {
            (other.from(), other.to(), other.piece()) == (m.from(), m.to(), None)
                && *list.effects.of(*other) == *list.effects.of(m)
        };
        if piece.is_some() && piece == plan.successor(kind) && list.moves.iter().any(is_same) {
            return;
        }
        // What the captor catches is the same whether the move promoted or not.
        let once = caught.is_some();
        if !turns && !petrifies && next.is_none() && piece == m.piece() {
            return push(rewritten, m, &list.effects.of(m), once);
        }
        if matches!(m.kind, MoveType::Plain | MoveType::Promotion) && !turns && !petrifies && piece.is_none() {
            let plain = || Move::of::<N>(MoveType::Plain, m.from(), m.to());
            let promoting = |next| Move::of_piece::<N>(MoveType::Promotion, m.from(), m.to(), next);
            return push(rewritten, next.map_or_else(plain, promoting), &[], once);
        }
        let (to, mut effects) = self.in_effects(m, &list.effects.of(m));
        effects.extend(turns.then_some(Effect::TurnCoat));
        effects.extend(petrifies.then_some(Effect::Petrify));
        let from = m.from();
        let becomes = piece.or(next);
        let chain = becomes.map_or_else(
            || Move::of::<N>(MoveType::Chain, from, to),
            |kind| Move::of_piece::<N>(MoveType::Chain, from, to, kind),
        );
        push(rewritten, chain, &effects, once);
    }

    /// Returns what the piece that makes a capture catches from its victims, if anything.
    fn caught(&self, plan: &TransformationPlan, captor: KindId, m: Move, list: &MoveList) -> Option<KindId> {
        let captured = || self.game.captured(self.position, m, &list.effects.of(m)).into_iter();
        plan.rule.caught(captor, captured().map(|square| self.position.cell(square).kind()))
    }
}

/// Adds a rewritten move, unless it is there already and is wanted once.
#[inline(never)]
fn push(rewritten: &mut MoveList, m: Move, effects: &[Effect], once: bool) {
    if once { rewritten.push_once(m, effects) } else { rewritten.push_with(m, effects) }
}

//! Moves of games in which captures explode. Other moves obey the ordinary masks, with the exploding meaning of check; a capture is
//! judged on the occupancy after the explosion.

use super::Node;
use super::explosions::Explosions;
use super::special::Special;
use crate::blast::BlastPlan;
use crate::effects::Effect;
use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::plan::Mover;
use crate::position::Position;
use crate::rules::KindId;
use crate::safety::Safety;
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// Passes on the captures that are legal. All moves that it is given are captures.
struct Exploding<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
    explosions: &'a Explosions<'a, N>,
    sink: &'a mut dyn Sink<N>,
}

impl<const N: usize> Exploding<'_, '_, N> {
    /// The squares of a set on which a piece from `from` may capture.
    fn legal(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let kind = self.node.position.cell(from).kind();
        let targets = targets.without(self.node.immune_to(kind));
        targets.into_iter().filter(|&to| self.explosions.survives(kind, from, to, to)).collect()
    }

    /// The captures en passant of a kind.
    fn en_passant(&mut self, mover: &Mover<N>) {
        let node = self.node;
        let passer = node.position.state.passer;
        for to in node.en_passant {
            for from in node.captors_en_passant(mover, node.position.pieces(node.us, mover.kind), to) {
                if self.explosions.survives(mover.kind, from, to, passer) {
                    self.sink.single(Move::new(MoveType::EnPassant, from, to));
                }
            }
        }
    }
}

impl<const N: usize> Sink<N> for Exploding<'_, '_, N> {
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        if !targets.is_empty() {
            let legal = self.legal(from, targets);
            self.sink.targets(kind, from, legal);
        }
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        let legal = self.legal(from, targets);
        self.sink.promotions(from, legal, to);
    }
    fn drops(&mut self, _: KindId, _: Bitboard<N>) {
        unreachable!("drops capture nothing")
    }
    fn single(&mut self, m: Move) {
        self.sink.single(m);
    }
    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("where pieces move by chains, moves are judged one by one")
    }
}

impl<const N: usize> Game<N> {
    /// The legal moves of a game in which captures explode.
    #[inline(never)]
    pub(super) fn blast_moves<S: Sink<N>>(&self, plan: &BlastPlan<N>, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.exploding_moves(plan, sink));
    }
}

impl<const N: usize> Node<'_, N> {
    pub(super) fn exploding_moves<S: Sink<N>>(&mut self, plan: &BlastPlan<N>, sink: &mut S) {
        if self.test_all || self.game.royals(self.position, self.us.other()).has_several() {
            // The masks know one royal of each side.
            return self.judged_moves(&Special::by_making(), false, true, sink);
        }
        self.blast_moves(plan, sink);
    }

    fn blast_moves<S: Sink<N>>(&mut self, plan: &BlastPlan<N>, sink: &mut S) {
        self.exploding_captures(plan, sink);
        self.end_explosions();
        self.moves_but_of_royals(self.plan(), sink, Node::free_plan_moves);
        self.steps_of_royals(sink);
        self.other_moves(sink);
    }

    /// The captures that are legal.
    pub(super) fn exploding_captures<S: Sink<N>>(&mut self, plan: &BlastPlan<N>, sink: &mut S) {
        let movers = self.plan();
        let royal = self.safety.royal;
        let safety = std::mem::replace(&mut self.safety, Safety::free());
        self.landing.empty = Bitboard::EMPTY;
        let explosions = Explosions { royal, ..self.explosions(plan) };
        let mut exploding = Exploding { node: self, explosions: &explosions, sink };
        self.free_moves(&movers.program, &movers.movers, &mut exploding);
        self.free_moves(&movers.royal_program, &movers.royals, &mut exploding);
        if !self.en_passant.is_empty() {
            movers.movers.iter().chain(&movers.royals).for_each(|m| exploding.en_passant(m));
        }
        self.safety = safety;
    }

    /// From now on pieces go to empty squares only, and a royal next to the enemy's is safe from all.
    pub(super) fn end_explosions(&mut self) {
        self.immune = self.immune_by_touch();
        let royal = self.safety.royal;
        if self.royals.first().is_some_and(|r| self.immune.contains(r)) {
            self.safety = Safety::free();
            self.safety.royal = royal;
        }
        self.spare_enemies();
        self.en_passant = Bitboard::EMPTY;
    }

    /// The squares next to the enemy's royals, where no royal can be captured alone.
    pub(super) fn immune_by_touch(&self) -> Bitboard<N> {
        let Some(plan) = self.game.blast.as_ref() else { return Bitboard::EMPTY };
        plan.touching(self.game.royals(self.position, self.us.other()), self.position)
    }

    /// The moves of royals to empty squares.
    pub(super) fn steps_of_royals<S: Sink<N>>(&self, sink: &mut S) {
        self.plan().royals.iter().for_each(|mover| self.royal_steps(mover, sink));
    }

    fn royal_steps<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        for from in self.position.pieces(self.us, mover.kind) {
            let (plain, passing) = self.united_targets(mover, from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::Passing, passing)] {
                if self.safety.royal.is_none() {
                    self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
                    continue;
                }
                self.emit(kind, from, targets & self.immune, mover.promotion.as_ref(), sink);
                self.emit_safe(kind, from, targets.without(self.immune), mover.promotion.as_ref(), sink);
            }
        }
    }
}

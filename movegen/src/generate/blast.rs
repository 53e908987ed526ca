//! Moves of games in which captures explode. Other moves obey the ordinary masks, with the exploding meaning of check; a capture is
//! judged on the occupancy after the explosion.

use super::Node;
use super::special::Special;
use crate::blast::BlastPlan;
use crate::effects::Effect;
use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::plan::{Landing, Mover};
use crate::position::Position;
use crate::rules::KindId;
use crate::safety::Safety;
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// What explosions are asked at one node.
struct Explosions<'a, const N: usize> {
    plan: &'a BlastPlan<N>,
    spared: Bitboard<N>,
    /// The enemy's royal.
    theirs: Option<Square>,
    /// The own royal, if it must be safe.
    royal: Option<Square>,
}

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
        targets.into_iter().filter(|&to| self.survives(kind, from, to, to)).collect()
    }

    /// The captures en passant of a kind.
    fn en_passant(&mut self, mover: &Mover<N>) {
        let node = self.node;
        let passer = node.position.state.passer;
        for to in node.en_passant {
            for from in node.captors_en_passant(mover, node.position.pieces(node.us, mover.kind), to) {
                if self.survives(mover.kind, from, to, passer) {
                    self.sink.single(Move::new(MoveType::EnPassant, from, to));
                }
            }
        }
    }

    /// Whether a capture leaves the own royal alive and safe, or the enemy's dead.
    fn survives(&self, kind: KindId, from: Square, to: Square, captured: Square) -> bool {
        let Explosions { plan, spared, theirs, royal } = *self.explosions;
        let node = self.node;
        let Some(royal) = royal else { return true };
        let around = plan.ring[to.index()].without(spared | Bitboard::of(from));
        let mut blasted = (around & node.occupied) | Bitboard::of(captured);
        if plan.destroys_captor(kind) {
            blasted.insert(from);
        }
        if blasted.contains(royal) {
            return false;
        }
        let royal = if from == royal { to } else { royal };
        let mut after = node.occupied.without(blasted);
        after.remove(from);
        if !plan.destroys_captor(kind) {
            after.insert(to);
        }
        match theirs {
            Some(theirs) if blasted.contains(theirs) => true,
            Some(theirs) if plan.ring[theirs.index()].contains(royal) => true,
            _ => !node.threats().attacks(node.position, royal, &after, &blasted),
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
        let node = self;
        let (game, position) = (node.game, node.position);
        let theirs = game.royals(position, node.us.other()).first();
        let immune = node.immune_by_touch();
        let touching = node.royals.first().is_some_and(|r| immune.contains(r));
        let royal = node.safety.royal;
        let explosions = Explosions { plan, spared: plan.spared(position), theirs, royal };
        node.immune = immune;
        let movers = &game.sides[node.us.index()];
        let safety = std::mem::replace(&mut node.safety, Safety::free());
        let test_all = std::mem::replace(&mut node.test_all, false);
        node.landing.empty = Bitboard::EMPTY;
        let mut exploding = Exploding { node, explosions: &explosions, sink };
        node.free_moves(&movers.program, &movers.movers, &mut exploding);
        node.free_moves(&movers.royal_program, &movers.royals, &mut exploding);
        if !node.en_passant.is_empty() {
            movers.movers.iter().chain(&movers.royals).for_each(|m| exploding.en_passant(m));
        }
        node.test_all = test_all;
        if touching {
            node.safety.royal = royal;
        } else {
            node.safety = safety;
        }
        node.landing = Landing { empty: node.empty, enemies: Bitboard::EMPTY, friends: Bitboard::EMPTY };
        node.en_passant = Bitboard::EMPTY;
        node.moves_but_of_royals(movers, sink, Node::free_plan_moves);
        for mover in &movers.royals {
            node.royal_steps(mover, royal, sink);
        }
        node.other_moves(sink);
    }

    /// The squares next to the enemy's royals, where no royal can be captured alone.
    pub(super) fn immune_by_touch(&self) -> Bitboard<N> {
        let Some(plan) = self.game.blast.as_ref().filter(|plan| plan.captor_too) else { return Bitboard::EMPTY };
        let theirs = self.game.royals(self.position, self.us.other());
        theirs.into_iter().fold(Bitboard::EMPTY, |immune, s| immune | plan.ring[s.index()])
    }

    /// The moves of the royal to empty squares.
    fn royal_steps<S: Sink<N>>(&self, mover: &Mover<N>, royal: Option<Square>, sink: &mut S) {
        for from in self.position.pieces(self.us, mover.kind) {
            let (plain, passing) = self.united_targets(mover, from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::Passing, passing)] {
                if royal.is_none() {
                    self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
                    continue;
                }
                self.emit(kind, from, targets & self.immune, mover.promotion.as_ref(), sink);
                self.emit_safe(kind, from, targets.without(self.immune), mover.promotion.as_ref(), sink);
            }
        }
    }
}

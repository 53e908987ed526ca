//! Moves of games in which captures explode. Other moves obey the ordinary masks, with the exploding meaning of check; a capture is
//! judged on the occupancy after the explosion.

use super::Node;
use crate::blast::BlastPlan;
use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::plan::{Fits, Mover};
use crate::position::Position;
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
}

impl<const N: usize> Game<N> {
    /// The legal moves of a game in which captures explode.
    #[inline(never)]
    pub(super) fn blast_moves<S: Sink<N>>(&self, plan: &BlastPlan<N>, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.blast_moves(plan, sink));
    }
}

impl<const N: usize> Node<'_, N> {
    fn blast_moves<S: Sink<N>>(&mut self, plan: &BlastPlan<N>, sink: &mut S) {
        let node = self;
        let (game, position) = (node.game, node.position);
        let theirs = game.royals(position, node.us.other()).first();
        let immune = theirs.map_or(Bitboard::EMPTY, |s| plan.ring[s.index()]);
        let touching = node.royals.first().is_some_and(|r| immune.contains(r));
        let explosions = Explosions { plan, spared: plan.spared(position), theirs };
        let royal = node.safety.royal;
        node.immune = immune;
        if touching {
            node.safety = Safety::free();
            node.safety.royal = royal;
        }
        let movers = &game.sides[node.us.index()];
        node.fits = Fits::table(Bitboard::EMPTY, node.enemies, node.own);
        for mover in movers.movers.iter().chain(&movers.royals) {
            node.exploding_captures(mover, &explosions, royal, sink);
        }
        node.fits = Fits::table(node.empty, Bitboard::EMPTY, Bitboard::EMPTY);
        node.en_passant = Bitboard::EMPTY;
        node.moves_but_of_royals(sink);
        for mover in &movers.royals {
            node.royal_steps(mover, royal, sink);
        }
        node.other_moves(sink);
    }

    /// The captures of a kind.
    fn exploding_captures<S: Sink<N>>(
        &self,
        mover: &Mover<N>,
        explosions: &Explosions<'_, N>,
        royal: Option<Square>,
        sink: &mut S,
    ) {
        let set = self.position.pieces(self.us, mover.kind);
        let immune = self.immune_to(mover.kind);
        for from in set {
            let (plain, passing) = self.united_targets(mover, from);
            let (plain, passing) = (plain.without(immune), passing.without(immune));
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::Passing, passing)] {
                let allowed = |&to: &Square| self.survives(mover, explosions, royal, from, to, to);
                let targets = targets.into_iter().filter(allowed).collect();
                self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
            }
        }
        let state = &self.position.state;
        for to in self.en_passant {
            for from in self.captors_en_passant(mover, set, to) {
                if self.survives(mover, explosions, royal, from, to, state.passer) {
                    sink.single(Move::new(MoveType::EnPassant, from, to));
                }
            }
        }
    }

    /// Whether a capture leaves the own royal alive and safe, or the enemy's dead.
    fn survives(
        &self,
        mover: &Mover<N>,
        explosions: &Explosions<'_, N>,
        royal: Option<Square>,
        from: Square,
        to: Square,
        captured: Square,
    ) -> bool {
        let Some(royal) = royal else { return true };
        let around = explosions.plan.ring[to.index()].without(explosions.spared | Bitboard::of(from));
        let mut blasted = (around & self.occupied) | Bitboard::of(captured);
        if explosions.plan.destroys_captor(mover.kind) {
            blasted.insert(from);
        }
        if blasted.contains(royal) {
            return false;
        }
        let royal = if from == royal { to } else { royal };
        let mut after = self.occupied.without(blasted);
        after.remove(from);
        if !explosions.plan.destroys_captor(mover.kind) {
            after.insert(to);
        }
        match explosions.theirs {
            Some(theirs) if blasted.contains(theirs) => true,
            Some(theirs) if explosions.plan.ring[theirs.index()].contains(royal) => true,
            _ => !self.game.sides[self.us.other().index()].threats.attacks(self.position, royal, &after, &blasted),
        }
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

//! Drops from the hand.

use super::Node;
use super::special::Special;
use crate::drops::DropPlan;
use crate::moves::{Move, MoveType};
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// The drops of a kind that is in hand.
    #[inline(never)]
    pub(super) fn drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let there = self.position.pieces(self.us, plan.held);
        if plan.changes_royals {
            return self.royal_drops(plan, sink);
        }
        let mut targets = plan.targets(there, self.empty & self.safety.allow);
        if self.test_all || !self.safety.sensitive.is_empty() {
            let occupied = self.occupied;
            let suspect = if self.test_all { targets } else { targets & self.safety.sensitive };
            for to in suspect {
                let mut after = occupied;
                after.insert(to);
                if !self.all_safe(self.royals, &after, &Bitboard::EMPTY) {
                    targets.remove(to);
                }
            }
        }
        self.give_drops(plan, targets, sink);
    }

    /// The drops of a kind that is or may be royal: which royals have to be safe is seen after the drop.
    #[inline(never)]
    fn royal_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let mut targets = plan.targets(self.position.pieces(self.us, plan.held), self.empty);
        // Where moves are judged one by one, these are too.
        if !self.game.special.as_ref().is_some_and(Special::makes) {
            let drop = |to: Square| Move::with_piece(MoveType::Drop, to, to, plan.kind);
            targets = self.tested_by_making(targets, targets.without(self.immune), drop);
        }
        self.give_drops(plan, targets, sink);
    }

    fn give_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, mut targets: Bitboard<N>, sink: &mut S) {
        if plan.no_mate {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.drops(plan.kind, targets);
    }
}

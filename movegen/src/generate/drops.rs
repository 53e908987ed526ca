//! Drops from the hand.

use super::Node;
use crate::game::DropPlan;
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> DropPlan<N> {
    /// The squares of `empty` where the piece may be dropped as far as who stands where tells, `there` being those of its kind.
    #[inline]
    pub(super) fn targets(&self, there: Bitboard<N>, empty: Bitboard<N>) -> Bitboard<N> {
        let mut targets = self.region & empty;
        if let Some((most, files)) = &self.files {
            for file in files {
                let is_full = match most {
                    1 => !there.is_disjoint(file),
                    _ => (there & *file).count() >= u32::from(*most),
                };
                if is_full {
                    targets = targets.without(*file);
                }
            }
        }
        targets
    }
}

impl<const N: usize> Node<'_, N> {
    /// The drops of a kind that is in hand.
    #[inline(never)]
    pub(super) fn drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let there = self.position.pieces(self.us, plan.held);
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
        if plan.no_mate {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.drops(plan.kind, targets);
    }
}

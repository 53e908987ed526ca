//! All squares that the enemy attacks, found at once: cheaper than asking square by square as soon as there are a few of them.

use super::Node;
use crate::plan::Program;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// The squares on which a single royal would be attacked, itself being away from where it stands; `None` where that depends on more
    /// than what is occupied.
    pub(super) fn danger(&self) -> Option<Bitboard<N>> {
        let steps = self.threats().steps.as_ref()?;
        if let Some(known) = self.danger.get() {
            return Some(known);
        }
        let found = self.attacked(steps);
        self.danger.set(Some(found));
        Some(found)
    }

    fn attacked(&self, steps: &Program<N>) -> Bitboard<N> {
        #[cfg(target_arch = "x86_64")]
        if self.game.gathers_bits {
            // SAFETY: `gathers_bits` was asked of this processor when the game was compiled, and says that it has these features.
            return unsafe { self.attacked_by_tables(steps) };
        }
        self.attacked_inline(steps)
    }

    /// The same as `attacked`, compiled for processors that gather bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn attacked_by_tables(&self, steps: &Program<N>) -> Bitboard<N> {
        self.attacked_inline(steps)
    }

    #[inline(always)]
    fn attacked_inline(&self, steps: &Program<N>) -> Bitboard<N> {
        let lookups = &self.game.lookups;
        let occupied = self.occupied.without(self.royals);
        let empty = self.game.board.without(occupied);
        let mut attacked = Bitboard::EMPTY;
        let unmoved = &self.position.state.unmoved;
        for step in &steps.shifts {
            attacked |= step.targets(step.pieces(self.position, unmoved), &empty);
        }
        for step in &steps.leaps.plain {
            step.pieces(self.position, unmoved).for_each(|from| attacked |= lookups.leap(step.table, from));
        }
        for step in &steps.slots.plain {
            step.pieces(self.position, unmoved).for_each(|from| attacked |= lookups.slot(step.table, from, &occupied));
        }
        for step in &steps.rays.plain {
            let reach = &steps.reaches[step.table as usize];
            step.pieces(self.position, unmoved).for_each(|from| attacked |= reach.targets(from, &occupied));
        }
        for other in self.threats().others.iter().filter(|other| !other.spurns.is_empty()) {
            attacked |= other.attacked(lookups, self.position, self.us.other(), &occupied);
        }
        attacked
    }

    /// The squares of a set on which the royal that goes there from `from` is not attacked.
    #[inline]
    pub(super) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        // Castling asks for it anyway.
        if (targets.count() >= MANY || self.position.may_castle(self.us, &self.occupied))
            && let Some(danger) = self.danger()
        {
            return targets.without(danger);
        }
        let mut occupied = self.occupied;
        occupied.remove(from);
        let mut safe = targets;
        targets.for_each(|to| {
            if self.threats().attacks(self.position, to, &occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        });
        safe
    }
}

/// From so many squares on all are found at once.
const MANY: u32 = 3;

//! All squares that the enemy attacks, found at once: cheaper than asking square by square as soon as there are a few of them.

use super::Node;
use crate::plan::{Program, Step, shift};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// The squares on which a single royal would be attacked, itself being away from where it stands; `None` where that depends on more
    /// than what is occupied.
    pub(super) fn danger(&self) -> Option<Bitboard<N>> {
        let steps = self.game.sides[self.us.other().index()].threats.steps.as_ref()?;
        Some(*self.danger.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if self.game.gathers_bits {
                // SAFETY: `gathers_bits` was asked of this processor when the game was compiled, and says that it has these features.
                return unsafe { self.attacked_by_tables(steps) };
            }
            self.attacked(steps)
        }))
    }

    /// The same as `attacked`, compiled for processors that gather bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn attacked_by_tables(&self, steps: &Program<N>) -> Bitboard<N> {
        self.attacked(steps)
    }

    #[inline(always)]
    fn attacked(&self, steps: &Program<N>) -> Bitboard<N> {
        let lookups = &self.game.lookups;
        let occupied = self.occupied.without(self.royals);
        let empty = self.game.board.without(occupied);
        let mut attacked = Bitboard::EMPTY;
        for step in &steps.shifts {
            let mut pieces = self.position.sets[step.cell.index()] & step.sources;
            if step.unmoved {
                pieces &= self.position.state.unmoved;
            }
            let mut targets = shift(pieces, step.by);
            for &offset in &step.way {
                targets &= shift(empty, i32::from(offset));
            }
            attacked |= targets;
        }
        for step in &steps.leaps.plain {
            self.threatening(step).for_each(|from| attacked |= lookups.leap(step.table, from));
        }
        for step in &steps.slots.plain {
            self.threatening(step).for_each(|from| attacked |= lookups.slot(step.table, from, &occupied));
        }
        for step in &steps.rays.plain {
            let reach = &steps.reaches[step.table as usize];
            self.threatening(step).for_each(|from| attacked |= reach.targets(from, &occupied));
        }
        attacked
    }

    /// The enemies of a step.
    #[inline(always)]
    fn threatening(&self, step: &Step<N>) -> Bitboard<N> {
        let set = step.pieces(self.position);
        if step.unmoved { set & self.position.state.unmoved } else { set }
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

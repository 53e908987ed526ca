//! Moves tested one by one, on the occupancy that they leave.

use super::Node;
use crate::position::Position;
use crate::rules::SeveralRoyals;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// The targets that leave every royal safe.
    #[inline]
    pub(super) fn tested(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if targets.is_empty() || (!self.test_all && self.safety.sensitive.is_empty()) {
            return targets;
        }
        let suspect = if self.test_all || self.safety.sensitive.contains(from) {
            targets
        } else {
            targets & self.safety.sensitive
        };
        let occupied = self.occupied;
        let unsafe_ones: Bitboard<N> = suspect
            .into_iter()
            .filter(|&to| {
                let mut after = occupied;
                after.remove(from);
                after.insert(to);
                let gone = Bitboard::of(to);
                let mut royals = self.royals;
                if royals.contains(from) {
                    royals.remove(from);
                    royals.insert(to);
                }
                !self.all_safe(royals, &after, &gone)
            })
            .collect();
        targets.without(unsafe_ones)
    }

    /// Whether the royals are as safe as the variant wants with these squares occupied and these enemies gone.
    pub(super) fn all_safe(&self, royals: Bitboard<N>, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        self.all_safe_on(self.position, royals, occupied, gone)
    }

    /// Whether the royals of the side whose node this is are as safe as the variant wants in another position.
    pub(super) fn all_safe_in(&self, position: &Position<N>, royals: Bitboard<N>) -> bool {
        self.all_safe_on(position, royals, &position.occupied(), &Bitboard::EMPTY)
    }

    fn all_safe_on(
        &self,
        position: &Position<N>,
        royals: Bitboard<N>,
        occupied: &Bitboard<N>,
        gone: &Bitboard<N>,
    ) -> bool {
        let threats = &self.game.sides[self.us.other().index()].threats;
        let mut royals = royals.into_iter();
        let safe = |r: Square| !threats.attacks(position, r, occupied, gone);
        match self.game.variant.royalty.several {
            SeveralRoyals::All => royals.all(safe),
            SeveralRoyals::One => royals.any(safe),
        }
    }
}

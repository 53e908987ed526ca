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
        let threats = &self.game.sides[self.us.other().index()].threats;
        self.as_safe_as_wanted(royals, |royal| !threats.attacks(self.position, royal, occupied, gone))
    }

    /// Whether the royals of the side whose node this is are as safe as the variant wants in another position.
    pub(super) fn all_safe_in(&self, position: &Position<N>, royals: Bitboard<N>) -> bool {
        let them = self.us.other();
        let idle = self.game.idle(position, them);
        let threats = &self.game.sides[them.index()].threats;
        self.as_safe_as_wanted(royals, |royal| !threats.attacks_now(position, royal, &idle))
    }

    #[inline]
    fn as_safe_as_wanted(&self, royals: Bitboard<N>, is_safe: impl FnMut(Square) -> bool) -> bool {
        let mut royals = royals.into_iter();
        match self.game.variant.royalty.several {
            SeveralRoyals::All => royals.all(is_safe),
            SeveralRoyals::One => royals.any(is_safe),
        }
    }
}

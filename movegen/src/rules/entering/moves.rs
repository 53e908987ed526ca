//! Where the board lets pieces enter in a position.

use crate::generate::Node;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Returns the empty squares on which the board lets pieces enter: all of them in games without the rule.
    #[inline]
    pub(crate) fn open_squares(&self) -> Bitboard<N> {
        match &self.game.rules.entering {
            None => self.empty,
            Some(plan) => plan.open(self.own, self.enemies, self.empty),
        }
    }
}

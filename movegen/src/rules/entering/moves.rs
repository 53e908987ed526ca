//! Where the board lets pieces enter in a position.

use crate::generate::Node;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// The empty squares on which pieces from beside the board may be placed, as far as the board decides it.
    #[inline]
    pub(crate) fn open_squares(&self) -> Bitboard<N> {
        match &self.game.rules.entering {
            None => self.empty,
            Some(plan) => plan.open(self.own, self.enemies, self.empty),
        }
    }
}

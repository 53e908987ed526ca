//! Which cached lookups depend on which squares.

use crate::units::each_square;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// For each square, a bit set of the cached lookups that must be repeated if it changes.
pub(crate) struct Watch<const N: usize>([[u64; 64]; N]);

impl<const N: usize> Watch<N> {
    /// No lookup depends on any square.
    #[inline(always)]
    pub fn new() -> Watch<N> {
        Watch([[0; 64]; N])
    }

    /// Lets the lookup with this bit depend on these squares.
    #[inline(always)]
    pub fn add(&mut self, squares: Bitboard<N>, bit: u64) {
        each_square!(squares, |s| self.0[Bitboard::<N>::word(s)][s.index() % 64] |= bit);
    }

    /// Returns the bits of all lookups that depend on one of the changed squares.
    #[inline(always)]
    pub fn of(&self, changed: Bitboard<N>) -> u64 {
        let mut bits = 0;
        each_square!(changed, |s| bits |= self.at(s));
        bits
    }

    /// Returns the bits of all lookups that depend on this square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> u64 {
        self.0[Bitboard::<N>::word(square)][square.index() % 64]
    }
}

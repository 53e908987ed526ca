//! The small types that everything shares: a kind of piece, a value for each side, a set of squares of any board.

use betza_compile::bitboard::Bitboard;

/// A set of squares of any board.
pub type Region = Bitboard<4>;

/// A value for White and one for Black, indexed by [`Side::index`].
pub type BySide<T> = [T; 2];

/// A piece type: an index into [`Variant::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u8);

impl KindId {
    /// The place in arrays that are indexed by kind.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most piece types a game may have: a side, a kind, and one value for nothing fit into a byte.
pub const KIND_LIMIT: usize = 127;

/// A region as a set of this width.
pub(crate) fn narrow<const N: usize>(region: &Region) -> Bitboard<N> {
    let mut words = [0; N];
    words.copy_from_slice(&region.0[..N]);
    Bitboard(words)
}

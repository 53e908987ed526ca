//! Small types that every rule shares: the id of a kind, a value for each side, a set of squares of any board.

use betza_ir::bitboard::{Bitboard, LARGE};

/// A set of squares of a board of any size: bit i is the square of index i.
pub type Region = Bitboard<REGION_WORDS>;

/// The words of a set of squares of the largest board.
pub const REGION_WORDS: usize = LARGE;

/// A value for White and one for Black, indexed by [`betza_ir::geometry::Side::index`].
pub type BySide<T> = [T; 2];

/// A piece type: an index into [`crate::variant::Variant::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KindId(pub u16);

impl KindId {
    /// The kind with this index. Which kind that is depends on the game.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> KindId {
        debug_assert!(index < KIND_LIMIT);
        KindId(index as u16)
    }

    /// Returns the index into arrays by kind.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most piece types that a game may have. Taikyoku Shogi has 404, as a promoted piece is a kind of its own.
pub const KIND_LIMIT: usize = 1024;

/// Returns a region as a bitboard of this width. It must have no squares beyond that width.
pub fn narrow<const N: usize>(region: &Region) -> Bitboard<N> {
    let mut words = [0; N];
    words.copy_from_slice(&region.0[..N]);
    Bitboard(words)
}

/// Returns a set of squares as wide as that of the largest board.
pub fn widen<const N: usize>(set: Bitboard<N>) -> Region {
    let mut region = Region::EMPTY;
    region.0[..N].copy_from_slice(&set.0);
    region
}

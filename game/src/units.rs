//! Small types that every rule shares: the id of a kind, a value for each side, a set of squares of any board.

use betza_ir::bitboard::Bitboard;

/// A set of squares of a board of any size: bit i is the square of index i.
pub type Region = Bitboard<4>;

/// A value for White and one for Black, indexed by [`betza_ir::geometry::Side::index`].
pub type BySide<T> = [T; 2];

/// A piece type: an index into [`crate::variant::Variant::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KindId(pub u8);

impl KindId {
    /// Returns the index into arrays by kind.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most piece types that a game may have: a side and a kind fit into one byte, with one value left for an empty
/// square and one for a wall.
pub const KIND_LIMIT: usize = 127;

/// Returns a region as a bitboard of this width. It must have no squares beyond that width.
pub fn narrow<const N: usize>(region: &Region) -> Bitboard<N> {
    let mut words = [0; N];
    words.copy_from_slice(&region.0[..N]);
    Bitboard(words)
}

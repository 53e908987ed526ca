//! The content of a square in one byte: a piece, a wall, or nothing.

use betza_game::KindId;
use betza_ir::geometry::Side;

/// The content of a square: bits 0 to 6 are the kind, bit 7 the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

impl Cell {
    /// An empty square.
    pub const EMPTY: Cell = Cell(u8::MAX);

    /// A wall. No piece may enter its square, and no side owns it.
    pub const WALL: Cell = Cell(0x7f);

    /// Returns a piece of a side and kind.
    #[inline]
    #[must_use]
    pub fn new(side: Side, kind: KindId) -> Cell {
        Cell((side as u8) << 7 | kind.0 as u8)
    }

    /// Returns whether the cell holds a piece. False for an empty square and for a wall.
    #[inline]
    #[must_use]
    pub fn is_piece(self) -> bool {
        self.0 & 0x7f != 0x7f
    }

    /// Returns the kind of the piece. It has no meaning if [`Cell::is_piece`] is false.
    #[inline]
    #[must_use]
    pub fn kind(self) -> KindId {
        KindId(u16::from(self.0 & 0x7f))
    }

    /// Returns the side of the piece. It has no meaning if [`Cell::is_piece`] is false.
    #[inline]
    #[must_use]
    pub fn side(self) -> Side {
        if self.0 & 0x80 == 0 { Side::White } else { Side::Black }
    }

    /// Returns the cell with this index.
    #[inline]
    pub(crate) fn from_index(index: u8) -> Cell {
        Cell(index)
    }

    /// Returns the index into arrays by side and kind, below 256.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

//! What a square holds, in one byte.

use crate::units::KindId;
use betza_compile::geometry::Side;

/// What a square holds, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Nothing.
    pub const EMPTY: Cell = Cell(u8::MAX);

    /// A wall: nothing may enter its square, and nobody owns it.
    pub const WALL: Cell = Cell(0x7f);

    /// A piece.
    #[inline]
    #[must_use]
    pub fn new(side: Side, kind: KindId) -> Cell {
        Cell((side as u8) << 7 | kind.0)
    }

    /// Whether a piece is there, and not nothing or a wall.
    #[inline]
    #[must_use]
    pub fn is_piece(self) -> bool {
        self.0 & 0x7f != 0x7f
    }

    /// The kind of the piece; ask only of a piece.
    #[inline]
    #[must_use]
    pub fn kind(self) -> KindId {
        KindId(self.0 & 0x7f)
    }

    /// The owner; ask only of a piece.
    #[inline]
    #[must_use]
    pub fn side(self) -> Side {
        if self.0 & 0x80 == 0 { Side::White } else { Side::Black }
    }

    /// The place in arrays by side and kind, below 256.
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

//! The contents of squares: pieces, walls, or nothing.

use crate::position::ahead::ahead;
use betza_game::KindId;
use betza_ir::bitboard::is_large;
use betza_ir::geometry::{Side, Square};

/// The content of a square: bits 0 to 6 and 8 to 10 are the number of the kind, bit 7 the side. No kind has number 127,
/// which stands for an empty square and a wall.
///
/// PERF: on boards of up to 256 squares, whose games have at most 127 kinds, it is one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// An empty square.
    pub const EMPTY: Cell = Cell(0xff);

    /// A wall. No piece may enter its square, and no side owns it.
    pub const WALL: Cell = Cell(0x7f);

    /// All indices are below this number.
    pub(crate) const INDICES: usize = 0x800;

    /// Returns a piece of a side and kind.
    #[inline]
    #[must_use]
    pub fn new(side: Side, kind: KindId) -> Cell {
        let number = kind.0 + u16::from(kind.0 >= 0x7f);
        Cell((side as u16) << 7 | number & 0x7f | (number & 0x380) << 1)
    }

    /// Returns a piece of a kind that a game on a board of `N` words has.
    ///
    /// PERF: where kinds have seven bits, nothing of the kind goes beyond the side.
    #[inline(always)]
    pub(crate) fn on<const N: usize>(side: Side, kind: KindId) -> Cell {
        if is_large(N) { Cell::new(side, kind) } else { Cell((side as u16) << 7 | kind.0) }
    }

    /// Returns whether the cell holds a piece. False for an empty square and for a wall.
    #[inline]
    #[must_use]
    pub fn is_piece(self) -> bool {
        self.0 & !0x80 != 0x7f
    }

    /// Returns the kind of the piece. It has no meaning if [`Cell::is_piece`] is false.
    #[inline]
    #[must_use]
    pub fn kind(self) -> KindId {
        let number = self.0 & 0x7f | self.0 >> 1 & 0x380;
        KindId(number - u16::from(number > 0x7f))
    }

    /// Returns the kind of a piece on a board of `N` words ([`Cell::on`]). The generator asks so wherever it knows `N`.
    #[inline(always)]
    pub(crate) fn kind_on<const N: usize>(self) -> KindId {
        if is_large(N) { self.kind() } else { KindId(self.0 & 0x7f) }
    }

    /// Returns the side of the piece. It has no meaning if [`Cell::is_piece`] is false.
    #[inline]
    #[must_use]
    pub fn side(self) -> Side {
        if self.0 & 0x80 == 0 { Side::White } else { Side::Black }
    }

    /// Returns the cell with this index.
    #[inline]
    pub(crate) fn from_index(index: u16) -> Cell {
        Cell(index)
    }

    /// Returns the index into arrays by side and kind ([`crate::position::by_index::ByIndex`]).
    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What each square of a board holds.
///
/// PERF: bytes on boards of up to 256 squares, so that what is read is known to be one.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Cells<const N: usize> {
    near: [u8; 256],
    /// The cells of large boards, which have no others.
    far: Option<Box<[Cell]>>,
}

impl<const N: usize> Cells<N> {
    /// Empty squares.
    pub fn empty() -> Cells<N> {
        let far = is_large(N).then(|| vec![Cell::EMPTY; 64 * N].into());
        Cells { near: [Cell::EMPTY.0 as u8; 256], far }
    }

    /// Returns what a square holds.
    #[inline(always)]
    pub fn on(&self, square: Square) -> Cell {
        if is_large(N) {
            return self.far.as_deref().unwrap_or_default()[square.index()];
        }
        Cell(u16::from(self.near[square.index() & 255]))
    }

    /// Asks the processor for the cells of a board of `N` words.
    #[inline(always)]
    pub fn ahead(&self) {
        self.near.chunks(64).take(N).for_each(|line| ahead(&line[0]));
    }

    /// Changes what a square holds.
    #[inline(always)]
    pub fn set(&mut self, square: Square, cell: Cell) {
        if is_large(N) {
            self.far.as_deref_mut().unwrap_or_default()[square.index()] = cell;
        } else {
            self.near[square.index() & 255] = cell.0 as u8;
        }
    }
}

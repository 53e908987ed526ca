//! The fast position: sets of squares by kind, what stands on each square, and what making a move must be able to restore.

use crate::rules::castling::squares::CastlingSquares;
use crate::rules::trading::Traded;
use crate::state::cell::Cell;
use crate::state::keys::Keys;
use crate::state::trace::Trace;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::sync::Arc;

/// What a move changes that cannot be computed back; copied before each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const N: usize> {
    /// The position's key: pieces, hands, side and all that is below.
    pub hash: u64,
    /// Pieces that have not moved, of the kinds whose rules ask.
    pub unmoved: Bitboard<N>,
    /// Pieces that came about by promotion, where that is remembered.
    pub promoted: Bitboard<N>,
    /// Squares open to en passant capture.
    pub en_passant: Bitboard<N>,
    /// The piece that passed them.
    pub passer: Square,
    /// Rights to castle: bit `2 * side + wing`, wing 0 towards the last file.
    pub castling: u8,
    /// Checks that each side may still give.
    pub checks_left: [u8; 2],
    /// How many passes have been made one after the other up to now, where that ends the game: at most 2.
    pub passes: u8,
    /// Where the last move captured what may not simply be traded.
    pub(crate) traded: Traded,
    /// Half moves since a capture or pawn move.
    pub halfmoves: u16,
}

/// A position of one game.
///
/// Arrays have room for every index that a byte can be, so that looking into them needs no check.
#[derive(Clone, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// By [`Cell::index`].
    pub(crate) sets: Box<[Bitboard<N>; 256]>,
    pub(crate) sides: [Bitboard<N>; 2],
    pub(crate) cells: [Cell; 256],
    /// By [`Cell::index`].
    pub(crate) hands: [u8; 256],
    pub(crate) turn: Side,
    pub(crate) state: State<N>,
    /// Where king and partner go, by right; they stay while the right is held.
    pub(crate) castlings: Arc<[Option<CastlingSquares<N>>; 4]>,
    /// What must be empty for each right, but for king and partner.
    pub(crate) castling_must_be_empty: [Bitboard<N>; 4],
    /// The rights that a move from or to each square ends.
    pub(crate) ends_rights: [u8; 256],
    pub(crate) kinds: usize,
    pub(crate) move_number: u32,
    /// What moves with effects have changed, for taking them back.
    pub(crate) trail: Vec<Trace>,
}

impl<const N: usize> Position<N> {
    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The pieces of a side and kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side, kind: KindId) -> Bitboard<N> {
        self.sets[Cell::new(side, kind).index()]
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: Side) -> Bitboard<N> {
        self.sides[side.index()]
    }

    /// The squares that are walls.
    #[inline]
    #[must_use]
    pub fn walls(&self) -> Bitboard<N> {
        self.sets[Cell::WALL.index()]
    }

    /// All pieces and walls.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard<N> {
        self.sides[0] | self.sides[1] | self.walls()
    }

    /// What stands on a square.
    #[inline]
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The pieces of both sides of several kinds.
    #[must_use]
    pub fn of_kinds(&self, kinds: &[KindId]) -> Bitboard<N> {
        let of = |&k: &KindId| self.pieces(Side::White, k) | self.pieces(Side::Black, k);
        kinds.iter().fold(Bitboard::EMPTY, |all, k| all | of(k))
    }

    /// The incremental hash.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.state.hash
    }

    /// Everything else.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &State<N> {
        &self.state
    }

    /// Makes an empty square a wall, or a wall an empty square.
    pub(crate) fn toggle_wall<const HASHED: bool>(&mut self, keys: &Keys, square: Square) {
        self.sets[Cell::WALL.index()].toggle(square);
        self.cells[square.index()] = if self.walls().contains(square) { Cell::WALL } else { Cell::EMPTY };
        if HASHED {
            self.state.hash ^= keys.piece(Cell::WALL, square);
        }
    }

    #[inline]
    pub(crate) fn put<const HASHED: bool>(&mut self, keys: &Keys, square: Square, cell: Cell) {
        self.sets[cell.index()].insert(square);
        self.sides[cell.side().index()].insert(square);
        self.cells[square.index()] = cell;
        if HASHED {
            self.state.hash ^= keys.piece(cell, square);
        }
    }

    #[inline]
    pub(crate) fn lift<const HASHED: bool>(&mut self, keys: &Keys, square: Square) -> Cell {
        let cell = self.cells[square.index()];
        self.sets[cell.index()].remove(square);
        self.sides[cell.side().index()].remove(square);
        self.cells[square.index()] = Cell::EMPTY;
        if HASHED {
            self.state.hash ^= keys.piece(cell, square);
        }
        cell
    }

    /// Moves a piece from its square to an empty one.
    #[inline]
    pub(crate) fn shift<const HASHED: bool>(&mut self, keys: &Keys, cell: Cell, from: Square, to: Square) {
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        self.sets[cell.index()] ^= both;
        self.sides[cell.side().index()] ^= both;
        self.cells[from.index()] = Cell::EMPTY;
        self.cells[to.index()] = cell;
        if HASHED {
            self.state.hash ^= keys.piece(cell, from) ^ keys.piece(cell, to);
        }
    }
}

//! Positions on which moves are made: bitboards by side and kind, the content of each square, and the state that
//! unmaking restores.

use crate::position::ahead::ahead;
use crate::position::by_index::ByIndex;
use crate::position::castlings::CastlingSquares;
use crate::position::cell::{Cell, Cells};
use crate::position::keys::Keys;
use betza_game::KindId;
use betza_game::rules::trading::Traded;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};

/// The part of a position that a move does not tell how to restore. It is copied before each move ([`crate::Undo`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const N: usize> {
    /// The Zobrist key of the position: of its pieces, hands and side to move, and of the fields below except
    /// `halfmoves`.
    pub hash: u64,
    /// Pieces that have not moved, of kinds for which that matters.
    pub unmoved: Bitboard<N>,
    /// Pieces that have promoted, in games that remember it.
    pub promoted: Bitboard<N>,
    /// En-passant rights: the squares open to en-passant capture.
    pub en_passant: Bitboard<N>,
    /// Where the piece stands that passed these squares, in its lowest eight bits. It has no meaning if there are none.
    ///
    /// PERF: in one byte, so that the state stays within five words on 64 squares. What a large board needs more stands
    /// in `passes`.
    pub(crate) passer: u8,
    /// Castling rights: bit `2 * side + wing`, with wing 0 towards the last file. In games that are won by castling,
    /// bit `4 + 2 * side + wing` says that a side has castled so.
    pub castling: u8,
    /// Checks that each side must still give to win, by side, in games that count them.
    pub checks_left: [u8; 2],
    /// The number of passes in a row up to now, at most 2, in games that end by passes; above its two bits, those of
    /// `passer`.
    pub(crate) passes: u8,
    /// Where the last move captured a piece that may not simply be traded.
    pub(crate) traded: Traded,
    /// Half moves since the last capture or pawn move.
    pub halfmoves: u16,
}

impl<const N: usize> State<N> {
    /// Returns where the piece stands that passed the squares that are open to en-passant capture. It has no meaning if
    /// there are none.
    #[inline(always)]
    #[must_use]
    pub fn passer(&self) -> Square {
        let above = if is_large(N) { usize::from(self.passes >> 2) << 8 } else { 0 };
        Square::from_index(above | usize::from(self.passer))
    }

    /// Notes where the piece stands that has passed squares.
    #[inline(always)]
    pub(crate) fn set_passer(&mut self, square: Square) {
        self.passer = square.index() as u8;
        if is_large(N) {
            self.passes = self.passes() | (square.index() >> 8 << 2) as u8;
        }
    }

    /// Returns the number of passes in a row up to now, at most 2, in games that end by passes.
    #[inline(always)]
    #[must_use]
    pub fn passes(&self) -> u8 {
        if is_large(N) { self.passes & 3 } else { self.passes }
    }

    /// Notes the number of passes in a row, at most 2.
    #[inline(always)]
    pub(crate) fn set_passes(&mut self, passes: u8) {
        self.passes = if is_large(N) { self.passes & !3 | passes } else { passes };
    }
}

/// A position of one game, on a board of up to `64 * N` squares. On boards of up to 256 squares it is flat memory,
/// about `1 + 2 * N` kB, and is cloned as such.
#[derive(Clone, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// The squares of the pieces of each side and kind, and of walls, by [`Cell::index`].
    pub(crate) sets: ByIndex<Bitboard<N>, N>,
    /// The squares of all pieces of a side.
    pub(crate) sides: [Bitboard<N>; 2],
    /// The content of each square.
    pub(crate) cells: Cells<N>,
    /// The number of pieces in the hands, by [`Cell::index`].
    pub(crate) hands: ByIndex<u8, N>,
    /// The side to move.
    pub(crate) turn: Side,
    /// What unmaking restores.
    pub(crate) state: State<N>,
    /// The squares of each castling right, by the number of the right. They do not change while the game is played.
    pub(crate) castlings: [Option<CastlingSquares<N>>; 4],
    /// For a quick test, squares that must be empty for each castling right that a side has or may come to have.
    pub(crate) castling_must_be_empty: [Bitboard<N>; 4],
    /// For each square, the castling rights that end when a piece leaves it or is captured there, as bits.
    pub(crate) ends_rights: ByIndex<u8, N>,
    /// The number of kinds of the game.
    pub(crate) kinds: usize,
    /// Twice the number of the move, and 1 more where its second half is up ([`betza_game::setup::Setup::half_moves`]).
    pub(crate) plies: u64,
}

impl<const N: usize> Position<N> {
    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The other side is to move.
    #[inline(always)]
    pub(crate) fn next_side(&mut self) {
        self.turn = self.turn.other();
        self.plies += 1;
    }

    /// The side that moved last is to move again.
    #[inline(always)]
    pub(crate) fn last_side(&mut self) {
        self.turn = self.turn.other();
        self.plies -= 1;
    }

    /// Returns the pieces of a side and kind.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side, kind: KindId) -> Bitboard<N> {
        self.sets[Cell::on::<N>(side, kind)]
    }

    /// Returns all pieces of a side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: Side) -> Bitboard<N> {
        self.sides[side.index()]
    }

    /// Returns the squares of the walls.
    #[inline]
    #[must_use]
    pub fn walls(&self) -> Bitboard<N> {
        self.sets[Cell::WALL]
    }

    /// Returns the occupancy: all pieces and walls.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard<N> {
        self.sides[0] | self.sides[1] | self.walls()
    }

    /// Returns the content of a square.
    #[inline]
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells.on(square)
    }

    /// Returns the pieces of these kinds, of both sides.
    #[must_use]
    pub fn of_kinds(&self, kinds: &[KindId]) -> Bitboard<N> {
        let of = |&k: &KindId| self.pieces(Side::White, k) | self.pieces(Side::Black, k);
        kinds.iter().fold(Bitboard::EMPTY, |all, k| all | of(k))
    }

    /// Returns the Zobrist key, which making moves updates.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.state.hash
    }

    /// Returns the state that unmaking restores.
    #[inline]
    #[must_use]
    pub fn state(&self) -> &State<N> {
        &self.state
    }

    /// Asks the processor for the parts of the position that its moves depend on. PERF: a loop over many positions that
    /// asks for the next ones finds each in the processor's cache when its turn comes.
    #[inline]
    pub fn ahead(&self) {
        const LINE: usize = 64;
        for side in Side::BOTH {
            for kind in (0..self.kinds).step_by((LINE / size_of::<Bitboard<N>>()).max(1)).map(KindId::from_index) {
                ahead(&self.sets[Cell::on::<N>(side, kind)]);
            }
            ahead(&self.hands[Cell::on::<N>(side, KindId::from_index(0))]);
        }
        self.cells.ahead();
        ahead(&self.sides);
        ahead(&self.state);
        ahead(&self.castlings);
        ahead(&self.plies);
    }

    /// Turns an empty square into a wall, or a wall into an empty square.
    pub(crate) fn toggle_wall<const HASHED: bool>(&mut self, keys: &Keys<N>, square: Square) {
        self.sets[Cell::WALL].toggle(square);
        self.cells.set(square, if self.walls().contains(square) { Cell::WALL } else { Cell::EMPTY });
        if HASHED {
            self.state.hash ^= keys.piece(Cell::WALL, square);
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put<const HASHED: bool>(&mut self, keys: &Keys<N>, square: Square, cell: Cell) {
        self.sets[cell].insert(square);
        self.sides[cell.side().index()].insert(square);
        self.cells.set(square, cell);
        if HASHED {
            self.state.hash ^= keys.piece(cell, square);
        }
    }

    /// Removes the piece on a square, and returns it.
    #[inline]
    pub(crate) fn lift<const HASHED: bool>(&mut self, keys: &Keys<N>, square: Square) -> Cell {
        let cell = self.cell(square);
        self.sets[cell].remove(square);
        self.sides[cell.side().index()].remove(square);
        self.cells.set(square, Cell::EMPTY);
        if HASHED {
            self.state.hash ^= keys.piece(cell, square);
        }
        cell
    }

    /// Moves a piece from its square to an empty one.
    #[inline]
    pub(crate) fn shift<const HASHED: bool>(&mut self, keys: &Keys<N>, cell: Cell, from: Square, to: Square) {
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        self.sets[cell] ^= both;
        self.sides[cell.side().index()] ^= both;
        self.cells.set(from, Cell::EMPTY);
        self.cells.set(to, cell);
        if HASHED {
            self.state.hash ^= keys.piece(cell, from) ^ keys.piece(cell, to);
        }
    }
}

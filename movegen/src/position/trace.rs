//! The trace of a move with effects: what it has changed, for unmaking it.

use crate::position::cell::Cell;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// What a move with effects has changed. It is flat memory: a move can change every square of the board.
#[derive(Clone, Debug)]
pub(crate) struct Trace<const N: usize> {
    /// The squares that have changed.
    pub changed: Bitboard<N>,
    /// Those of them on which a piece was captured.
    pub taken: Bitboard<N>,
    /// A captor that its own capture has destroyed, if it has come to its enemy, and whether it had promoted.
    pub lost: (Cell, bool),
    /// What the mover's side has put on the board from beside it; empty if nothing.
    pub entered: Cell,
    /// What stood on each square that has changed: 64 squares a row. Elsewhere it has no meaning.
    before: [[Cell; 64]; N],
}

impl<const N: usize> Trace<N> {
    /// Returns the trace of a move that has changed nothing yet.
    pub fn new() -> Trace<N> {
        let nothing = Bitboard::EMPTY;
        Trace {
            changed: nothing,
            taken: nothing,
            lost: (Cell::EMPTY, false),
            entered: Cell::EMPTY,
            before: [[Cell::EMPTY; 64]; N],
        }
    }

    /// Returns what stood on a square that has changed.
    pub fn before(&self, square: Square) -> Cell {
        self.before[square.index() / 64][square.index() % 64]
    }

    /// Records the content of a square that is about to change. If the square is recorded already, its first content
    /// stays.
    pub fn record(&mut self, square: Square, cell: Cell) {
        if !self.changed.contains(square) {
            self.changed.insert(square);
            self.before[square.index() / 64][square.index() % 64] = cell;
        }
    }
}

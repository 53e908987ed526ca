//! What undoes a move.

use crate::position::board::State;
use crate::position::cell::Cell;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use betza_ir::geometry::{Side, Square};

/// What unmaking a move needs, the move itself included. It is given back to [`Game::unmake`], in the reverse order of
/// making the moves. Dropping it keeps the move made.
///
/// [`Game::unmake`]: crate::game::Game::unmake
#[derive(Clone, Debug)]
pub struct Undo<const N: usize> {
    /// The state before the move.
    pub(crate) state: State<N>,
    pub(crate) m: Move,
    /// What was moved and captured.
    pub(crate) pieces: Pieces,
    /// What a move with effects has changed; `None` for other moves.
    pub(crate) trace: Option<Box<Trace<N>>>,
    /// The hash after the move, by which a debug build knows the position again.
    #[cfg(debug_assertions)]
    pub(crate) after: u64,
}

impl<const N: usize> Undo<N> {
    /// Returns what undoes nothing in a position of this state. It is written over when a move is made.
    pub(crate) fn nothing(state: State<N>) -> Undo<N> {
        let nowhere = Square::from_index(0);
        let (moved, captured) = (Cell::EMPTY, Cell::EMPTY);
        Undo {
            state,
            m: Move::of::<N>(MoveType::Pass, nowhere, nowhere),
            pieces: Pieces::new(moved, captured, [nowhere; 2]),
            trace: None,
            #[cfg(debug_assertions)]
            after: 0,
        }
    }

    /// Returns the move that was made.
    #[inline]
    #[must_use]
    pub fn played(&self) -> Move {
        self.m
    }
}

/// What a move has moved and captured, and where the captured piece stood.
///
/// PERF: one word, which is returned and passed in a register. Written to memory field by field and read as a whole, it
/// would wait for the writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces(u64);

impl Pieces {
    /// Both pieces, and the squares of [`Pieces::places`].
    #[inline(always)]
    pub fn new(moved: Cell, captured: Cell, places: [Square; 2]) -> Pieces {
        let [first, second] = places;
        Pieces(Pieces::on(moved, captured, first).0 | (second.index() as u64) << 48)
    }

    /// Both pieces of a move that is no castling, and where the captured piece stood.
    ///
    /// PERF: three instructions less than with two squares.
    #[inline(always)]
    pub fn on(moved: Cell, captured: Cell, place: Square) -> Pieces {
        let [moved, captured, place] = [moved.index(), captured.index(), place.index()].map(|part| part as u64);
        Pieces((place << 16 | captured) << 16 | moved)
    }

    /// Returns the piece that moved, as it was before the move; in castling, the king. Empty where no piece of the
    /// board moved, and for moves with effects.
    #[inline(always)]
    pub fn moved(self) -> Cell {
        Cell::from_index(self.0 as u16)
    }

    /// Returns the captured piece; in castling, the partner. Empty if there is none.
    #[inline(always)]
    pub fn captured(self) -> Cell {
        Cell::from_index((self.0 >> 16) as u16)
    }

    /// Returns two squares. The first is where the captured piece stood, if there is one. In castling, they are where
    /// king and partner went.
    #[inline(always)]
    pub fn places(self) -> [Square; 2] {
        [32, 48].map(|shift| Square::from_index(usize::from((self.0 >> shift) as u16)))
    }
}

/// What a move that is being made has moved, captured and changed; see [`Pieces`].
#[derive(Debug)]
pub(crate) struct Record<const N: usize> {
    pub m: Move,
    pub moved: Cell,
    pub captured: Cell,
    pub places: [Square; 2],
    pub trace: Option<Box<Trace<N>>>,
}

impl<const N: usize> Record<N> {
    /// Begins the record of a move that is about to be made.
    #[inline(always)]
    pub fn of(m: Move) -> Record<N> {
        Record { m, moved: Cell::EMPTY, captured: Cell::EMPTY, places: [Square::from_index(0); 2], trace: None }
    }

    /// Returns where the piece that moves ends, in castling the king. The move has been made.
    pub fn destination(&self) -> Square {
        if self.m.kind == MoveType::Castling { self.places[0] } else { self.m.to() }
    }

    /// Returns the piece that moves, as it was before, or that is dropped; empty for a pass. The move has been made by
    /// `turn`.
    pub fn mover(&self, turn: Side) -> Cell {
        match (self.m.kind, &self.trace) {
            (MoveType::Pass, _) => Cell::EMPTY,
            (MoveType::Drop, _) => self.m.piece().map_or(Cell::EMPTY, |kind| Cell::new(turn, kind)),
            (_, Some(trace)) if !self.moved.is_piece() => trace.before(self.m.from()),
            _ => self.moved,
        }
    }

    /// Returns what [`Undo`] keeps of the record.
    #[inline(always)]
    pub fn kept(self) -> (Pieces, Option<Box<Trace<N>>>) {
        (Pieces::new(self.moved, self.captured, self.places), self.trace)
    }
}

//! A move whose replies are counted without making it.

use crate::compile::program::Program;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::Move;
use betza_game::KindId;
use betza_ir::geometry::{Side, Square};

/// A move that is not made.
///
/// PERF: the piece that arrives is looked up only when it is needed, which is seldom.
#[derive(Clone, Copy)]
pub(crate) struct Unmade<'a, const N: usize> {
    /// The position before the move.
    position: &'a Position<N>,
    /// The side that moves.
    side: Side,
    /// The moves of the side that replies.
    pub program: &'a Program<N>,
    m: Move,
}

impl<'a, const N: usize> Unmade<'a, N> {
    /// Returns a move of `side` in this position. `program` has the moves of the other side.
    #[inline(always)]
    pub fn new(position: &'a Position<N>, side: Side, program: &'a Program<N>, m: Move) -> Unmade<'a, N> {
        Unmade { position, side, program, m }
    }

    /// Returns the side that replies.
    #[inline(always)]
    pub fn replying(&self) -> Side {
        self.side.other()
    }

    /// Returns its origin.
    #[inline(always)]
    pub fn from(&self) -> Square {
        self.m.origin_on::<N>()
    }

    /// Returns its destination.
    #[inline(always)]
    pub fn to(&self) -> Square {
        self.m.destination_on::<N>()
    }

    /// Returns the kind of the moved piece after the move.
    #[inline(always)]
    pub fn kind(&self) -> KindId {
        self.m.piece_on::<N>().unwrap_or_else(|| self.position.cell(self.from()).kind_on::<N>())
    }

    /// Returns the moved piece as it is after the move.
    #[inline(always)]
    pub fn piece(&self) -> Cell {
        Cell::on::<N>(self.side, self.kind())
    }
}

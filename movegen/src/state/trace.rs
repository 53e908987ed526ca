//! Traces: records of what a move with effects has changed, for unmaking it.

use crate::state::cell::Cell;
use betza_compile::geometry::Square;
use smallvec::SmallVec;

/// One change, as the value before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// The content of a square before.
    Cell(Square, Cell),
    /// The number of pieces of a side and kind in the hands before.
    Held(Cell, u8),
}

/// The traces of one move. Those of most moves need no memory of their own.
pub(crate) type Trail = SmallVec<[Trace; 14]>;

//! What a move with effects has changed, so that it can be taken back.

use crate::state::cell::Cell;
use betza_compile::geometry::Square;

/// What something was before it was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trace {
    /// What a square held.
    Cell(Square, Cell),
    /// How many pieces of a side and kind were held.
    Held(Cell, u8),
    /// The end of one move's traces, which are so many.
    Move(u32),
}

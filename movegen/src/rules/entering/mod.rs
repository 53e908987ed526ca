//! Entering: pieces from beside the board may be placed only on some of the empty squares, depending on the pieces on
//! the board (Reversi, Ataxx, Connect Four).
//!
//! `plan.rs` finds these squares from sets of squares, and `moves.rs` in a position.

pub(crate) mod moves;
pub(crate) mod plan;

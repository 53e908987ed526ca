//! Captures in series (draughts): a piece that has captured goes on capturing as long as it can, and all of this is one
//! move.
//!
//! `moves.rs` finds the series.

pub(crate) mod moves;

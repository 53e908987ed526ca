//! Captures in series (draughts): a piece that has captured goes on capturing as long as it can, and all of this is one
//! move.
//!
//! This file has the rule as data, and `moves.rs` finds the series.

pub(crate) mod moves;

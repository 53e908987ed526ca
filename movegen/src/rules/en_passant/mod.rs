//! En passant: after a double step, the squares that the piece passed are open, and the next move may capture the piece
//! there as if it had stopped.
//!
//! `plan.rs` looks up what a double step leaves open. `moves.rs` generates the captures and keeps the rights.

pub(crate) mod moves;
pub(crate) mod plan;

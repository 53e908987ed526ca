//! En passant: after a double step, the squares that the piece passed are open, and the next move may capture the piece
//! there as if it had stopped.
//!
//! This file has the rule as data. `rights.rs` looks up what a double step leaves open, and `moves.rs` generates the
//! captures and keeps the rights. Source: the FIDE Laws of Chess; games with longer or bent double steps (berolina)
//! extend it as docs/rules.md says.

pub(crate) mod moves;
pub(crate) mod plan;

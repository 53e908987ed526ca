//! Castling: a king and a partner (in chess the rook) move at once, while both have not moved and neither check nor any
//! piece prevents it.
//!
//! `plan.rs` has the squares of each castling. `rights.rs` has how castling rights come about and which squares each
//! one concerns. `moves.rs` generates and makes castling moves. `partners.rs` has games with several partners of a
//! side.

pub(crate) mod moves;
pub(crate) mod partners;
pub(crate) mod plan;
pub(crate) mod rights;

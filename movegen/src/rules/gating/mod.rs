//! Gating (Seirawan chess): when a piece of the first rank moves for the first time, a piece from the hands may be
//! placed on the square that it leaves.
//!
//! Such a square is called a gate. It is open while the piece that started there has not moved. `moves.rs` adds gating
//! to the ordinary moves.

pub(crate) mod moves;

//! Gating (Seirawan chess): when a piece of the first rank moves for the first time, a piece from the hands may be
//! placed on the square that it leaves.
//!
//! Such a square is called a gate. It is open while the piece that started there has not moved. This file has the rule
//! as data, and `moves.rs` adds gating to the ordinary moves. Source: the rules of S-Chess by Y. Seirawan and B.
//! Harper, in details Fairy-Stockfish.

pub(crate) mod moves;

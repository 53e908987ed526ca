//! Positions and moves as text: reading and writing FEN, SFEN and PDN, and move texts in the manner of UCI.

pub mod fen;
pub(crate) mod moves;
pub mod style;

//! Positions and moves as text.

pub mod fen;
pub(crate) mod moves;

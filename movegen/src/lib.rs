//! Positions, rules and move generation for games whose pieces are given by notation.

pub mod fen;
pub mod rules;
pub mod setup;

//! The results of a game: who has won, or that it is drawn, and why.
//!
//! Generating and counting moves never come here. A program that plays a game comes here after each move.
//!
//! Sources: for xiangqi's chases the rules of the Asian Xiangqi Federation, for makruk en.wikipedia.org/wiki/Makruk;
//! values and details are those of Fairy-Stockfish, which `perft/tests/it/outcomes.rs` compares.

pub(crate) mod chase;
pub(crate) mod counting;
pub(crate) mod ends;
pub(crate) mod history;
pub(crate) mod material;
pub(crate) mod outcome;
pub(crate) mod past;
pub(crate) mod position;

//! Chess-variant games as plain data: board, pieces, start, rules; and positions as they are written.
//!
//! A [`variant::Variant`] is a game, with one file for each of its [`rules`]. A [`setup::Setup`] is a position of any
//! game; FEN, SFEN and PDN are read into it and written from it by [`fen`]. Readers of game files make variants
//! (`betza-variants`), and the generator compiles them (`betza-movegen`). [`needs`] is what rules ask of it.

#![forbid(unsafe_code)]

pub mod fen;
pub mod needs;
pub mod rules;
pub mod setup;
mod units;
pub mod variant;

pub use units::{BySide, KIND_LIMIT, KindId, Region, narrow};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

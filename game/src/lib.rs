//! Chess-variant games as plain data: board, pieces, start, rules; and positions as they are written.
//!
//! A [`variant::Variant`] is a game; each of its rules has a file in [`rules`]. A [`setup::Setup`] is a position of any
//! game; [`fen`] reads it from FEN, SFEN and PDN and writes it. Readers of game files (`betza-variants`) make variants,
//! and the generator (`betza-movegen`) compiles them. [`needs`] says what rules need of the generator.

#![forbid(unsafe_code)]

pub mod fen;
pub mod needs;
pub mod rules;
pub mod setup;
mod units;
pub mod variant;

pub use units::{BySide, KIND_LIMIT, KindId, REGION_WORDS, Region, narrow, widen};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

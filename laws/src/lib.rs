//! What holds of every game and position, and what the generator is held against.
//!
//! - [`walked`] and [`rulebook`]: positions and rules a second time, slow and obvious, on the walk alone;
//! - [`play`]: random play and its laws;
//! - [`exhaust`]: a piece's tables in every state of their squares;
//! - [`pairs`], [`mixed`]: random games; [`positions`]: random positions;
//! - [`ledger`]: positions of every game with their counts, each counted in other ways;
//! - [`subject`]: the laws of positions; [`mod@shrink`]: the smallest position in which one does not hold; [`run`]: all of
//!   it for a range of seeds.

#![forbid(unsafe_code)]

pub mod exhaust;
pub mod ledger;
pub mod mixed;
pub mod pairs;
pub mod play;
pub mod positions;
pub mod rulebook;
pub mod run;
pub mod shrink;
pub mod subject;
pub mod walked;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

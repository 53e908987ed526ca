//! The tests of the library: every function, what it answers to abuse, and random games.

mod abuses;
mod api;
mod bughouse;
mod check;
#[cfg(feature = "serde")]
mod data;
mod deal;
mod examples;
mod fog;
mod garbage;
mod history;
mod keys;
mod ki2;
mod kifu;
mod outcomes;
mod pgn;
mod pictures;
mod pieces;
mod random;
mod texts;
mod wxf;

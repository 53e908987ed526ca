//! Chess-variant piece notations, their meaning, and move tables for one board.
//!
//! Data goes one way: a text in a dialect is read ([`notation`]) into the IR ([`ir`]); the walk ([`walk`]) says what that means on
//! a plain board; lowering turns it into tables for one board that say the same.

#![forbid(unsafe_code)]

pub mod bitboard;
pub mod diagram;
pub mod explain;
pub mod geometry;
pub mod hash;
pub mod ir;
pub mod lower;
pub mod notation;
mod scene;
pub mod walk;

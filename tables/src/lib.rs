//! What a piece does on a board: the walk, which is the meaning, and the tables that give the same moves fast.
//!
//! [`walk`] follows every path of a piece square by square on a board with pieces. It is slow and simple. [`lower`] turns
//! a piece into tables for one board and one side, whose answers are sets of squares ([`bitboard`]); they are tested
//! against the walk. Pieces come from `betza-ir`, boards and squares from its `geometry`.

#![forbid(unsafe_code)]

pub mod bitboard;
pub mod hash;
pub mod lower;
mod scene;
pub mod sorted;
pub mod walk;

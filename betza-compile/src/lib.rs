//! The compiler of pieces: what a piece does on a board, and tables that give the same moves fast.
//!
//! [`walk`] follows every path of a piece square by square on a board with pieces. It is slow and simple. [`lower`]
//! turns a piece into tables for one board and one side, whose answers are sets of squares ([`betza_ir::bitboard`]);
//! they are tested against the walk. [`single`] answers for one piece, whatever the board's width. Pieces come from
//! `betza-ir`, boards and squares from its `geometry`.

#![forbid(unsafe_code)]

pub mod lower;
mod scene;
pub mod single;
pub mod walk;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

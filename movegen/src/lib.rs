//! Positions, legal moves and counting for games whose pieces are given by notation.
//!
//! A [`Variant`](betza_game::variant::Variant) (a game as plain data) is compiled with its pieces into a [`game::Game`]
//! for one board width. A [`Setup`](betza_game::setup::Setup) (read from FEN) becomes a [`position::Position`], on
//! which moves are made and unmade. The folders are floors, and imports go down them:
//!
//! - `position`: cells, keys, moves, effects, positions, as data;
//! - `compile`: a variant becomes programs, tables and threats for one board;
//! - `attack`: who attacks what: checks, pins, attacked squares;
//! - `play`: making and unmaking moves; `generate`: legal moves, set-wise, into a sink;
//! - `rules`: what each rule adds to generating and making;
//! - `results`: who has won; `text`: the texts of moves;
//! - `count`: replies counted without making moves, the table of counts;
//! - [`door`]: the five widths of boards and the processor's features;
//! - above it what is not generic: [`strict`] reading, [`style`]s of moves.

mod attack;
mod compile;
mod count;
pub mod door;
mod generate;
mod play;
pub mod position;
mod results;
mod rules;
pub mod strict;
pub mod style;
mod text;
mod units;

/// Games and positions as data, under the names that they have for whoever plays games.
pub use betza_game::{fen, setup, setup::SetupError, variant};
pub use compile::{error::CompileError, game, processor::Processor};
pub use count::table;
pub use door::{self as width, AnyGame, AnyLine, AnyPosition, AnyUndo, leaves};
pub use generate::sink::{Counter, Sink};
pub use play::changes::Change;
pub use play::line::Line;
pub use play::past::Past;
pub use position::list::{Gen, Listed, MoveList};
pub use position::undo::Undo;
pub use position::{cell, effects, keys, moves};
pub use results::history::History;
pub use results::outcome::{Outcome, Reason};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Positions, rules and move generation for games whose pieces are given by notation.
//!
//! Data goes one way. A [`variant::Variant`] (a game as plain data) is *compiled* with its pieces into a [`game::Game`] for one board width.
//! A [`setup::Setup`] (read from FEN) becomes a [`position::Position`], a *state* that moves are made on and taken back from. *Attack* answers
//! who attacks what, *generate* gives the legal moves set-wise, *count* counts replies without making moves, and *text* reads and writes
//! positions and moves. Beside them stand the *rules*, one room each.

mod attack;
mod compile;
mod count;
mod generate;
mod rules;
mod state;
pub mod strict;
mod text;
mod units;
pub mod variant;
pub mod width;

pub use compile::{error::CompileError, game, processor::Processor};
pub use count::{leaves, table};
pub use generate::legal::Gen;
pub use generate::sink::{Counter, MoveList, Sink};
pub use rules::results::history::History;
pub use rules::results::outcome::{Outcome, Reason};
pub use state::changes::Change;
pub use state::convert::SetupError;
pub use state::undo::Undo;
pub use state::{cell, effects, keys, moves, position, setup};
pub use text::{fen, style};

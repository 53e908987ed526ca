//! Positions, rules and move generation for games whose pieces are given by notation.
//!
//! A [`rules::Variant`] is compiled, with its pieces, into a [`game::Game`] for one board width. A [`setup::Setup`] (read from FEN) becomes
//! a [`position::Position`], from which [`game::Game::generate`] gives the legal moves set-wise.

mod between;
mod blast;
mod castling;
mod chains;
mod convert;
mod drops;
pub mod effects;
mod ends;
pub mod fen;
pub mod game;
pub mod generate;
pub mod keys;
pub mod leaves;
mod lookup;
pub mod lowered;
pub mod moves;
mod passing;
mod plan;
mod play;
pub mod position;
mod processor;
mod promotion;
mod queries;
mod rows;
mod royals;
pub mod rules;
mod safety;
pub mod setup;
mod sink;
mod support;
pub mod table;
mod text;
mod threats;
mod trading;
mod trail;
pub mod width;

pub use convert::SetupError;
pub use play::Undo;

/// How moves are looked up on this processor: by `tables` (where it gathers bits quickly) or by `rays`.
#[must_use]
pub fn lookup_path() -> &'static str {
    if processor::gathers_bits() { "tables" } else { "rays" }
}

//! Ends of the game other than by having no moves: extinction, reaching a goal, a number of checks, and so on.
//!
//! This file has the rules as data. `plan.rs` compiles them, `position.rs` decides whether a position has ended, and
//! `outcome.rs` who has won.
//! Fairy-Stockfish's published counts stop at such positions, so whether a count does is part of the game
//! ([`EndConditions`]).

pub(crate) mod plan;
pub(crate) mod position;

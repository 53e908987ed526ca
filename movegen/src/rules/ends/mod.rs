//! Ends of the game other than by having no moves: extinction, reaching a goal, a number of checks, and so on.
//!
//! `plan.rs` compiles the ends, and `position.rs` tests whether a position has ended. `results/ends.rs` tells who has
//! won. Fairy-Stockfish's published counts stop at such positions, so a game says whether its counts do
//! ([`betza_game::variant::EndConditions`]).

pub(crate) mod plan;
pub(crate) mod position;

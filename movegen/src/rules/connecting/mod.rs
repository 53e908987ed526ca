//! Connecting: a side's pieces stand in a row or otherwise together, which ends the game (Connect Four, Hex,
//! Tic-tac-toe).
//!
//! `plan.rs` compiles the rule and tests whether it holds. It is one of the ends of a game
//! ([`betza_game::variant::EndRule::Connected`]).

pub(crate) mod plan;

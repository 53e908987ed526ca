//! Alice chess: pieces stand on two boards and change boards by moving
//! ([`betza_game::variant::Variant::second_board`]).
//!
//! `plan.rs` tells the boards apart, `moves.rs` generates the moves of each board as if it were alone, and makes them.

pub(crate) mod moves;
pub(crate) mod plan;

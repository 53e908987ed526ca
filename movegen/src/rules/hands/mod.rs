//! Hands and drops: a side holds pieces beside the board and may, instead of moving, drop one onto an empty square
//! (shogi, crazyhouse).
//!
//! Captures or the start position fill the hands. `plan.rs` compiles which drops a side has and what captures bring to
//! the hand, and `moves.rs` generates and makes drops. `count/rules/hands.rs` counts them.

pub(crate) mod moves;
pub(crate) mod plan;

//! Hands and drops: a side holds pieces beside the board and may, instead of moving, drop one onto an empty square
//! (shogi, crazyhouse).
//!
//! Hands are filled by captures or by the start position. This file has the rule as data. `plan.rs` compiles which
//! drops a side has and what captures bring to the hand, and `moves.rs` generates, makes and counts drops. Sources: the
//! rules of shogi; for crazyhouse and placement chess, lichess.org and Fairy-Stockfish.

pub(crate) mod moves;
pub(crate) mod plan;

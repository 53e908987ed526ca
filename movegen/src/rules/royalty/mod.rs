//! Royalty: which pieces are royal, so that their safety matters, and what that demands.
//!
//! In chess the king is royal, and a move that leaves it attacked is illegal. Other games have several royals, royals
//! only while few pieces of a kind are left (pseudo-royals), or kings with moves that only unmoved ones have. This file
//! has the rules as data. `which.rs` and `royals.rs` find the royals of a position, and `first_moves.rs` has the rules
//! about moves of unmoved royals. Safety itself is computed by `attack/safety.rs`.

pub(crate) mod first_moves;
pub(crate) mod plan;

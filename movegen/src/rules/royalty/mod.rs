//! Royalty: which pieces are royal, so that their safety matters, and what that demands.
//!
//! In chess the king is royal, and a move that leaves it attacked is illegal. Other games have several royals, royals
//! only while few pieces of a kind are left (pseudo-royals), or kings with moves that only unmoved ones have.
//!
//! `plan.rs` compiles which promotions change the royals, and `first_moves.rs` has the rules about moves of unmoved
//! royals. `attack/royals.rs` finds the royals of a position, and `attack/safety.rs` the checks on them and the pins.

pub(crate) mod first_moves;
pub(crate) mod plan;

//! Trading: some pieces may not simply be traded for each other (chu shogi's Lions).
//!
//! Two Lions that could capture each other at a distance would soon be gone, so chu shogi forbids it. `plan.rs` has
//! masks that tell where the rule may matter, and `moves.rs` decides about single captures.

pub(crate) mod moves;
pub(crate) mod plan;

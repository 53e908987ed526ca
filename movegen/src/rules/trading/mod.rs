//! Trading: some pieces may not simply be traded for each other (chu shogi's Lions).
//!
//! Two Lions that could capture each other at a distance would soon be gone, so chu shogi forbids it. This file has the
//! rule as data. `plan.rs` tells cheaply where it may matter, and `moves.rs` decides about single captures. Source: the
//! rules of chu shogi as Lishogi plays them.

pub(crate) mod moves;
pub(crate) mod plan;

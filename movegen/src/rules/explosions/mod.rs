//! Explosions: a capture destroys the captured piece, the captor, and most pieces on the squares around (atomic chess).
//!
//! A side may not blow up its own royal. Blowing up the enemy's royal wins, so a capture that does it is legal even if
//! it leaves the own royal attacked. While the royals stand next to each other, neither can be captured without
//! destroying the other, so there is no check.
//!
//! `plan.rs` has the masks, and `moves.rs` generates and makes captures. `count/rules/explosions.rs` counts them.

pub(crate) mod moves;
pub(crate) mod plan;

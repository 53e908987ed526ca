//! Explosions: a capture destroys the captured piece, the captor, and most pieces on the squares around (atomic chess).
//!
//! A side may not blow up its own royal. Blowing up the enemy's royal wins, so a capture that does it is legal even if
//! it leaves the own royal attacked. While the royals stand next to each other, neither can be captured without
//! destroying the other, so there is no check.
//!
//! This file has the rule as data. `plan.rs` has the masks, `moves.rs` generates and makes captures, and `replies.rs`
//! counts them. Sources: lichess.org/variant/atomic; python-chess and Fairy-Stockfish agree.

pub(crate) mod moves;
pub(crate) mod plan;

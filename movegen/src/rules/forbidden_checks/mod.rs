//! Forbidden checks: a move may not give check (racing kings), or only if it is mate (checkless chess).
//!
//! `moves.rs` tells from masks which moves give check, and `replies.rs` counts them in order to subtract them.

pub(crate) mod moves;

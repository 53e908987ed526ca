//! Forbidden checks: a move may not give check (racing kings), or only if it is mate (checkless chess).
//!
//! `moves.rs` tells from masks which moves give check. `count/rules/forbidden_checks.rs` counts these moves in order to
//! subtract them.

pub(crate) mod moves;

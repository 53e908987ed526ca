//! Forbidden checks: a move may not give check (racing kings), or only if it is mate (checkless chess).
//!
//! `moves.rs` tells from masks which moves give check, and `replies.rs` counts them in order to subtract them.

pub(crate) mod moves;
pub(crate) mod replies;

/// Which checks are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenChecks {
    /// All checks (racing kings).
    Any,
    /// All checks that are not mate (checkless chess).
    UnlessMate,
}

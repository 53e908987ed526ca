//! Forbidden checks: a move may not give check (racing kings), or only if it is mate (checkless chess).

pub mod needs;

/// Which checks are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenChecks {
    /// All checks (racing kings).
    Any,
    /// All checks that are not mate (checkless chess).
    UnlessMate,
}

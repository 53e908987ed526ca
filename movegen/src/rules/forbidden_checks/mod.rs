//! Checks that are forbidden (racing kings, checkless chess).

pub(crate) mod moves;
pub(crate) mod replies;

/// Which checks are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenChecks {
    /// Any check (racing kings).
    Any,
    /// Any that is not mate (checkless).
    UnlessMate,
}

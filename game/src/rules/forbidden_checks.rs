//! Forbidden checks: a move may not give check (racing kings), or only if it is mate (checkless chess).
//!
//! `moves.rs` tells from masks which moves give check, and `replies.rs` counts them in order to subtract them.

use crate::needs::Needs;
use crate::rules::Rule;

/// Which checks are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenChecks {
    /// All checks (racing kings).
    Any,
    /// All checks that are not mate (checkless chess).
    UnlessMate,
}

/// Needs that no move gives check, or only if it is mate.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.forbidden_checks {
        None => Needs::empty(),
        Some(ForbiddenChecks::Any) => Needs::FORBIDS_CHECKS,
        Some(ForbiddenChecks::UnlessMate) => Needs::FORBIDS_CHECKS | Needs::ALLOWS_MATE,
    },
    ..Rule::NONE
};

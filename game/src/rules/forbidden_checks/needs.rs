//! Forbidden checks: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::forbidden_checks::ForbiddenChecks;

/// Moves that give check are left out, or only those whose check is not mate.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.forbidden_checks {
        None => Needs::empty(),
        Some(ForbiddenChecks::Any) => Needs::FORBIDS_CHECKS,
        Some(ForbiddenChecks::UnlessMate) => Needs::FORBIDS_CHECKS | Needs::ALLOWS_MATE,
    },
    ..Rule::NONE
};

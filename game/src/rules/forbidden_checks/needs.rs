//! Forbidden checks: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::forbidden_checks::ForbiddenChecks;

/// Moves that give check are left out, or only those whose check is not mate.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = match variant.forbidden_checks {
            None => return Needs::empty(),
            Some(ForbiddenChecks::Any) => Needs::FORBIDS_CHECKS,
            Some(ForbiddenChecks::UnlessMate) => Needs::FORBIDS_CHECKS | Needs::ALLOWS_MATE,
        };
        // Masks do not see the checks of enemies that become royal because a capture leaves few enough of their kind.
        needs.set(Needs::JUDGED, !variant.royalty.pseudo.is_empty());
        needs
    },
    ..Rule::NONE
};

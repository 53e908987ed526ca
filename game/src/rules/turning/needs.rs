//! Turning: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};

/// Making a move also turns pieces over, on any squares.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.turning {
        None => Needs::empty(),
        Some(_) => {
            let mut needs = Needs::MAKES_MORE | Needs::CHANGES_OTHER_SQUARES | Needs::COUNTS_BY_MAKING;
            // Masks do not see the checks of pieces that have changed sides.
            needs.set(Needs::JUDGED, variant.forbidden_checks.is_some());
            needs
        }
    },
    refusals: |variant| {
        if variant.turning.is_none() {
            return Vec::new();
        }
        vec![
            (
                variant.royalty.check && variant.royal_kinds().next().is_some(),
                "pieces that change sides where they are enclosed together with royal pieces",
            ),
            (
                variant.captures_apart(),
                "pieces that change sides where they are enclosed together with captures that destroy what stands around",
            ),
            (
                variant.series.is_some(),
                "pieces that change sides where they are enclosed together with captures in series",
            ),
            (
                variant.walling.is_some(),
                "pieces that change sides where they are enclosed together with moves that place walls",
            ),
        ]
    },
    ..Rule::NONE
};

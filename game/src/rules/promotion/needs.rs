//! Promotion: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::variant::Kind;

/// Promotion by reaching a zone is part of the ordinary generator. Promotion in place adds moves.
pub const RULE: Rule = Rule {
    needs: |variant| {
        if variant.kinds.iter().any(Kind::promotes_in_place) { Needs::PROMOTES_IN_PLACE } else { Needs::empty() }
    },
    refusals: |variant| {
        let remembers = |k: &&Kind| k.promotion.as_ref().is_some_and(|p| p.remembers);
        let mut kinds = variant.kinds.iter().enumerate();
        vec![
            (
                kinds.any(|(i, k)| k.promotes_in_place() && k.promotes_to(|to| to.index() == i)),
                "pieces that promote in place to what they are",
            ),
            (
                variant.royal_kinds().any(|k| variant.kinds[k.index()].promotes_in_place()),
                "royal pieces that promote in place",
            ),
            (variant.kinds.iter().filter(remembers).count() > 1, "several kinds whose promotion is remembered"),
        ]
    },
    beside_chains: |variant| {
        let in_place = variant.kinds.iter().any(Kind::promotes_in_place);
        in_place.then_some("promotion in place together with pieces that move by chains")
    },
};

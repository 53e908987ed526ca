//! Promotion: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::variant::{Kind, Variant};

/// Promotion by reaching a zone is part of the ordinary generator. Promotion in place adds moves, and promotion that is
/// forced by what is captured forbids some.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = Needs::empty();
        needs.set(Needs::PROMOTES_IN_PLACE, variant.kinds.iter().any(Kind::promotes_in_place));
        needs.set(Needs::HANDS, variant.promotes_from_hands());
        needs.set(Needs::FORBIDS_CAPTURES, !variant.forces_promotion.is_empty());
        needs
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
            (
                variant.promotes_from_hands() && has_other_hands(variant),
                "promotion to pieces in hand together with endless hands, gating, promotion in place, or royal pieces that promote so",
            ),
            (
                variant.promotes_from_hands() && changes_movers(variant),
                "promotion to pieces in hand together with captures that explode or come in series, or with what movers become",
            ),
        ]
    },
    beside_chains: |variant| {
        if variant.kinds.iter().any(Kind::promotes_in_place) {
            return Some("promotion in place together with pieces that move by chains");
        }
        variant.promotes_from_hands().then_some("promotion to pieces in hand together with pieces that move by chains")
    },
};

/// Returns whether another rule takes pieces out of the hands, or a promotion from a hand is none by moving.
fn has_other_hands(variant: &Variant) -> bool {
    let from_hand = |kind: &&Kind| kind.promotes_from_hand();
    variant.gating.is_some()
        || variant.hands.as_ref().is_some_and(|hands| hands.endless)
        || variant.kinds.iter().filter(from_hand).any(|kind| kind.promotes_in_place() || kind.royal)
}

/// Returns whether a rule makes promotions itself, so that the hand would not be seen to.
fn changes_movers(variant: &Variant) -> bool {
    variant.captures_apart() || variant.series.is_some() || variant.transforms()
}

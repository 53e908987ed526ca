//! Transformation: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::promotion::{Forced, Promotion};
use crate::rules::royalty::SeveralRoyals;
use crate::units::KindId;
use crate::variant::{Kind, Variant};

/// Moves are rewritten, and judged by making them, since masks of pins and checks assume that the mover stays what it
/// is. Where captors only turn into walls, masks mostly hold.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.transforms() {
        true if are_walls_like_captors(variant) => Needs::PETRIFIES,
        true if variant.royalty.check => Needs::JUDGED_BY_MAKING | Needs::TRANSFORMS,
        true => Needs::JUDGED | Needs::TRANSFORMS,
        false => Needs::empty(),
    },
    refusals: |variant| {
        let rule = &variant.transformation;
        let becomes = |test: &dyn Fn(&Kind) -> bool| rule.becomes.iter().any(|(k, _)| test(&variant.kinds[k.index()]));
        // Whether some piece that becomes others by what it captures promotes so.
        let catches = |test: &dyn Fn(&Promotion) -> bool| {
            let mut kinds = variant.kind_ids().filter(|kind| !rule.immune.contains(kind));
            !rule.contagion.is_empty() && kinds.any(|k| variant.kinds[k.index()].promotion.as_ref().is_some_and(test))
        };
        vec![
            (
                !rule.forward_until_capture.is_empty() && variant.kinds.iter().any(Kind::promotes_in_place),
                "promotion in place together with pieces that move only forward at first",
            ),
            (
                variant.royalty.check
                    && !rule.contagion.is_empty()
                    && (variant.royal_kinds().any(|kind| !rule.immune.contains(&kind))
                        || rule.contagion.iter().any(|(_, becomes)| variant.may_be_royal(*becomes))),
                "royal pieces that become others, or others that become royal, by what they capture, where kings must be safe",
            ),
            (
                catches(&may_lack_choices),
                "pieces that become others by what they capture and must promote to what may not be left",
            ),
            (becomes(&Kind::promotes_in_place), "pieces that become others by moving and promote in place too"),
            (
                catches(&|promotion| promotion.remembers),
                "pieces that become others by what they capture and whose promotion is remembered",
            ),
            (
                becomes(&|k| k.promotion.as_ref().is_some_and(|p| p.remembers)),
                "pieces that become others by moving and whose promotion is remembered",
            ),
        ]
    },
    beside_chains: |variant| {
        let petrifies = !variant.petrifies.is_empty();
        petrifies.then_some("captors that turn into walls together with pieces that move by chains")
    },
};

/// Returns whether a move may be forbidden because it would have to promote.
fn may_lack_choices(rule: &Promotion) -> bool {
    let is_limited = !rule.limits.is_empty() || !rule.only.is_empty() || rule.from_captured || rule.from_hand;
    is_limited && rule.forced != Forced::No || rule.only_promoted.iter().any(|region| !region.is_empty())
}

/// Returns whether masks of pins and checks hold for captors that turn into walls, as a wall shields a royal like the
/// captor: no captor is one of several royals, and no piece tells the captor from a wall.
fn are_walls_like_captors(variant: &Variant) -> bool {
    let royals: Vec<KindId> = variant.royal_kinds().collect();
    let petrifies = |kind: &&KindId| variant.petrifies.contains(kind);
    variant.transformation.is_empty()
        && variant.royalty.check
        && variant.royalty.pseudo.is_empty()
        && variant.royalty.several != SeveralRoyals::First
        && variant.kinds.iter().all(|kind| kind.barriers.is_empty())
        && [0, royals.len()].contains(&royals.iter().filter(petrifies).count())
}

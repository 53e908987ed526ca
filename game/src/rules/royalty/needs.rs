//! Royalty: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::royalty::SeveralRoyals;
use crate::variant::Kind;

/// Moves are judged where one may change which pieces are royal or capture an own royal, and where a rule restricts the
/// moves of royals: in all positions, or only where that is possible. Making a move takes first moves from the enemy
/// royals on its file or rank.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let rule = &variant.royalty;
        let mut kinds = variant.kind_ids();
        let promotes_royals = kinds.clone().any(|kind| variant.promotes_royals(kind));
        let picks = rule.several == SeveralRoyals::First;
        let mut needs = if picks && rule.check { Needs::JUDGED_BY_MAKING } else { Needs::empty() };
        needs.set(Needs::PICKS_ROYALS, picks);
        needs.set(Needs::PROMOTES_ROYALS, promotes_royals && rule.check);
        needs.set(Needs::CHANGES_ROYALS, kinds.any(|kind| variant.changes_royals(kind)));
        needs.set(Needs::JUDGES_IN_CHECK, rule.stays_in_check && rule.check);
        needs.set(Needs::FIRST_MOVES_ONLY, rule.first_moves_only);
        if rule.check && variant.may_take_friends() {
            needs |= Needs::JUDGED;
        }
        // What is placed on a gate may be royal there, or the reason why others of its kind are not any more.
        if rule.check
            && variant.gating.as_ref().is_some_and(|gating| gating.kinds.iter().any(|&k| variant.may_be_royal(k)))
        {
            needs |= Needs::JUDGED_BY_MAKING;
        }
        if !rule.first_moves_lost_to.is_empty() {
            needs |= Needs::MAKES_MORE;
        }
        needs
    },
    refusals: |variant| {
        let promotes = |k: &Kind| k.royal && k.promotes_to(|to| !variant.may_be_royal(*to));
        vec![(variant.royalty.check && variant.kinds.iter().any(promotes), "royal pieces that promote to others")]
    },
    ..Rule::NONE
};

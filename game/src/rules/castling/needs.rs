//! Castling: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::castling::CastlingRule;
use crate::rules::ends::EndRule;
use crate::variant::Variant;

/// Returns whether castling does more than move two pieces: the other side loses a right, or the game ends.
pub fn has_consequences(variant: &Variant) -> bool {
    variant.castling.as_ref().is_some_and(|rule| rule.ends_opposite)
        || variant.ends.iter().any(|end| matches!(end, EndRule::Castled(_)))
}

/// Returns the rule if kings castle with several partners of a side.
fn several(variant: &Variant) -> Option<&CastlingRule> {
    variant.castling.as_ref().filter(|rule| rule.further.is_some())
}

/// The ordinary generator castles, and counting must know that there is castling. Where castling does more than move
/// two pieces, or there are several partners whose rights end one by one, replies are counted by making the move. Rules
/// that do not go together with castling refuse it.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = if variant.castling.is_some() { Needs::CASTLES } else { Needs::empty() };
        let does_more = has_consequences(variant) || several(variant).is_some();
        needs.set(Needs::MAKES_MORE | Needs::COUNTS_BY_MAKING, does_more);
        needs
    },
    refusals: |variant| {
        let Some(rule) = several(variant) else { return Vec::new() };
        let drops = variant.hands.as_ref().is_some_and(|hands| hands.castling_by_drop);
        let is_partner = |k: usize| rule.partners.iter().flatten().any(|kind| kind.index() == k);
        vec![
            (rule.any_files || rule.king_file.is_none(), "several castling partners a side together with any files"),
            (drops, "several castling partners a side together with castling by drop"),
            (variant.gating.is_some(), "several castling partners a side together with gating"),
            (!variant.second_board.is_empty(), "several castling partners a side together with two boards"),
            (
                variant.tracks_unmoved().enumerate().any(|(k, tracks)| tracks && is_partner(k)),
                "several castling partners a side that have first moves",
            ),
        ]
    },
    ..Rule::NONE
};

//! Explosions: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::explosions::ExplosionRule;
use crate::variant::{Kind, Variant};

/// The rule generates the captures, since they remove many pieces. Where captors survive, or explosions spare royals,
/// masks do not tell whether a royal can be captured beside another one, so each move is judged.
pub const RULE: Rule = Rule {
    needs: |variant| match &variant.explosion {
        None => Needs::empty(),
        Some(rule) => {
            let mut needs = Needs::CAPTURES_APART | Needs::CHANGES_OTHER_SQUARES | Needs::MAKES_MORE;
            needs.set(Needs::JUDGED, !rule.captor_too || spares_royals(variant, rule));
            // A capture also gives pieces to the side that replies.
            needs.set(Needs::COUNTS_BY_MAKING, variant.hands.as_ref().is_some_and(|h| h.captures));
            needs
        }
    },
    refusals: |variant| {
        let Some(rule) = &variant.explosion else { return Vec::new() };
        let several = variant.royal_kinds().count() > 1;
        let promotes_to_royal = variant.kinds.iter().any(|k| k.promotes_to(|to| variant.may_be_royal(*to)));
        vec![
            (
                !rule.captor_too && (several || promotes_to_royal),
                "captors that survive explosions together with several royal pieces",
            ),
            (!variant.royalty.pseudo.is_empty(), "a blast on capture among pseudo-royals"),
            (variant.series.is_some(), "captures in series together with blasts"),
            (variant.annan, "pieces that move as the friend behind them together with blasts"),
            (variant.royals_may_pass(), "blasts where a royal piece may be captured en passant"),
            // Masks take it that a royal is captured on its own square, which is then the middle of the blast.
            (
                variant.royalty.check && variant.kinds.iter().any(Kind::has_side_effects),
                "blasts of captures elsewhere than where the captor goes, where royals must be safe (royalty.check)",
            ),
        ]
    },
    ..Rule::NONE
};

/// Returns whether some royals are destroyed by their own captures and not by explosions beside them.
#[must_use]
pub fn spares_royals(variant: &Variant, rule: &ExplosionRule) -> bool {
    rule.captor_too && rule.spares.iter().any(|&kind| variant.may_be_royal(kind) && !rule.immune.contains(&kind))
}

//! Explosions: a capture destroys the captured piece, the captor, and most pieces on the squares around (atomic chess).
//!
//! A side may not blow up its own royal. Blowing up the enemy's royal wins, so a capture that does it is legal even if
//! it leaves the own royal attacked. While the royals stand next to each other, neither can be captured without
//! destroying the other, so there is no check.
//!
//! This file has the rule as data. `plan.rs` has the masks, `moves.rs` generates and makes captures, and `replies.rs`
//! counts them. Sources: lichess.org/variant/atomic; python-chess and Fairy-Stockfish agree.

use crate::needs::Needs;
use crate::rules::Rule;
use crate::units::KindId;
use crate::variant::Variant;

/// What a capture destroys.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplosionRule {
    /// Kinds that an explosion next to them does not destroy (atomic's pawns). A capture by or of such a piece still
    /// destroys it.
    pub spares: Vec<KindId>,
    /// Kinds that no explosion destroys, not even that of their own capture. They can still be captured.
    pub immune: Vec<KindId>,
    /// Whether the captor is destroyed too.
    pub captor_too: bool,
    /// What stood next to the destination and is destroyed turns into walls. Captor and captured piece leave none.
    pub petrifies: bool,
}

/// Needs to generate captures here, since they remove many pieces. Where captors survive, or explosions spare royals, masks do not tell
/// whether a royal can be captured beside another one, so each move is judged.
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
        ]
    },
    ..Rule::NONE
};

/// Whether some royals are destroyed by their own captures and not by explosions beside them.
#[must_use]
pub fn spares_royals(variant: &Variant, rule: &ExplosionRule) -> bool {
    rule.captor_too && rule.spares.iter().any(|&kind| variant.may_be_royal(kind) && !rule.immune.contains(&kind))
}

//! Gating (Seirawan chess): what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::castling::CastlingRule;

/// Moves with gating are added to the ordinary ones, and change more squares than their own.
pub const RULE: Rule = Rule {
    needs: |variant| {
        if variant.gating.is_some() { Needs::PLACES_PIECES | Needs::CHANGES_OTHER_SQUARES } else { Needs::empty() }
    },
    refusals: |variant| {
        let gates = variant.gating.is_some();
        let chooses_castling = variant.castling.as_ref().is_some_and(CastlingRule::has_choice);
        let becomes_castling = variant.transformation.becomes.iter().any(|(k, _)| variant.castles(*k));
        vec![
            (
                becomes_castling && (gates || chooses_castling),
                "pieces that become others by moving and castle through gates or to a choice of squares",
            ),
            (
                gates && variant.forbids_captures(),
                "captures forbidden one by one (trades, protected pieces, forced promotion) together with gating",
            ),
            (gates && variant.annan, "pieces that move as the friend behind them together with gating"),
            (gates && variant.series.is_some(), "captures in series together with gating"),
            (
                gates && !variant.royalty.first_moves_lost_to.is_empty(),
                "gating together with first moves that are lost to an attack",
            ),
        ]
    },
    ..Rule::NONE
};

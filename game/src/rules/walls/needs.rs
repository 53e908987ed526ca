//! Walls: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::walls::WallPlace;

/// The rule generates the moves. Where royals must be safe, each move is judged by making it: the duck blocks checks.
pub const RULE: Rule = Rule {
    needs: |variant| match &variant.walling {
        Some(_) if variant.royalty.check && variant.royal_kinds().next().is_some() => {
            Needs::PLACES_WALLS | Needs::JUDGED_BY_MAKING
        }
        Some(_) => Needs::PLACES_WALLS,
        None => Needs::empty(),
    },
    refusals: |variant| {
        if variant.walling.is_none() {
            return Vec::new();
        }
        vec![
            (variant.has_hands(), "moves that place walls together with hands"),
            (variant.series.is_some(), "moves that place walls together with captures in series"),
            (variant.annan, "moves that place walls together with pieces that move as the friend behind them"),
            (variant.transforms(), "moves that place walls together with what becomes of movers and captors"),
            (
                variant.kinds.iter().any(|kind| kind.promotes_in_place()),
                "moves that place walls together with promotion in place",
            ),
            (
                variant.forbids_captures(),
                "moves that place walls together with captures forbidden one by one (trades, protected pieces, forced promotion)",
            ),
        ]
    },
    // Arrows move by tables, which moves by chains do not have.
    beside_chains: |variant| {
        let shoots = variant.walling.as_ref().is_some_and(|rule| rule.place == WallPlace::Arrow);
        shoots.then_some("arrows together with pieces that move by chains")
    },
};

//! Captures in series (draughts): a piece that has captured goes on capturing as long as it can, and all of this is one
//! move.
//!
//! This file has the rule as data, and `moves.rs` finds the series.

use crate::needs::Needs;
use crate::rules::Rule;
use crate::variant::Kind;

/// How captures go on. Captured pieces stay on the board as obstacles until the move ends, and no piece is captured
/// twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeriesRule {
    /// What happens when the piece reaches its promotion zone on the way.
    pub promotion: SeriesPromotion,
    /// Only moves that capture the greatest possible number of pieces are legal (international draughts).
    pub most: bool,
}

/// What happens when a piece reaches its promotion zone during a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesPromotion {
    /// It promotes, and the move ends there (English draughts).
    Ends,
    /// It promotes and goes on as the new piece (Russian draughts).
    GoesOn,
    /// It promotes only if the move ends there (international draughts).
    AtEnd,
}

/// Needs to generate moves here. Each step is made on a copy of the position without the hooks of other rules, so rules
/// that change what a capture does are refused.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.series.is_some() { Needs::CAPTURE_SERIES } else { Needs::empty() },
    refusals: |variant| {
        if variant.series.is_none() {
            return Vec::new();
        }
        vec![
            (
                variant.kinds.iter().any(|k| k.royal && variant.royalty.check)
                    || !variant.royalty.pseudo.is_empty()
                    || variant.hands.is_some(),
                "captures in series together with royals or hands",
            ),
            (
                variant.trading.is_some()
                    || variant.transforms()
                    || !variant.mutually_immune.is_empty()
                    || variant.kinds.iter().any(Kind::promotes_in_place),
                "captures in series together with trades, what becomes of movers and captors, immunity or promotion in place",
            ),
        ]
    },
    ..Rule::NONE
};

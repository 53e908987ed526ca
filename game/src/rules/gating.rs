//! Gating (Seirawan chess): when a piece of the first rank moves for the first time, a piece from the hands may be
//! placed on the square that it leaves.
//!
//! Such a square is called a gate. It is open while the piece that started there has not moved. This file has the rule
//! as data, and `moves.rs` adds gating to the ordinary moves. Source: the rules of S-Chess by Y. Seirawan and B.
//! Harper, in details Fairy-Stockfish.

use crate::needs::Needs;
use crate::rules::Rule;
use crate::units::{BySide, KindId};

/// What may be gated, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRule {
    /// Kinds in the hands that may be gated.
    pub kinds: Vec<KindId>,
    /// The rank of the gates, from 0, for each side. The file letters in the castling field of a FEN are about this
    /// rank.
    pub rank: BySide<u8>,
}

/// Needs to add moves with gating to the ordinary ones, and says that a move changes more squares than its own.
pub const RULE: Rule = Rule {
    needs: |variant| {
        if variant.gating.is_some() { Needs::PLACES_PIECES | Needs::CHANGES_OTHER_SQUARES } else { Needs::empty() }
    },
    refusals: |variant| {
        let gates = variant.gating.is_some();
        let chooses_castling = variant.castling.as_ref().is_some_and(|c| c.also_to != [vec![], vec![]]);
        let becomes_castling = variant.transformation.becomes.iter().any(|(k, _)| variant.castles(*k));
        vec![
            (
                becomes_castling && (gates || chooses_castling),
                "pieces that become others by moving and castle through gates or to a choice of squares",
            ),
            (gates && variant.trading.is_some(), "pieces that may not be traded together with gating"),
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

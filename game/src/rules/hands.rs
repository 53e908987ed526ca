//! Hands and drops: a side holds pieces beside the board and may, instead of moving, drop one onto an empty square
//! (shogi, crazyhouse).
//!
//! Hands are filled by captures or by the start position. This file has the rule as data. `plan.rs` compiles which
//! drops a side has and what captures bring to the hand, and `moves.rs` generates, makes and counts drops. Sources: the
//! rules of shogi; for crazyhouse and placement chess, lichess.org and Fairy-Stockfish.

use crate::needs::Needs;
use crate::rules::Rule;
use crate::setup::Placed;
use crate::units::{BySide, KindId, Region};
use crate::variant::{Kind, Variant};
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;

/// Where pieces of a kind may be dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRegion {
    /// The squares of each side on which the kind may be dropped if they are empty.
    pub region: BySide<Region>,
    /// The most pieces of the kind that a side may have on one file by dropping (1 for shogi's pawns).
    pub per_file: Option<u8>,
    /// The piece may not be dropped where it could never move again.
    pub not_stuck: bool,
    /// A drop of the kind may not give mate (shogi's pawns).
    pub no_mate: bool,
}

/// What comes to the hands, and what may be dropped from them.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRule {
    /// Captured pieces go to the captor's hand.
    pub captures: bool,
    /// Captured pieces go to the hand of the side that lost them. (A stock for promotion, as in Grand chess, is
    /// `Promotion::from_captured`.)
    pub captures_return: bool,
    /// Every piece that may be dropped is in hand at all times, and none is ever used up (Ataxx). FENs have no hands.
    pub endless: bool,
    /// Pieces in hand may be dropped. If not, another rule may still place them.
    pub drops: bool,
    /// While pieces of these kinds can be dropped, no other move is legal.
    pub must_drop: Vec<KindId>,
    /// A king and a partner gain the castling right when both stand on the squares where castling starts (placement
    /// chess).
    pub castling_by_drop: bool,
    /// Pieces may also be dropped in promoted form.
    pub drop_promoted: bool,
    /// A drop may give check.
    pub drop_checks: bool,
    /// A promoted piece stays promoted in the hand (loop chess).
    pub keeps_promoted: bool,
    /// Pieces of these kinds must be divided evenly between squares of both colours (the bishops of placement chess).
    pub opposite_coloured: Vec<KindId>,
}

impl Variant {
    /// Whether the rules let a piece come from a hand onto a square, whether it could move from there or not.
    pub fn enters_on(&self, piece: Placed, square: Square) -> bool {
        self.has_hands() && self.kinds[piece.kind.index()].drop.region[piece.side.index()].contains(square)
    }

    /// Whether a piece comes from a hand only to squares from which it could move.
    pub fn must_be_able_to_move(&self, piece: Placed) -> bool {
        self.kinds[piece.kind.index()].drop.not_stuck
    }
}

/// Drops are part of the ordinary generator. The room asks to judge moves while something is in hand if drops may not give
/// check, to give some drops first, and to count replies by making where captures change the opponent's drops.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let Some(rule) = &variant.hands else { return Needs::empty() };
        let mut needs = Needs::HANDS;
        needs.set(Needs::JUDGES_ENTERING, !rule.drop_checks);
        needs.set(Needs::ENTERING_FIRST, !rule.must_drop.is_empty());
        // A move may bring pieces to the hand of the side that replies.
        let costs_own = rule.captures && (variant.captures_apart() || !variant.petrifies.is_empty());
        needs.set(Needs::COUNTS_BY_MAKING, rule.captures_return || costs_own);
        needs
    },
    refusals: |variant| {
        vec![(
            Side::BOTH.into_iter().any(|side| drops_in_two_ways(variant, side)),
            "a piece that can be dropped as the promoted form of two others, or of another and as itself",
        )]
    },
    ..Rule::NONE
};

/// Whether pieces come to a hand as the kind with this index, or all are in it.
#[must_use]
pub fn may_be_held(variant: &Variant, index: usize) -> bool {
    let is_endless = variant.hands.as_ref().is_some_and(|h| h.endless);
    let kept = |kind: &Kind| kind.in_hand.is_some_and(|held| held.index() == index);
    is_endless || variant.kinds[index].in_hand.is_none() || variant.kinds.iter().any(kept)
}

/// Whether some kind could be dropped from two kinds in hand, so that the drop would not say which one leaves the hand.
fn drops_in_two_ways(variant: &Variant, side: Side) -> bool {
    if !variant.hands.as_ref().is_some_and(|h| h.drop_promoted) {
        return false;
    }
    let mut dropped = vec![0; variant.kinds.len()];
    for (i, kind) in variant.kinds.iter().enumerate().filter(|(i, _)| may_be_held(variant, *i)) {
        dropped[i] += 1;
        let promoted = kind.promotion.iter().flat_map(|p| &p.to[side.index()]);
        promoted.for_each(|k| dropped[k.index()] += 1);
    }
    dropped.into_iter().any(|ways| ways > 1)
}

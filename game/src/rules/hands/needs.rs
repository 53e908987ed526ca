//! Hands and drops: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::setup::Placed;
use crate::variant::{Kind, Variant};
use betza_ir::geometry::{Side, Square};

impl Variant {
    /// Returns whether the rules let a piece come from a hand onto a square, whether it could move from there or not.
    pub fn enters_on(&self, piece: Placed, square: Square) -> bool {
        self.has_hands() && self.kinds[piece.kind.index()].drop.region[piece.side.index()].contains(square)
    }

    /// Returns whether a piece comes from a hand only to squares from which it could move.
    pub fn must_be_able_to_move(&self, piece: Placed) -> bool {
        self.kinds[piece.kind.index()].drop.not_stuck
    }
}

/// The ordinary generator drops. If drops may not give check, moves are judged while a piece is in hand. Some drops
/// come before all other moves. Where captures change the opponent's drops, replies are counted by making the move.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let Some(rule) = &variant.hands else { return Needs::empty() };
        let mut needs = Needs::HANDS;
        needs.set(Needs::JUDGES_DROPS, !rule.drop_checks);
        needs.set(Needs::DROPS_FIRST, !rule.must_drop.is_empty());
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

/// Returns whether a hand can hold the kind with this index: captured pieces become it, or hands are endless.
#[must_use]
pub fn may_be_held(variant: &Variant, index: usize) -> bool {
    let is_endless = variant.hands.as_ref().is_some_and(|h| h.endless);
    let kept = |kind: &Kind| kind.in_hand.is_some_and(|held| held.index() == index);
    is_endless || variant.kinds[index].in_hand.is_none() || variant.kinds.iter().any(kept)
}

/// Returns whether some kind could be dropped from two kinds in hand, so that the drop would not say which one leaves
/// the hand.
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

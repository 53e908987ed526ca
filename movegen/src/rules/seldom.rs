//! Rules that concern few positions ([`Needs::SELDOM`]): where they do, moves are judged one by one. All other positions
//! are generated and counted by masks.

use crate::compile::game::Game;
use crate::compile::side::SidePlan;
use crate::generate::Node;
use crate::position::board::Position;
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// Where pieces of a kind may promote so that other pieces are royal, or barriers, than before.
pub(crate) struct RoyalPromotion<const N: usize> {
    kind: KindId,
    /// The squares from which some move promotes.
    from: Bitboard<N>,
}

impl<const N: usize> RoyalPromotion<N> {
    /// Those of a side. `plan` has its compiled moves.
    #[inline(never)]
    pub fn all(variant: &Variant, plan: &SidePlan<N>) -> Vec<RoyalPromotion<N>> {
        let movers = plan.movers.iter().chain(&plan.royals);
        let found = movers.filter_map(|mover| {
            let promotion = mover.promotion.as_ref()?;
            variant.promotes_royals(mover.kind).then_some(())?;
            let reached = |from: Square| plan.tables[mover.kind.index()].may_reach(from);
            let promotes = |from: &Square| {
                promotion.in_place || !promotion.split(*from, reached(*from), Bitboard::FULL).promoting.is_empty()
            };
            let from = variant.board.squares().filter(promotes).collect();
            Some(RoyalPromotion { kind: mover.kind, from })
        });
        if variant.royalty.check { found.collect() } else { Vec::new() }
    }
}

impl<const N: usize> Game<N> {
    /// Whether a side has a piece that might promote so that other pieces are royal than before.
    pub(crate) fn may_promote_royals(&self, position: &Position<N>, side: Side) -> bool {
        let promotions = &self.rules.royal_promotions[side.index()];
        promotions.iter().any(|p| !position.pieces(side, p.kind).is_disjoint(&p.from))
    }
}

impl<const N: usize> Node<'_, N> {
    /// What rules that concern few positions ask in this one; empty in most.
    #[inline]
    pub(crate) fn needs_here(&self) -> Needs {
        let needs = self.game.rules.strategy.needs;
        let mut here = Needs::empty();
        if needs.contains(Needs::JUDGES_ENTERING) && self.game.holds_some(self.position, self.us) {
            here |= Needs::JUDGED;
        }
        if needs.contains(Needs::JUDGES_IN_CHECK) && self.is_in_check() {
            here |= Needs::JUDGED;
        }
        if needs.contains(Needs::PROMOTES_ROYALS) && self.game.may_promote_royals(self.position, self.us) {
            here |= Needs::JUDGED_BY_MAKING;
        }
        if needs.contains(Needs::JUDGES_IMMUNE) && self.game.may_meet_immune(self.position, self.us) {
            here |= Needs::JUDGED;
        }
        if needs.contains(Needs::FIRST_MOVES_ONLY) && self.safety.royal.is_none() && !self.royals.is_empty() {
            here |= Needs::JUDGED;
        }
        if needs.contains(Needs::PETRIFIES) && self.test_all {
            here |= Needs::JUDGED_BY_MAKING | Needs::TRANSFORMS;
        }
        here
    }
}

impl<const N: usize> Game<N> {
    /// The squares that a plain move must touch so that a rule that concerns few positions needs something of the
    /// replies, or changes how many moves it adds to them. `side` is the one that replies. All squares where it does so
    /// already.
    pub(crate) fn seldom_squares(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let needs = self.rules.strategy.needs;
        let judged = needs.contains(Needs::JUDGES_ENTERING) && self.holds_some(position, side)
            || needs.contains(Needs::PROMOTES_ROYALS) && self.may_promote_royals(position, side);
        if judged {
            return Bitboard::FULL;
        }
        // A move that is not made gives no check.
        let mut squares = Bitboard::EMPTY;
        if needs.contains(Needs::PROMOTES_IN_PLACE) {
            squares |= self.squares_of_promotion_in_place(position, side);
        }
        if needs.contains(Needs::JUDGES_IMMUNE) {
            squares |= self.squares_of_immune(position, side);
        }
        squares
    }
}

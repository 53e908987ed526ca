//! Promotions that change which pieces are royal, compiled.

use crate::compile::side::SidePlan;
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// Where pieces of a kind may promote and thereby change which pieces are royal, or which are barriers.
pub(crate) struct RoyalPromotion<const N: usize> {
    pub kind: KindId,
    /// The squares from which some move promotes.
    pub from: Bitboard<N>,
}

impl<const N: usize> RoyalPromotion<N> {
    /// Compiles those of a side. `plan` has its compiled moves.
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

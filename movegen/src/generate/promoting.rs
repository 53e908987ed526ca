//! Gives moves to the sink, as promotions where the piece may promote.

use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::moves::MoveType;
use crate::rules::promotion::plan::PromotionPlan;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Gives legal moves to the sink, as promotions where the piece may promote.
    #[inline]
    pub(crate) fn emit<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        match promotion {
            _ if targets.is_empty() => {}
            None => sink.targets(kind, from, targets),
            Some(plan) => self.emit_promoting(kind, from, targets, plan, sink),
        }
    }

    /// Gives legal moves of a piece that may promote to the sink.
    #[inline(always)]
    pub(crate) fn emit_promoting<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        plan: &PromotionPlan<N>,
        sink: &mut S,
    ) {
        let split = plan.split(from, targets, self.enemies);
        sink.targets(kind, from, split.plain);
        if !split.promoting.is_empty() {
            self.choices(plan, split.promoting, &mut |to, squares| sink.promotions(from, squares, to));
        }
    }

    /// Calls `give` with kinds to which a piece can promote now, and the squares of `promoting` on which it may become
    /// one of them.
    #[inline(never)]
    pub(crate) fn choices(
        &self,
        plan: &PromotionPlan<N>,
        promoting: Bitboard<N>,
        give: &mut dyn FnMut(&[KindId], Bitboard<N>),
    ) {
        if plan.is_free() {
            return give(&plan.to, promoting);
        }
        let count = |k: KindId| self.position.pieces(self.us, k).count();
        let is_there = |k: KindId| !plan.from_hand || self.position.in_hand(self.us, k) > 0;
        for kind in plan.to.iter().filter(|k| plan.has_room(**k, count) && is_there(**k)) {
            let squares = promoting & plan.squares_of(*kind);
            if !squares.is_empty() {
                give(std::slice::from_ref(kind), squares);
            }
        }
    }
}

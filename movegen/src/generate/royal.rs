//! The moves of a single royal, and castling.

use super::Node;
use crate::moves::{Move, MoveType};
use crate::plan::Mover;
use crate::promotion::PromotionPlan;
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// The moves of a royal that must be safe, if it is the only one.
    #[inline(always)]
    pub(super) fn royal_moves<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        let set = self.position.pieces(self.us, mover.kind) & self.free;
        set.for_each(|from| {
            let (plain, passing) = self.united_targets(mover, from);
            self.emit_safe(MoveType::Plain, from, plain, mover.promotion.as_ref(), sink);
            if !passing.is_empty() {
                self.royal_passing(mover, from, passing, sink);
            }
        });
    }

    #[inline(never)]
    fn royal_passing<S: Sink<N>>(&self, mover: &Mover<N>, from: Square, targets: Bitboard<N>, sink: &mut S) {
        self.emit_safe(MoveType::Passing, from, targets, mover.promotion.as_ref(), sink);
    }

    /// Gives those moves of the royal to the sink that do not lead it into danger.
    #[inline(always)]
    pub(super) fn emit_safe<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        if targets.is_empty() {
            return;
        }
        let threats = &self.game.sides[self.us.other().index()].threats;
        let mut occupied = self.occupied;
        occupied.remove(from);
        let mut safe = targets;
        targets.for_each(|to| {
            if threats.attacks_by(&self.attackers, self.position, to, &occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        });
        self.emit(kind, from, safe, promotion, sink);
    }

    #[inline(never)]
    pub(super) fn castlings<S: Sink<N>>(&self, sink: &mut S) {
        let us = self.us;
        let Some(rule) = &self.game.variant.castling else { return };
        if self.safety.in_check && !rule.ignores_check {
            return;
        }
        for wing in 0..2 {
            let right = 2 * us.index() + wing;
            if self.position.state.castling >> right & 1 == 0 {
                continue;
            }
            let Some(plan) = &self.position.castlings[right] else { continue };
            let mut others = self.occupied;
            others.remove(plan.king);
            others.remove(plan.partner);
            if !others.is_disjoint(&plan.must_be_empty) {
                continue;
            }
            let threats = &self.game.sides[us.other().index()].threats;
            // Also where moves are made to see whether royals are safe: what the king crosses is not seen afterwards.
            let checked = self.game.variant.royalty.check && !self.royals.is_empty();
            if !(Bitboard::of(plan.king) | Bitboard::of(plan.partner)).without(self.free).is_empty() {
                continue;
            }
            let crosses_check = || {
                let on_the_way = plan.king_path.into_iter();
                // A single royal that is not in check is safe where it stands.
                let stands = if self.safety.royal == Some(plan.king) { plan.king } else { plan.king_to };
                let mut occupied = self.occupied;
                occupied.remove(plan.king);
                let is_attacked =
                    |s| threats.attacks_by(&self.attackers, self.position, s, &occupied, &Bitboard::EMPTY);
                let mut through = on_the_way.filter(|&s| s != plan.king_to && s != stands && !self.immune.contains(s));
                !rule.ignores_check && through.any(is_attacked)
            };
            let lands_in_check = || {
                let mut after = others;
                after.insert(plan.king_to);
                after.insert(plan.partner_to);
                let mut royals = self.royals;
                royals.remove(plan.king);
                royals.insert(plan.king_to);
                !self.immune.contains(plan.king_to) && !self.all_safe(royals, &after, &Bitboard::EMPTY)
            };
            if !checked || !(crosses_check() || lands_in_check()) {
                sink.single(Move::new(MoveType::Castling, plan.king, plan.partner));
            }
        }
    }
}

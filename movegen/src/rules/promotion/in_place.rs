//! Promotion in place (sittuyin): a move of its own by which a piece promotes where it stands, or goes to an empty
//! square that the new piece reaches from there. The new piece may not attack an enemy, nor the move give check.

use crate::compile::mover::Mover;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::moves::{Move, MoveType};
use crate::rules::forbidden_checks::moves::EnemyRoyal;
use crate::rules::promotion::plan::PromotionPlan;
use betza_game::KindId;
use betza_ir::Modes;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the promotions in place of all pieces. `refuse_checks` is false where those that give check are
    /// wanted too.
    #[inline(never)]
    pub(crate) fn promotions_in_place<S: Sink<N>>(&self, refuse_checks: bool, sink: &mut S) {
        for (mover, plan) in promoting_in_place(&self.plan().movers) {
            let set = self.position.pieces(self.us, mover.kind);
            for from in plan.promote_in_place(set) {
                self.choices(plan, Bitboard::of(from), &mut |kinds, _| {
                    kinds.iter().for_each(|&kind| self.promotions_to(from, kind, refuse_checks, sink));
                });
            }
        }
    }

    /// Gives the sink the promotions in place of the piece on `from` to one kind.
    pub(crate) fn promotions_to<S: Sink<N>>(&self, from: Square, kind: KindId, refuse_checks: bool, sink: &mut S) {
        let mut elsewhere = self.occupied;
        elsewhere.remove(from);
        let reached = self.by_kind(kind, from, &self.occupied, Modes::MOVE) & self.empty & self.safety.allowed(from);
        let mut targets = self.tested(from, reached);
        if !self.is_in_danger() {
            targets.insert(from);
        }
        let enemies = self.enemies.without(self.immune_to(kind));
        let attacks = |to: &Square| self.by_kind(kind, *to, &elsewhere, Modes::CAPTURE) & enemies;
        let mut targets: Bitboard<N> = targets.into_iter().filter(|to| attacks(to).is_empty()).collect();
        if refuse_checks && self.game.variant.royalty.check && !targets.is_empty() {
            targets = self.without_checks(from, kind, targets);
        }
        sink.promotions(from, targets, &[kind]);
    }

    /// Returns whether the royals would not be safe enough if the side gave up its turn; false where their safety is
    /// judged after each move.
    fn is_in_danger(&self) -> bool {
        let by_masks = self.safety.in_check && (self.safety.guarded.is_empty() || !self.royals_stand_safe());
        self.guards_royals() && (by_masks || self.test_all && !self.royals_stand_safe())
    }

    /// Returns whether the royals are as safe as the variant demands where they stand.
    fn royals_stand_safe(&self) -> bool {
        self.all_safe(self.royals, &self.occupied, &Bitboard::EMPTY)
    }

    /// Returns those of `targets` on which a piece from `from` that becomes this kind gives no check.
    fn without_checks(&self, from: Square, kind: KindId, targets: Bitboard<N>) -> Bitboard<N> {
        if let Some(enemy) = EnemyRoyal::new(self.game, self.position, self.us, self.own, self.occupied) {
            return targets.without(enemy.checks(kind, from, targets, &self.occupied));
        }
        let gives_none = |to: &Square| {
            let mut after = self.position.clone();
            let m = Move::of_piece::<N>(MoveType::Promotion, from, *to, kind);
            let _ = self.game.make_as::<false>(&mut after, m, None);
            !self.game.is_check(&after)
        };
        targets.into_iter().filter(gives_none).collect()
    }

    /// Returns the squares to which a moved piece of a kind would go from `from`, by those of its moves that have one
    /// of the modes.
    pub(crate) fn by_kind(&self, kind: KindId, from: Square, occupied: &Bitboard<N>, modes: Modes) -> Bitboard<N> {
        let Some(mover) = self.game.mover(self.us, kind) else { return Bitboard::EMPTY };
        let mut reached = Bitboard::EMPTY;
        for (number, part) in mover.components.iter().enumerate() {
            if !part.table.modes.intersects(modes) || part.origins(Bitboard::of(from), Bitboard::EMPTY).is_empty() {
                continue;
            }
            let targets = self.game.lookups.targets(&part.targets, from, occupied);
            reached |= match mover.barriers.is_empty() {
                true => targets,
                false => mover.without_barred(self.position, number, from, targets, occupied),
            };
        }
        reached
    }
}

/// Returns the movers that promote in place, with how they do.
pub(crate) fn promoting_in_place<const N: usize>(
    movers: &[Mover<N>],
) -> impl Iterator<Item = (&Mover<N>, &PromotionPlan<N>)> {
    movers.iter().filter_map(|mover| mover.promotion.as_ref().filter(|plan| plan.in_place).map(|plan| (mover, plan)))
}

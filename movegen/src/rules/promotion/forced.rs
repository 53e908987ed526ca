//! Promotion that is forced by what is captured: a capture by which the piece could have promoted is illegal without.

use crate::generate::Node;
use crate::position::effects::Effects;
use crate::position::moves::{Move, MoveType};
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Returns whether some capture in this position might force a promotion.
    pub(crate) fn might_have_to_promote(&self) -> bool {
        !self.position.of_kinds(&self.game.variant.forces_promotion).is_empty()
    }

    /// Returns whether a move captures, without promoting, what would have forced it to promote.
    pub(crate) fn should_have_promoted(&self, m: Move, effects: &Effects) -> bool {
        let forcing = &self.game.variant.forces_promotion;
        if forcing.is_empty()
            || m.enters()
            || matches!(m.kind, MoveType::EnPassant | MoveType::Castling | MoveType::Pass)
        {
            return false;
        }
        let (from, to) = (m.origin_on::<N>(), m.destination_on::<N>());
        let kind = self.position.cell(from).kind_on::<N>();
        let mover = self.game.mover(self.us, kind).and_then(|mover| mover.promotion.as_ref());
        let Some(plan) = mover else { return false };
        let victims = self.game.captured(self.position, m, &effects.of(m));
        if victims.is_disjoint(&self.position.of_kinds(forcing)) {
            return false;
        }
        let kinds = victims.into_iter().map(|square| self.position.cell(square).kind_on::<N>());
        if self.game.variant.transformation.caught(kind, kinds).is_some() {
            return false;
        }
        let (mut may_promote, mut has_promoted) = (false, false);
        let promoting = plan.split(from, Bitboard::of(to), Bitboard::FULL).promoting;
        if !promoting.is_empty() {
            self.choices(plan, promoting, &mut |choices, _| {
                may_promote |= !choices.is_empty();
                has_promoted |= m.piece_on::<N>().is_some_and(|kind| choices.contains(&kind));
            });
        }
        may_promote && !has_promoted
    }
}

//! Rules that matter in few positions ([`Needs::IN_FEW_POSITIONS`]). There moves are judged one by one; all other
//! positions are generated and counted by masks.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns whether a side has a piece that might promote and change which pieces are royal, or which are barriers.
    pub(crate) fn may_promote_royals(&self, position: &Position<N>, side: Side) -> bool {
        let promotions = &self.rules.royal_promotions[side.index()];
        promotions.iter().any(|p| !position.pieces(side, p.kind).is_disjoint(&p.from))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Returns what the rules of few positions need in this one; empty for most positions.
    #[inline]
    pub(crate) fn needs_in_position(&self) -> Needs {
        let needs = self.game.rules.strategy.needs;
        let mut here = Needs::empty();
        if needs.contains(Needs::JUDGES_DROPS) && self.game.holds_some(self.position, self.us) {
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

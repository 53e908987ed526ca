//! Rules that concern few positions ([`Needs::IN_FEW_POSITIONS`]): where they do, moves are judged one by one. All other positions
//! are generated and counted by masks.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_ir::geometry::Side;

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

//! Captures of pieces that may not simply be traded (chu shogi's Lions). Most positions have none that could be forbidden, and their
//! moves are not looked at one by one.

use super::Node;
use crate::effects::Effects;
use crate::moves::{Move, MoveType};
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Whether some capture might be forbidden.
    pub(super) fn might_trade(&self) -> bool {
        let Some(plan) = &self.game.trading else { return false };
        let all = self.position.of_kinds(&plan.rule.kinds);
        let theirs = all & self.enemies;
        if theirs.is_empty() {
            return false;
        }
        let us = self.us.index();
        self.position.state.traded.square().is_some()
            || (all & self.own).into_iter().any(|from| !plan.far(us, from).is_disjoint(&theirs))
    }

    /// Whether a move captures none that it may not.
    pub(super) fn may_trade(&self, m: Move, effects: &Effects) -> bool {
        let Some(plan) = &self.game.trading else { return true };
        let victims = self.game.victims(self.position, m, effects.of(m));
        let prey = victims & self.position.of_kinds(&plan.rule.kinds);
        if prey.is_empty() || m.kind == MoveType::Drop {
            return true;
        }
        if !plan.is_one(self.position.cell(m.from()).kind()) {
            let Some(traded) = self.position.state.traded.square() else { return true };
            return prey == Bitboard::of(traded);
        }
        let trifles = self.position.of_kinds(&plan.rule.trifles);
        let threats = self.threats();
        // A protector that is captured on the way has protected.
        let is_free = |&square: &_| {
            let others = victims.without(Bitboard::of(square));
            let occupied = self.occupied.without(others | Bitboard::of(m.from()));
            !others.without(trifles).is_empty() || !threats.attacks(self.position, square, &occupied, &Bitboard::EMPTY)
        };
        let far = plan.far(self.us.index(), m.from());
        (prey & far).into_iter().all(|square| is_free(&square))
    }
}

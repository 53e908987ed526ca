//! Captures of pieces that may not simply be traded. In most positions no such capture is possible, and moves are not
//! judged.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::keys::Aspect;
use crate::position::moves::Move;
use crate::rules::protection::Protection;
use crate::rules::trading::plan::{TradingPlan, are_near};
use betza_game::rules::trading::Traded;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Returns whether some capture in this position might be a forbidden trade.
    pub(crate) fn might_trade(&self) -> bool {
        let Some(plan) = &self.game.rules.trading else { return false };
        let all = self.position.of_kinds(&plan.rule.kinds);
        let theirs = all & self.enemies;
        if theirs.is_empty() {
            return false;
        }
        let us = self.us.index();
        self.position.state.traded.square().is_some()
            || !self.position.state.en_passant.is_empty()
            || (all & self.own).into_iter().any(|from| !plan.far(us, from).is_disjoint(&theirs))
    }

    /// Returns whether a move makes no forbidden trade.
    pub(crate) fn may_trade(&self, m: Move, effects: &Effects) -> bool {
        let Some(plan) = &self.game.rules.trading else { return true };
        let captured = self.game.captured(self.position, m, &effects.of(m));
        let victims = captured & self.enemies;
        let restricted = victims & self.position.of_kinds(&plan.rule.kinds);
        if restricted.is_empty() || m.enters() {
            return true;
        }
        if !plan.is_restricted(self.position.cell(m.from()).kind()) {
            let Some(traded) = self.position.state.traded.square() else { return true };
            return restricted == Bitboard::of(traded);
        }
        let trifles = self.position.of_kinds(&plan.rule.trifles);
        let is_free = |&square: &_| {
            let but = |squares: Bitboard<N>| squares.without(Bitboard::of(square));
            !but(victims).without(trifles).is_empty()
                || !self.game.is_protected(self.position, m.from(), square, but(captured), &mut Protection::new())
        };
        let is_near = |&square: &_| are_near(&self.game.variant.board, m.from(), square);
        restricted.into_iter().all(|square| is_near(&square) || is_free(&square))
    }
}

impl<const N: usize> Game<N> {
    /// Returns the enemy pieces that a move captures.
    pub(crate) fn victims(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Bitboard<N> {
        self.captured(p, m, effects) & p.side(p.turn.other())
    }

    /// Records, for the reply, where a move that is about to be made captures a restricted piece with an unrestricted
    /// one. Of several captures, the one on the destination counts.
    pub(crate) fn record_trade<const HASHED: bool>(
        &self,
        plan: &TradingPlan<N>,
        p: &mut Position<N>,
        m: Move,
        effects: &[Effect],
    ) {
        let mover = p.cell(m.from());
        let mut traded = None;
        if !m.enters() && mover.is_piece() && !plan.is_restricted(mover.kind()) {
            let restricted = self.victims(p, m, effects) & p.of_kinds(&plan.rule.kinds);
            traded = if restricted.contains(m.to()) { Some(m.to()) } else { restricted.first() };
        }
        self.forget_trade::<HASHED>(p);
        p.state.traded = Traded::on(traded);
        if HASHED && let Some(square) = traded {
            p.state.hash ^= self.keys.square(Aspect::Traded, square);
        }
    }

    /// Records that no trade is banned in reply to the last move.
    pub(crate) fn forget_trade<const HASHED: bool>(&self, p: &mut Position<N>) {
        if HASHED && let Some(square) = p.state.traded.square() {
            p.state.hash ^= self.keys.square(Aspect::Traded, square);
        }
        p.state.traded = Traded::NONE;
    }
}

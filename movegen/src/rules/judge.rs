//! Moves judged one by one, by every rule that asks for it.

use crate::generate::Node;
use crate::rules::asks::Asks;
use crate::rules::forbidden_checks::ForbiddenChecks;
use crate::state::effects::{Effect, Effects};
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;

/// Judges the moves of one node.
pub(crate) struct Judge<'a, 'n, const N: usize> {
    pub node: &'a Node<'n, N>,
    /// What the rules ask that it judges for.
    pub(crate) asks: Asks,
    /// The royals face each other.
    pub(crate) facing: bool,
    pub(crate) asks_checks: bool,
    pub(crate) effects: &'a Effects,
    /// The position, to make moves in, once one is made.
    pub(crate) after: Option<Box<Position<N>>>,
}

impl<const N: usize> Judge<'_, '_, N> {
    pub fn allows(&mut self, m: Move) -> bool {
        let node = self.node;
        let variant = &node.game.variant;
        if variant.royalty.stays_in_check && variant.royalty.check && !self.stays(m) {
            return false;
        }
        if self.asks.contains(Asks::TRADES) && !node.may_trade(m, self.effects) {
            return false;
        }
        if variant.royalty.first_moves_only && !self.is_first_move(m) {
            return false;
        }
        let enters = m.enters();
        let kind = node.position.cell(m.from()).kind();
        let captured = || node.game.captured(node.position, m, self.effects.of(m));
        if !variant.mutually_immune.is_empty() && !enters && !node.immune_to(kind).is_disjoint(&captured()) {
            return false;
        }
        if enters && !node.leaves_colours(m) {
            return false;
        }
        // A piece that promotes by a move of its own may not give check by it.
        let in_place = || variant.kinds[kind.index()].promotion.as_ref().is_some_and(|p| p.in_place);
        let no_check = self.asks_checks
            && (variant.forbidden_checks.is_some()
                || (self.asks.contains(Asks::PROMOTES_IN_PLACE)
                    && m.kind == MoveType::Promotion
                    && in_place()
                    && variant.royalty.check)
                || (enters && !node.game.rules.hands.may_check));
        let parts = self.facing && m.kind != MoveType::Pass;
        if !self.asks.contains(Asks::MADE_TO_SEE) && !no_check && !parts {
            return true;
        }
        let mut after = self.after.take().unwrap_or_else(|| Box::new(node.position.clone()));
        let undo = node.game.make_unhashed(&mut after, m, self.effects);
        let forbidden = (no_check && self.checks_in_vain(&after)) || (parts && node.game.royals_face(&after));
        let in_danger = self.asks.contains(Asks::MADE_TO_SEE) && !self.royals_are_safe(&after, m);
        node.game.unmake(&mut after, m, &undo);
        self.after = Some(after);
        !in_danger && !forbidden
    }

    /// Whether the side that has moved has left its royals safe.
    pub(crate) fn royals_are_safe(&self, after: &Position<N>, m: Move) -> bool {
        let game = self.node.game;
        let effects = self.effects.of(m);
        let mut royals = game.royals(after, self.node.us);
        if !game.variant.royalty.royal_at_once && self.promotes(m) {
            royals.remove(m.to());
        }
        if self.asks.contains(Asks::BORROWS_MOVES) {
            let them = self.node.us.other();
            return royals.is_empty()
                || self.node.as_safe_as_wanted(royals, |royal| !game.attacks_by_annan(after, them, royal));
        }
        if let Some(is_safe) = self.settled_apart(after, royals) {
            return is_safe;
        }
        // What enters beside a move blocks no check.
        let entered =
            effects.iter().filter_map(|e| if let Effect::Enter(square, _) = e { Some(*square) } else { None });
        let royals = game.without_touching(after, royals, self.node.us);
        royals.is_empty() || self.node.all_safe_in(after, royals, &after.occupied().without(entered.collect()))
    }

    /// Whether a move promotes; what a piece becomes by any move of its own is no promotion.
    pub(crate) fn promotes(&self, m: Move) -> bool {
        let by_moving = |kind| self.node.game.rules.transformation.as_ref().and_then(|plan| plan.successor(kind));
        !m.enters() && m.piece().is_some() && m.piece() != by_moving(self.node.position.cell(m.from()).kind())
    }

    /// Whether the move that was made gives a check that is forbidden.
    pub(crate) fn checks_in_vain(&self, after: &Position<N>) -> bool {
        let game = self.node.game;
        game.in_check(after)
            && !(game.variant.forbidden_checks == Some(ForbiddenChecks::UnlessMate) && game.has_no_replies(after))
    }

    /// A piece of a royal kind that is in check may only take what gives it.
    pub(crate) fn stays(&self, m: Move) -> bool {
        let node = self.node;
        let (game, them) = (node.game, node.us.other());
        let kind = node.position.cell(m.from()).kind();
        let is_royal = || node.royals.contains(m.from()) && game.variant.kinds[kind.index()].royal;
        let is_attacked = || match self.asks.contains(Asks::BORROWS_MOVES) {
            true => game.attacks_by_annan(node.position, them, m.from()),
            false => node.threats().attacks_now(node.position, m.from()),
        };
        if m.enters() || !is_royal() || !is_attacked() {
            return true;
        }
        node.captures(m, self.effects)
            && !node.threats().attacks(node.position, m.from(), &node.occupied, &Bitboard::of(m.to()))
    }
}

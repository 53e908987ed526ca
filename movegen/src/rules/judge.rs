//! The judge of single moves: applies every rule that concerns a move, and makes the move where only the position after
//! it decides.

use crate::attack::chains::AttackQuery;
use crate::attack::verdict::ChainVerdict;
use crate::generate::Node;
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::moves::{Move, MoveType};
use crate::rules::protection::Protection;
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_game::rules::forbidden_checks::ForbiddenChecks;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::{Bitboard, is_large};
use std::cell::OnceCell;

/// Decides which moves of one node are legal.
pub(crate) struct Judge<'a, 'n, const N: usize> {
    /// The position before the moves.
    pub node: &'a Node<'n, N>,
    /// What the rules need in this position.
    pub(crate) needs: Needs,
    /// The royals of both sides face each other, and the move must end that ([`Needs::PARTS_ROYALS`]).
    pub(crate) facing: bool,
    /// Forbidden checks are refused. False where only mate matters.
    pub(crate) refuse_checks: bool,
    /// The effects of the list that the moves come from.
    pub(crate) effects: &'a Effects,
    /// What is known of protection in the position before the moves; `None` until it is asked for.
    pub(crate) protection: Option<Box<Protection<N>>>,
    /// What the position before the moves says of attacks by chains, for each royal; found on first use.
    chain_verdicts: OnceCell<Vec<ChainVerdict<N>>>,
    /// A copy of the position in which moves are made and unmade; `None` until the first one is made.
    pub(crate) after: Option<Box<Position<N>>>,
}

impl<'a, 'n, const N: usize> Judge<'a, 'n, N> {
    /// Returns a judge of the moves of a list that has these effects.
    pub(crate) fn new(
        node: &'a Node<'n, N>,
        needs: Needs,
        facing: bool,
        refuse_checks: bool,
        effects: &'a Effects,
    ) -> Judge<'a, 'n, N> {
        Judge {
            node,
            needs,
            facing,
            refuse_checks,
            effects,
            protection: None,
            chain_verdicts: OnceCell::new(),
            after: None,
        }
    }
}

impl<const N: usize> Judge<'_, '_, N> {
    /// Returns whether a move that the generator gave is legal.
    pub fn allows(&mut self, m: Move) -> bool {
        let node = self.node;
        let variant = &node.game.variant;
        if variant.royalty.stays_in_check && variant.royalty.check && !self.obeys_check(m) {
            return false;
        }
        if self.needs.contains(Needs::FORBIDS_CAPTURES)
            && (!node.may_trade(m, self.effects)
                || node.takes_protected(m, self.effects, &mut self.protection)
                || node.should_have_promoted(m, self.effects))
        {
            return false;
        }
        if variant.royalty.first_moves_only && !self.is_first_move(m) {
            return false;
        }
        if node.game.rules.may_give_up_royals && self.gives_up_royals(m) {
            return false;
        }
        let enters = m.enters();
        let kind = node.position.cell(m.origin_on::<N>()).kind_on::<N>();
        let captured = || node.game.captured(node.position, m, &self.effects.of(m));
        if !variant.mutually_immune.is_empty() && !enters && !node.immune_to(kind).is_disjoint(&captured()) {
            return false;
        }
        // A promotion in place may not give check.
        let in_place = || variant.kinds[kind.index()].promotion.as_ref().is_some_and(|p| p.in_place);
        let dropped_check = self.refuse_checks && enters && !node.game.rules.hands.may_check;
        let no_check = self.refuse_checks
            && (variant.forbidden_checks.is_some()
                || (self.needs.contains(Needs::PROMOTES_IN_PLACE)
                    && m.kind == MoveType::Promotion
                    && in_place()
                    && variant.royalty.check));
        let parts = self.facing && m.kind != MoveType::Pass;
        // Where the royals face each other one may pass even in check, which ends the game. A wall may come between
        // them.
        let passes = self.facing && m.kind == MoveType::Pass && !m.has_effects();
        let minds_safety = self.needs.contains(Needs::SAFETY_BY_MAKING) && !passes;
        if !minds_safety && !no_check && !dropped_check && !parts {
            return true;
        }
        let mut after = self.after.take().unwrap_or_else(|| Box::new(node.position.clone()));
        let undo = node.game.make_as::<false>(&mut after, m, Some(self.effects));
        // Some mates are allowed where checks are not, but not by drops that may not give check.
        let forbidden = (no_check && self.gives_forbidden_check(&after))
            || (dropped_check && node.game.is_check(&after))
            || (parts && self.royals_face_after(&after, m));
        let in_danger = minds_safety && !self.royals_are_safe(&after, m);
        node.game.unmake(&mut after, undo);
        self.after = Some(after);
        !in_danger && !forbidden
    }

    /// Returns whether a move takes royals of its own side off the board that the side must keep (docs/rules.md, R16).
    fn gives_up_royals(&self, m: Move) -> bool {
        let node = self.node;
        let effects = self.effects.of(m);
        let mut lost = node.game.captured(node.position, m, &effects);
        if effects.iter().any(|effect| matches!(effect, Effect::Vanish)) {
            lost |= Bitboard::of(m.origin_on::<N>());
        }
        lost &= node.royals;
        !lost.is_empty() && (node.game.variant.royalty.several == SeveralRoyals::All || lost == node.royals)
    }

    /// Returns whether the royals of the side that has moved are safe in the position `after` the move.
    pub(crate) fn royals_are_safe(&self, after: &Position<N>, m: Move) -> bool {
        let game = self.node.game;
        let effects = self.effects.of(m);
        let royals = self.asked_royals(after, m);
        if self.needs.intersects(Needs::BORROWS_MOVES | Needs::TWO_BOARDS) {
            let (them, passing) = (self.node.us.other(), self.node.passing_royal(after));
            let is_safe = |royal| !passing.contains(royal) && !game.is_attacked(after, royal, them);
            return royals.is_empty() || self.node.as_safe_as_wanted(royals, is_safe);
        }
        if let Some(is_safe) = self.decided_by_capture_apart(after, royals) {
            return is_safe;
        }
        // It does not block a check, but it may be a hurdle.
        let entered = self.placed_besides(&effects);
        let are_safe = |position: &Position<N>, hidden: Bitboard<N>| {
            let royals = self.node.royals_at_risk(position, self.asked_royals(position, m));
            royals.is_empty() || self.all_safe_in(position, royals, &position.occupied().without(hidden))
        };
        if entered.is_empty() {
            return are_safe(after, Bitboard::EMPTY);
        }
        // Before a piece enters that may be royal, others may be.
        let may_be_royal =
            |kind: KindId| game.variant.kinds[kind.index()].royal || game.variant.royalty.pseudo.contains(&kind);
        let brings_royal = effects.iter().any(|e| matches!(e, Effect::Enter(_, kind) if may_be_royal(*kind)));
        let before_entering = brings_royal.then(|| {
            let mut before = after.clone();
            for square in entered & after.side(self.node.us) {
                before.lift::<false>(&game.keys, square);
            }
            before
        });
        are_safe(before_entering.as_ref().unwrap_or(after), entered) && are_safe(after, Bitboard::EMPTY)
    }

    /// Does what [`Node::all_safe_in`] does, for the position `after` a move, and asks chains only about what the move
    /// may have changed.
    fn all_safe_in(&self, after: &Position<N>, royals: Bitboard<N>, occupied: &Bitboard<N>) -> bool {
        let node = self.node;
        let threats = node.threats();
        let chains = &threats.chains;
        // On the web code is small before it is fast.
        if cfg!(target_family = "wasm") || is_large(N) || chains.plans.is_empty() {
            return node.all_safe_in(after, royals, occupied);
        }
        let (passing, side) = (node.passing_royal(after), threats.side);
        let changed = chains.differences(node.position, after);
        let find = || node.royals.into_iter().map(|r| ChainVerdict::find(chains, node.position, side, r)).collect();
        let verdicts = self.chain_verdicts.get_or_init(find);
        let by_chain = |royal| {
            let known = verdicts.iter().find_map(|verdict| verdict.after(after, &changed, royal));
            let query = AttackQuery { position: after, side, occupied, gone: &Bitboard::EMPTY };
            known.unwrap_or_else(|| chains.attack(&query, royal))
        };
        node.as_safe_as_wanted(royals, |royal| {
            !passing.contains(royal) && !threats.attacks_but_by_chains(after, royal, occupied) && !by_chain(royal)
        })
    }

    /// Returns the squares where a move with these effects places something besides (a piece in Seirawan chess, most
    /// walls) that neither blocks a check nor comes between royals (docs/rules.md, R45).
    fn placed_besides(&self, effects: &[Effect]) -> Bitboard<N> {
        let walls_block = self.node.game.variant.walls_block_checks();
        let placed = effects.iter().filter_map(|e| match e {
            Effect::Enter(square, _) => Some(*square),
            Effect::Wall(square) if !walls_block => Some(*square),
            _ => None,
        });
        placed.collect()
    }

    /// Returns whether the royals face each other `after` a move, all that it places besides left aside.
    fn royals_face_after(&self, after: &Position<N>, m: Move) -> bool {
        let game = self.node.game;
        if !m.has_effects() {
            return game.royals_face(after);
        }
        game.royals_face_beside(after, self.placed_besides(&self.effects.of(m)))
    }

    /// Returns the royals that must be safe after a move: those of then, or, if it promotes and the game asks so, those
    /// of before ([`betza_game::variant::Royalty::royal_at_once`]).
    fn asked_royals(&self, after: &Position<N>, m: Move) -> Bitboard<N> {
        let game = self.node.game;
        if game.variant.royalty.royal_at_once || !self.promotes(m) {
            return game.royals(after, self.node.us);
        }
        let mut royals = self.node.royals;
        if royals.contains(m.origin_on::<N>()) {
            royals = royals.without(Bitboard::of(m.origin_on::<N>())) | Bitboard::of(m.destination_on::<N>());
        }
        royals & after.side(self.node.us)
    }

    /// Returns whether a move promotes. The kind that a piece becomes by every move
    /// ([`betza_game::variant::Transformation::becomes`]) is not a promotion.
    pub(crate) fn promotes(&self, m: Move) -> bool {
        let by_moving = |kind| self.node.game.rules.transformation.as_ref().and_then(|plan| plan.successor(kind));
        !m.enters()
            && m.piece_on::<N>().is_some()
            && m.piece_on::<N>() != by_moving(self.node.position.cell(m.origin_on::<N>()).kind_on::<N>())
    }

    /// Returns whether the move that led to `after` gave a forbidden check.
    pub(crate) fn gives_forbidden_check(&self, after: &Position<N>) -> bool {
        let game = self.node.game;
        game.is_check(after)
            && !(game.variant.forbidden_checks == Some(ForbiddenChecks::UnlessMate) && game.has_no_replies(after))
    }

    /// Returns whether a move obeys the rule that a royal in check may move only to capture all pieces that attack it
    /// ([`betza_game::variant::Royalty::stays_in_check`]). Other pieces move freely.
    pub(crate) fn obeys_check(&self, m: Move) -> bool {
        let node = self.node;
        let game = node.game;
        let kind = node.position.cell(m.origin_on::<N>()).kind_on::<N>();
        let moves_royal = !m.enters() && m.kind != MoveType::Pass && node.royals.contains(m.origin_on::<N>());
        if !moves_royal || !game.variant.kinds[kind.index()].royal {
            return true;
        }
        let checkers = game.captors_of_royal(node.position, m.origin_on::<N>(), node.us);
        checkers.is_subset(&game.captured(node.position, m, &self.effects.of(m)))
    }
}

//! Counting the replies to a move without making it.
//!
//! This is possible if the move neither gives check, nor pins a piece to the enemy royal, nor uncovers a check or a
//! pin, and if the royal's own moves after it are known. Then the other replies are those from before the move,
//! except for lookups that depend on a square which it changes.

use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::count::pseudo_legal::{Context, PseudoLegal};
use crate::count::zone::RoyalZone;
use crate::rules::asks::ToldApart;
use crate::rules::hands::moves::HandReplies;
use crate::rules::pass::PassRule;
use crate::state::cell::Cell;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;

/// Which moves of a position must be made so that the replies to them can be counted.
pub(crate) struct WithoutMaking<'a, const N: usize> {
    /// Moves that change one of these squares must be made.
    must_make: Bitboard<N>,
    /// Moves that bring a piece of another kind onto the board must be made: promotions and what comes from the
    /// hands.
    must_make_new_kinds: bool,
    /// The replies that come from the hands of the other side.
    hands: HandReplies<'a, N>,
}

impl<const N: usize> WithoutMaking<'_, N> {
    /// All moves must be made.
    pub fn none() -> Self {
        WithoutMaking { must_make: Bitboard::FULL, must_make_new_kinds: true, hands: HandReplies::none() }
    }
}

impl<const N: usize> Game<N> {
    /// Finds the moves whose replies may be counted without making them: those that change nothing that matters but
    /// the occupancy. All moves must be made if rules demand it, if what comes from the hands may not give mate, if
    /// the side that replies may pass, or if some of its movers are united.
    #[inline(always)]
    pub(crate) fn without_making(&self, position: &mut Position<N>, zone: &RoyalZone<N>) -> WithoutMaking<'_, N> {
        let us = position.turn();
        let side = us.other();
        let plan = &self.sides[side.index()];
        let passes = self.variant.pass[side.index()] != PassRule::Never;
        if !self.rules.strategy.counts_without_making || passes || !plan.program.united.is_empty() {
            return WithoutMaking::none();
        }
        let mut must_make = zone.sensitive(self, position, side);
        must_make |= self.disturbing_squares(position, zone);
        if self.rules.strategy.told_apart == Some(ToldApart::ForbiddenChecks) {
            must_make |= self.royals(position, us);
        }
        let Some(hands) = HandReplies::of(self, position, side) else { return WithoutMaking::none() };
        let mut without_making = WithoutMaking { must_make, must_make_new_kinds: self.ends_by_kinds(), hands };
        if !self.rules.ends.plans.is_empty() {
            // Whether the game would have ended if the move changed nothing but the turn.
            position.turn = side;
            let has_ended = self.has_ended(position);
            position.turn = us;
            without_making.must_make |= if has_ended { Bitboard::FULL } else { self.ending_squares(position, us) };
        }
        without_making
    }

    /// The number of replies to a move; `None` if the move must be made to know it. `pseudo_legal` and `zone` are
    /// those of the position before the move.
    #[inline(always)]
    pub(crate) fn count_without_making(
        &self,
        position: &Position<N>,
        pseudo_legal: &PseudoLegal<N>,
        zone: &RoyalZone<N>,
        without_making: &WithoutMaking<'_, N>,
        m: Move,
    ) -> Option<u64> {
        let (from, to) = (m.from(), m.to());
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        let is_eligible = match m.kind {
            MoveType::Plain | MoveType::DoubleStep => true,
            MoveType::Promotion => !without_making.must_make_new_kinds,
            _ => m.enters() && !without_making.must_make_new_kinds,
        };
        if !is_eligible || !(from_bit | to_bit).is_disjoint(&without_making.must_make) {
            return None;
        }
        let side = position.turn().other();
        let moved = position.cell(from);
        if m.kind == MoveType::DoubleStep && !self.rules.double_steps.opened(position, moved, from, to, side).is_empty()
        {
            return None;
        }
        let stale = pseudo_legal.watch.of(from_bit | to_bit);
        let deferred = pseudo_legal.deferred_moves(stale)?;
        let (own, enemies) = (pseudo_legal.own.without(to_bit), pseudo_legal.enemies.without(from_bit) | to_bit);
        let occupied = own | enemies;
        let landing = Landing { empty: self.board.without(occupied), enemies, friends: own };
        let (unmoved, check_mask) = (position.state.unmoved, Bitboard::FULL);
        let context = Context { position, unmoved, unpinned: own, occupied, landing, check_mask };
        let kind = m.piece().unwrap_or_else(|| moved.kind());
        let piece = Cell::new(side.other(), kind);
        if zone.is_aimed_at(self, piece, to, &context) {
            return None;
        }
        let royal = zone.moves_without_making(self, position, side, (kind, from, to))?;
        let hands = without_making.hands.count(position, side, own, landing.empty);
        let other_moves = deferred + royal + hands;
        self.count_pseudo_legal(pseudo_legal, zone, stale, &context, (piece, from, to), other_moves)
    }
}

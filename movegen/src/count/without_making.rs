//! Counts the replies to a move without making it.
//!
//! This is possible if the move neither gives check, nor pins a piece to the enemy royal, nor uncovers a check or a
//! pin, and if the royal's own moves after it are known. Then the other replies are those from before the move,
//! except for lookups that depend on a square which it changes.

use crate::compile::component::Component;
use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::mover::Mover;
use crate::compile::program::Program;
use crate::compile::strategy::ToldApart;
use crate::count::context::Context;
use crate::count::guarded::GuardedZones;
use crate::count::pseudo_legal::PseudoLegal;
use crate::count::rules::ends::EndingMoves;
use crate::count::rules::hands::{DropCount, HandReplies, HandsAfter};
use crate::count::unmade::Unmade;
use crate::count::zone::{Limits, RoyalZone};
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// Which moves of a position must be made so that the replies to them can be counted.
pub(crate) struct WithoutMaking<'a, const N: usize> {
    /// Moves that change one of these squares must be made.
    must_make: Bitboard<N>,
    /// Moves that bring a piece of another kind onto the board must be made: promotions and moves from the hands.
    must_make_new_kinds: bool,
    /// Moves of some kinds onto these squares must be made ([`Game::squares_ending_first_moves`]).
    ends_first_moves: Bitboard<N>,
    /// Moves that might end the game must be made.
    ending: EndingMoves<N>,
    /// The royals of the other side, if there are several or one that may become another.
    guarded: Option<Box<GuardedZones<N>>>,
    /// The pinned pieces of the other side, and the royals of `guarded`.
    pinned: Bitboard<N>,
    /// The number of moves of pinned pieces and of passes, which a move that is not made does not change.
    fixed_moves: u64,
    /// The lookups that depend on the squares of `pinned`, as bits.
    pinned_lookups: u64,
    /// Some condition beyond the squares above may apply: first moves, ends, several royals, pieces that are placed,
    /// hands. PERF: one test where there are none.
    has_further_conditions: bool,
    /// The replies that come from the hands of the other side.
    hands: HandReplies<'a, N>,
}

/// What is known of the replies before a move.
pub(crate) struct Known<'a, const N: usize> {
    /// The side that replies.
    pub side: Side,
    /// Its moves.
    pub program: &'a Program<N>,
    /// Its pseudo-legal moves before the move.
    pub pseudo_legal: &'a PseudoLegal<N>,
    /// The zone of its royal before the move.
    pub zone: &'a RoyalZone<N>,
    /// Which moves must be made.
    pub without_making: &'a WithoutMaking<'a, N>,
}

impl<const N: usize> WithoutMaking<'_, N> {
    /// Returns the state in which all moves must be made.
    pub fn none() -> Self {
        WithoutMaking {
            must_make: Bitboard::FULL,
            must_make_new_kinds: true,
            ends_first_moves: Bitboard::EMPTY,
            ending: EndingMoves { touching: Bitboard::FULL, ..EndingMoves::NONE },
            guarded: None,
            pinned: Bitboard::EMPTY,
            fixed_moves: 0,
            pinned_lookups: 0,
            has_further_conditions: false,
            hands: HandReplies::none(),
        }
    }

    /// Returns whether a move might end the game once it is made. It is called only in games that may end while there
    /// are legal moves.
    #[inline(always)]
    pub fn may_end(&self, game: &Game<N>, m: Move) -> bool {
        let is_plain = self.is_eligible(m) && game.rules.strategy.moves_singly && !game.rules.strategy.makes_more;
        !is_plain || self.ending.has(m.origin_on::<N>(), m.destination_on::<N>())
    }

    /// Returns whether the replies to moves of this kind may be counted without making them.
    #[inline(always)]
    fn is_eligible(&self, m: Move) -> bool {
        m.kind == MoveType::DoubleStep || is_simple(m, !self.must_make_new_kinds)
    }
}

/// Returns whether a move does no more than move a piece, with or without a capture. Promotions and moves from the
/// hands, which bring a piece of another kind onto the board, count as such moves if `new_kinds` is true.
#[inline(always)]
pub(crate) fn is_simple(m: Move, new_kinds: bool) -> bool {
    m.kind == MoveType::Plain || new_kinds && (m.kind == MoveType::Promotion || m.enters())
}

impl<const N: usize> Game<N> {
    /// Finds the moves whose replies may be counted without making them: those that change nothing that matters but the
    /// occupancy. All moves must be made if a rule needs it, if the drops in reply depend on more than occupancy and
    /// attacks, or if some movers of the side that replies cannot be cached.
    ///
    /// `without_making` must be as [`WithoutMaking::none`] and its `must_make` stays so if all moves must be made.
    /// PERF: it is built in place; if a function returned it, it would be copied.
    #[inline(always)]
    pub(crate) fn find_without_making<'a>(
        &'a self,
        position: &mut Position<N>,
        zone: &RoyalZone<N>,
        pseudo_legal: &mut PseudoLegal<N>,
        without_making: &mut WithoutMaking<'a, N>,
    ) {
        let us = position.turn();
        let side = us.other();
        let plan = &self.sides[side.index()];
        let needs = self.rules.strategy.needs;
        if !self.rules.strategy.counts_without_making || !plan.program.uncacheable.is_empty() {
            return;
        }
        let Limits { squares: mut must_make, pinned, bent } = zone.limits(self, position, side);
        let told_apart = self.rules.strategy.told_apart;
        if !pinned.is_empty() && told_apart.is_some_and(|rule| rule != ToldApart::CapturesJudged) {
            return;
        }
        must_make |= self.disturbing_squares(position, zone);
        if needs.intersects(Needs::IN_FEW_POSITIONS) {
            must_make |= self.squares_of_few_positions(position, side);
        }
        if needs.intersects(Needs::PARTS_ROYALS | Needs::BARRIERS) {
            must_make |= self.squares_of_facing(position, us) | self.squares_of_barriers(position);
        }
        if must_make == Bitboard::FULL || without_making.hands.find(self, position, side).is_none() {
            return;
        }
        let Some(passes) = self.passes_in_reply(position, side) else { return };
        if told_apart == Some(ToldApart::ForbiddenChecks) || without_making.hands.may_mate() {
            must_make |= self.royals(position, us);
        }
        // PERF: one test in most games.
        without_making.must_make_new_kinds = self.ends_by_kinds()
            || needs.intersects(Needs::SEES_ENEMY_ROYALS | Needs::BARRIERS) && self.new_kinds_matter(position, us);
        without_making.ends_first_moves = self.squares_ending_first_moves(position, side);
        without_making.ending = self.ending_moves(position, us);
        without_making.fixed_moves = passes;
        without_making.has_further_conditions = !without_making.ends_first_moves.is_empty()
            || !without_making.ending.from.is_empty()
            || without_making.guarded.is_some()
            || !without_making.hands.is_empty()
            || !pseudo_legal.placings.is_empty();
        if let Some(guarded) = &without_making.guarded {
            must_make |= guarded.must_make;
            without_making.pinned = guarded.royals;
            without_making.pinned_lookups = pseudo_legal.watch.of(guarded.royals);
            pseudo_legal.leave_out_pinned(self, &plan.program, guarded.royals);
        }
        if !pinned.is_empty() {
            must_make |= self.squares_of_pinned(position, side, pinned, bent, must_make);
            if told_apart.is_some() {
                if self.find_illegal_quiets(position, side, pinned, pseudo_legal).is_none() {
                    return;
                }
                without_making.must_make = must_make | without_making.ending.touching;
                return;
            }
            let Some(moves) = self.moves_of_pinned(position, side, pinned) else { return };
            without_making.fixed_moves += moves;
            without_making.pinned = pinned;
            without_making.pinned_lookups = pseudo_legal.watch.of(pinned);
            pseudo_legal.leave_out_pinned(self, &plan.program, pinned);
        }
        without_making.must_make = must_make | without_making.ending.touching;
    }

    /// Does [`Game::find_without_making`] where there are several royals, or one that may become another. No zone must
    /// have been found for them: [`RoyalZone::find`] has returned false.
    #[inline(never)]
    pub(crate) fn find_without_making_guarded<'a>(
        &'a self,
        position: &mut Position<N>,
        zone: &mut RoyalZone<N>,
        pseudo_legal: &mut PseudoLegal<N>,
        without_making: &mut WithoutMaking<'a, N>,
    ) {
        without_making.guarded = GuardedZones::find(self, position, position.turn().other());
        if without_making.guarded.is_some() {
            zone.leave_royals();
            self.find_without_making(position, zone, pseudo_legal, without_making);
        }
    }

    /// Returns the number of moves of these pinned pieces of `side`, which is not to move; `None` if others are pinned,
    /// or something else limits the moves of the side.
    #[inline(never)]
    fn moves_of_pinned(&self, position: &mut Position<N>, side: Side, pinned: Bitboard<N>) -> Option<u64> {
        // Which promotions are legal may depend on how many pieces of a kind are left.
        let is_limited = |from: Square| {
            let promotion =
                self.mover(side, position.cell(from).kind_on::<N>()).and_then(|mover| mover.promotion.as_ref());
            promotion.is_some_and(|plan| !plan.limits.is_empty())
        };
        if pinned.into_iter().any(is_limited) {
            return None;
        }
        let us = std::mem::replace(&mut position.turn, side);
        let moves = self.with_node(position, |node| {
            let as_expected = node.safety.pinned == pinned && !node.tests_moves() && !node.safety.in_check;
            let mut counter = Counter::default();
            node.pinned_moves(&mut counter);
            (as_expected && node.safety.check_mask == Bitboard::FULL).then_some(counter.0)
        });
        position.turn = us;
        moves
    }

    /// Returns the squares of pieces that are barriers to others. The cached lookups see the barriers where they stand
    /// now.
    #[inline(never)]
    fn squares_of_barriers(&self, position: &Position<N>) -> Bitboard<N> {
        let kinds = self.variant.kinds.iter();
        kinds.fold(Bitboard::EMPTY, |all, kind| all | position.of_kinds(&kind.barriers))
    }

    /// Returns the squares outside the pinning lines on which the moves of these pinned pieces to squares of the lines
    /// depend.
    ///
    /// There are none where lines and moves are straight, as in chess. But a queen that a crooked bishop pins reaches
    /// some squares of the crooked line over squares beside it.
    fn squares_of_pinned(
        &self,
        position: &Position<N>,
        side: Side,
        pinned: Bitboard<N>,
        bent: Bitboard<N>,
        lines: Bitboard<N>,
    ) -> Bitboard<N> {
        let mut squares = Bitboard::EMPTY;
        for from in pinned {
            let may_leave = |mover: &&Mover<N>| bent.contains(from) || mover.leaves_lines(&self.variant.board);
            let Some(mover) = self.mover(side, position.cell(from).kind_on::<N>()).filter(may_leave) else { continue };
            let reach = |part: &Component<N>| *part.table.reach.may_reach(from);
            let targets = mover.components.iter().fold(Bitboard::EMPTY, |all, part| all | reach(part));
            for to in targets & lines {
                squares |= mover.path_squares(from, to);
            }
        }
        squares
    }

    /// Returns the number of replies to a move; `None` if the move must be made to count them.
    #[inline(always)]
    pub(crate) fn count_without_making(&self, position: &Position<N>, known: &Known<'_, N>, m: Move) -> Option<u64> {
        let &Known { side, program, pseudo_legal, zone, without_making } = known;
        let (from, to) = m.ends::<N>();
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        if !without_making.is_eligible(m) || !(from_bit | to_bit).is_disjoint(&without_making.must_make) {
            let ends = without_making.ending.captures.contains(to) && without_making.is_eligible(m);
            return ends.then_some(0);
        }
        if m.kind == MoveType::DoubleStep {
            let opened = self.rules.double_steps.opened(position, position.cell(from), from, to, side);
            if !opened.is_empty() {
                return None;
            }
        }
        let stale = pseudo_legal.watch.at(from) | pseudo_legal.watch.at(to);
        let (own, enemies) = (pseudo_legal.own.without(to_bit), pseudo_legal.enemies.without(from_bit) | to_bit);
        let occupied = own | enemies | pseudo_legal.walls;
        let landing = Landing { empty: self.board.without(occupied), enemies, friends: own };
        let (unmoved, check_mask) = (position.state.unmoved, Bitboard::FULL);
        let unpinned = own.without(without_making.pinned);
        let context = Context { position, replying: side, unmoved, unpinned, occupied, landing, check_mask };
        let unmade = Unmade::new(position, side.other(), program, m);
        if zone.is_aimed_at(self, unmade, &context) {
            return None;
        }
        let attacked = zone.attacked_without_making(self, position, side, unmade);
        let royal = zone.moves_among(self, position, side, from_bit | to_bit, &context.landing, attacked)?;
        let mut other_moves = royal + without_making.fixed_moves;
        if without_making.has_further_conditions {
            let ends_first_moves = without_making.ends_first_moves.contains(to);
            if ends_first_moves && self.may_end_first_moves(position, from, to) {
                return None;
            }
            if without_making.ending.from.contains(from) && without_making.ending.to.contains(to) {
                return None;
            }
            if let Some(guarded) = &without_making.guarded {
                if guarded.are_aimed_at(self, unmade, context) {
                    return None;
                }
                other_moves += guarded.moves(self, position, side, unmade);
            }
            let after = HandsAfter { position, side, own, empty: landing.empty, attacked };
            match without_making.hands.count(self, &after)? {
                DropCount::First(moves) => return Some(moves),
                DropCount::Besides(moves) => other_moves += moves,
            }
        }
        // These are counted after the drops: if drops come before all other moves, no other lookups are needed.
        other_moves += pseudo_legal.count_deferred(self, stale | without_making.pinned_lookups, &context);
        self.count_pseudo_legal(pseudo_legal, zone, stale, &context, unmade, other_moves)
    }
}

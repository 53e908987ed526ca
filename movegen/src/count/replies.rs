//! Counts the replies to every move of a position (the last two plies of perft). The pseudo-legal moves of the other
//! side are looked up once; after each move only the lookups that depend on a changed square are repeated.
//!
//! Most moves change two squares, and few lookups depend on them. After a move that is made, drops are generated as
//! usual. If some replies must be tested one by one, the moves of all pieces but royals are generated as usual too.

use crate::compile::game::Game;
use crate::compile::processor::for_processor;
use crate::compile::side::SidePlan;
use crate::compile::strategy::ToldApart;
use crate::count::by_capture::count_told_apart;
use crate::count::context::Context;
use crate::count::pseudo_legal::PseudoLegal;
use crate::count::without_making::{Known, WithoutMaking};
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::legal::count_moves;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::list::MoveList;
use crate::position::moves::Move;
use betza_game::needs::Needs;
use betza_ir::bitboard::{Bitboard, is_large};

/// The smallest number of moves for which lookups are cached. Caching costs about as much as generating the replies to
/// one move.
const FEW_MOVES: usize = 3;

for_processor! {
    /// Does the work of [`Game::count_replies`].
    fn count_replies[const N: usize](game: &Game<N>, position: &mut Position<N>, moves: &MoveList) -> u64
        => game.processor;
    { game.count_replies_here(position, moves) }
}

impl<const N: usize> Game<N> {
    /// Returns the total number of legal replies to these moves. The moves must be legal in the position. The position
    /// is unchanged afterwards.
    #[must_use]
    pub fn count_replies(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        count_replies(self, position, moves)
    }

    /// Does the same as [`Game::count_replies`], inlined into the caller.
    #[inline(always)]
    fn count_replies_here(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        if is_large(N) {
            return self.count_after_each(position, moves);
        }
        let mut counter = Counter::default();
        let worth_it = self.rules.strategy.counts_together && moves.len() >= FEW_MOVES;
        let side = position.turn().other();
        // PERF: the cache, of some kilobytes, is built in place; a function that returned it would copy it.
        let mut pseudo_legal = PseudoLegal::new(position, side);
        let program = &self.sides[side.index()].program;
        let together = worth_it
            && pseudo_legal.find(self, position, program)
            && match self.rules.strategy.told_apart {
                None => true,
                Some(ToldApart::PiecesPlaced) => self.find_placings(position, side, &mut pseudo_legal),
                Some(_) => pseudo_legal.split_captures(program),
            };
        let mut zone = RoyalZone::new();
        let has_zone = together && zone.find(self, position, side);
        let mut without_making = WithoutMaking::none();
        if has_zone {
            self.find_without_making(position, &zone, &mut pseudo_legal, &mut without_making);
        } else if together && self.rules.strategy.counts_guarded {
            self.find_without_making_guarded(position, &mut zone, &mut pseudo_legal, &mut without_making);
        }
        let (pseudo_legal, zone, without_making) = (&pseudo_legal, &zone, &without_making);
        let known = Known { side, program, pseudo_legal, zone, without_making };
        for &m in moves.iter() {
            if let Some(replies) = self.count_without_making(position, &known, m) {
                counter.0 += replies;
                continue;
            }
            let undo = self.make_as::<false>(position, m, Some(&moves.effects));
            if together {
                let has_ends = !self.rules.ends.plans.is_empty();
                if !has_ends || !without_making.may_end(self, m) || !self.has_ended(position) {
                    let touched = squares_of(m, &moves.effects);
                    self.count_after(position, pseudo_legal, has_zone.then_some(zone), touched, &mut counter);
                }
            } else {
                counter.0 += count_moves(self, position);
            }
            self.unmake(position, undo);
        }
        counter.0
    }

    /// Makes each move and counts the replies to it: where pieces are programs, nothing is told of them together.
    fn count_after_each(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        let replies = |m: &Move| {
            let undo = self.make_as::<false>(position, *m, Some(&moves.effects));
            let count = count_moves(self, position);
            self.unmake(position, undo);
            count
        };
        moves.iter().map(replies).sum()
    }

    /// Counts the replies in `position`, which is one move after the position of `pseudo_legal` and `zone`. The game
    /// must not have ended. `touched` has the squares of the move ([`squares_of`]).
    #[inline(always)]
    pub(crate) fn count_after(
        &self,
        position: &Position<N>,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        let is_counted = match self.rules.strategy.told_apart {
            Some(rule) => count_told_apart(self, position, rule, pseudo_legal, zone, touched, counter),
            None if self.rules.strategy.needs.contains(Needs::PARTS_ROYALS) && self.royals_face(position) => false,
            None => {
                let mut node = Node::before_limits(self, position);
                node.find_limits();
                node.count_after(pseudo_legal, zone, touched, counter)
            }
        };
        if !is_counted {
            self.with_node(position, |node| node.moves_as_chosen(true, counter));
        }
    }
}

/// Returns the squares of a move on which another piece of the same side may stand after it: origin, destination, and
/// where its effects put a piece from the hand. In castling, only the king's squares are left by one piece and taken by
/// another, or the partner's square by a piece from the hand.
///
/// PERF: the effects that a move holds itself put one piece at most, on its origin or on a square that was empty. So
/// only those of the list are looked at.
#[inline(always)]
fn squares_of<const N: usize>(m: Move, effects: &Effects) -> Bitboard<N> {
    let ends = Bitboard::of(m.origin_on::<N>()) | Bitboard::of(m.destination_on::<N>());
    if m.effects.is_key() { ends | entered(effects.get(m).unwrap_or(&[])) } else { ends }
}

/// Returns the squares where effects put pieces from the hand.
#[inline(never)]
fn entered<const N: usize>(effects: &[Effect]) -> Bitboard<N> {
    let square = |effect: &Effect| if let Effect::Enter(square, _) = *effect { Some(square) } else { None };
    effects.iter().filter_map(square).collect()
}

impl<const N: usize> Node<'_, N> {
    /// Does the work of [`Game::count_after`] in games that count all replies alike. Returns false, with nothing
    /// counted, if the replies must be generated.
    #[inline(always)]
    fn count_after(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let needs = self.game.rules.strategy.needs;
        if needs.intersects(Needs::IN_FEW_POSITIONS) {
            if !self.needs_in_position().is_empty() {
                return false;
            }
            if needs.contains(Needs::DROPS_FIRST) && self.drops_first(counter) {
                return true;
            }
            if needs.contains(Needs::PROMOTES_IN_PLACE) {
                self.promotions_in_place(true, counter);
            }
        }
        self.count_again(pseudo_legal, zone, self.changed(pseudo_legal, touched), counter);
        true
    }

    /// Counts all moves of this node. Cached moves are reused, except where they depend on `changed`, the squares that
    /// the last move changed. All other moves are generated.
    #[inline(always)]
    pub(crate) fn count_again(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) {
        let plan = self.plan();
        if !self.en_passant.is_empty() {
            self.en_passant_moves(plan, counter);
        }
        if self.tests_moves() {
            self.tested_moves(&plan.movers, counter);
        } else {
            let stale = self.stale(pseudo_legal, changed);
            counter.0 += pseudo_legal.count(self.game, &plan.program, stale, &self.context());
            self.deferred_moves(plan, pseudo_legal, stale, counter);
            if !self.safety.pinned.is_empty() {
                self.pinned_moves(counter);
            }
        }
        match zone {
            Some(zone) if self.safety.royal.is_some() => self.count_in_zone(plan, zone, changed, counter),
            _ => {
                if self.safety.royal.is_some() {
                    self.safe_royal_moves(plan, counter);
                }
                self.castling_moves(counter);
            }
        }
        self.special_moves(plan, counter);
        self.hand_moves_and_pass(counter);
    }

    /// Returns all squares that have changed since `pseudo_legal` was found. `touched` has the squares of the
    /// move made since then ([`squares_of`]).
    #[inline(always)]
    pub(crate) fn changed(&self, pseudo_legal: &PseudoLegal<N>, touched: Bitboard<N>) -> Bitboard<N> {
        let pieces = (self.own ^ pseudo_legal.own) | (self.enemies ^ pseudo_legal.enemies);
        touched | pieces | (self.position.walls() ^ pseudo_legal.walls)
    }

    /// Returns the pieces of the side to move that are free of pins and immobilizers.
    #[inline(always)]
    pub(crate) fn unpinned(&self) -> Bitboard<N> {
        (self.own & self.free).without(self.safety.pinned)
    }

    /// Returns what is needed to repeat stale lookups in this node.
    #[inline(always)]
    pub(crate) fn context(&self) -> Context<'_, N> {
        Context {
            position: self.position,
            replying: self.us,
            unmoved: self.unmoved,
            unpinned: self.unpinned(),
            occupied: self.occupied,
            landing: self.landing,
            check_mask: self.safety.check_mask,
        }
    }

    /// Returns the lookups that are stale after these squares changed, as bits.
    #[inline(always)]
    pub(crate) fn stale(&self, pseudo_legal: &PseudoLegal<N>, changed: Bitboard<N>) -> u64 {
        // Lookups of pinned pieces are repeated too, and then count unpinned pieces only. Other lookups that depend on
        // the same squares are repeated with the same result.
        pseudo_legal.watch.of(changed | self.safety.pinned) | pseudo_legal.without_pinned
    }

    /// Counts the moves outside the entries of `pseudo_legal`: those of deferred steps, by which some pieces may
    /// promote, and those of movers that cannot be cached.
    #[inline(always)]
    pub(crate) fn deferred_moves(
        &self,
        plan: &SidePlan<N>,
        pseudo_legal: &PseudoLegal<N>,
        stale: u64,
        counter: &mut Counter,
    ) {
        counter.0 += pseudo_legal.count_deferred(self.game, stale, &self.context());
        if !plan.program.uncacheable.is_empty() {
            self.all_united_moves(&plan.program.uncacheable, &plan.movers, self.unpinned(), counter);
        }
    }
}

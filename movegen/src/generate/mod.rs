//! Generates legal moves as sets: an origin and the set of its destinations. Counting adds up the sizes of the sets;
//! only a move list writes single moves.

pub(crate) mod arrivals;
pub(crate) mod attacked_squares;
pub(crate) mod chains;
pub(crate) mod legal;
pub(crate) mod legality;
pub(crate) mod pieces;
pub(crate) mod promoting;
pub(crate) mod royal;
pub(crate) mod single;
pub(crate) mod sink;

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::mover::Mover;
use crate::compile::processor::for_processor;
use crate::compile::side::SidePlan;
use crate::compile::threats::Threats;
use crate::generate::attacked_squares::KnownAttacks;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_game::rules::pass::PassRule;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};
use std::cell::{Cell, OnceCell};

/// A position whose moves are generated, with the masks that the generator reads often.
pub(crate) struct Node<'a, const N: usize> {
    pub(crate) game: &'a Game<N>,
    pub(crate) position: &'a Position<N>,
    pub(crate) us: Side,
    /// The pieces of the side to move.
    pub(crate) own: Bitboard<N>,
    pub(crate) enemies: Bitboard<N>,
    pub(crate) occupied: Bitboard<N>,
    pub(crate) empty: Bitboard<N>,
    /// The royals of the side to move.
    pub(crate) royals: Bitboard<N>,
    /// The squares whose pieces may move; immobilized pieces are outside.
    pub(crate) free: Bitboard<N>,
    /// Where moves may land, regardless of check.
    pub(crate) landing: Landing<N>,
    /// Pieces that may still make the moves reserved for unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
    /// Empty squares that are open to en-passant capture.
    pub(crate) en_passant: Bitboard<N>,
    /// The check mask and the pins.
    pub(crate) safety: Safety<N>,
    /// Squares on which a royal is safe even if they are attacked.
    pub(crate) immune: Bitboard<N>,
    /// The squares that the enemy attacks when the royals of the side to move are removed from the board; found on
    /// first use.
    pub(crate) attacked_squares: Cell<Option<KnownAttacks<N>>>,
    /// The pieces on enemy paths to the royal that hold at most two pieces; found on first use.
    pub(crate) blockers: OnceCell<Bitboard<N>>,
    /// Every move is tested by itself: there are several royals or pseudo-royals, and masks cannot express what they
    /// need.
    pub(crate) test_all: bool,
    /// Only the moves of the pieces' notations are generated; castling, drops and passes are skipped.
    pub(crate) of_pieces_only: bool,
    /// Drops that give mate are generated even if that is forbidden.
    pub(crate) mating_drops_too: bool,
    /// One legal move is enough: judged moves end with the first one that is allowed ([`Game::has_no_replies`]).
    pub(crate) one_is_enough: bool,
}

for_processor! {
    /// Gives the sink all legal moves of a node.
    fn moves_at[S: Sink<N>, const N: usize](node: &Node<'_, N>, sink: &mut S) => node.game.processor;
    { node.all_moves_here(sink) }
}

impl<const N: usize> Game<N> {
    /// Calls `work` with the node of a position, its limits found.
    pub(crate) fn with_node<R>(&self, position: &Position<N>, work: impl FnOnce(&mut Node<'_, N>) -> R) -> R {
        let mut node = Node::before_limits(self, position);
        node.find_limits();
        work(&mut node)
    }
}

impl<'a, const N: usize> Node<'a, N> {
    /// Returns the node of a position without its limits; [`Node::find_limits`] finds them.
    ///
    /// PERF: two functions, so that the node is built in place. One function that did both copied the node of 1 kB on
    /// return, which took 4% of the instructions of listing moves in chess.
    #[inline(always)]
    pub(crate) fn before_limits(game: &'a Game<N>, position: &'a Position<N>) -> Node<'a, N> {
        let us = position.turn();
        let own = position.side(us);
        let enemies = position.side(us.other());
        let occupied = own | enemies | position.walls();
        let empty = game.board.without(occupied);
        Node {
            game,
            position,
            us,
            own,
            enemies,
            occupied,
            empty,
            royals: game.royals(position, us),
            free: Bitboard::FULL,
            landing: Landing { empty, enemies, friends: own },
            unmoved: position.state.unmoved,
            en_passant: position.state.en_passant & empty,
            safety: Safety::free(),
            immune: Bitboard::EMPTY,
            attacked_squares: Cell::new(None),
            blockers: OnceCell::new(),
            test_all: false,
            of_pieces_only: false,
            mating_drops_too: false,
            one_is_enough: false,
        }
    }

    /// Finds the limits that royals and immobilizers set on the moves.
    #[inline(always)]
    pub(crate) fn find_limits(&mut self) {
        let royalty = &self.game.variant.royalty;
        if let Some(royal) = self.royals.first()
            && royalty.check
        {
            if self.royals.has_several() || !royalty.pseudo.is_empty() {
                self.find_several_royals();
            } else {
                self.safety.find(self.game, self.position, self.occupied, royal);
                if self.safety.in_check && !royalty.first_moves_in_check {
                    self.end_first_moves_of(self.royals);
                }
            }
        }
        if self.game.rules.strategy.needs.contains(Needs::KINDS_MATTER) {
            self.free = !self.game.immobilized(self.position, self.us);
        }
    }

    /// Returns the compiled moves of the side to move.
    #[inline(always)]
    pub(crate) fn plan(&self) -> &'a SidePlan<N> {
        &self.game.sides[self.us.index()]
    }

    /// Lets pieces move only to empty squares from now on.
    #[inline(always)]
    pub(crate) fn spare_enemies(&mut self) {
        self.landing = Landing { empty: self.empty, enemies: Bitboard::EMPTY, friends: Bitboard::EMPTY };
    }

    /// Returns the threats of the enemy.
    #[inline(always)]
    pub(crate) fn threats(&self) -> &Threats<N> {
        &self.game.sides[self.us.other().index()].threats
    }

    /// Gives all legal moves to the sink.
    #[inline]
    pub(crate) fn all_moves<S: Sink<N>>(&self, sink: &mut S) {
        moves_at(self, sink);
    }

    /// Does the same as [`Node::all_moves`], inlined into the caller.
    #[inline(always)]
    pub(crate) fn all_moves_here<S: Sink<N>>(&self, sink: &mut S) {
        let plan = self.plan();
        if is_large(N) {
            self.all_chain_moves(plan, sink);
            return self.other_moves(sink);
        }
        if !self.en_passant.is_empty() {
            self.en_passant_moves(plan, sink);
        }
        self.non_royal_moves(plan, sink);
        if self.safety.royal.is_some() {
            self.safe_royal_moves(plan, sink);
        }
        self.special_moves(plan, sink);
        self.other_moves(sink);
    }

    /// Generates the moves of all pieces but royals, except en-passant captures and chains.
    #[inline(always)]
    pub(crate) fn non_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        if self.tests_moves() {
            return self.tested_moves(&plan.movers, sink);
        }
        self.free_moves(&plan.program, &plan.movers, sink);
        if !self.safety.pinned.is_empty() {
            self.pinned_moves(sink);
        }
    }

    /// Generates chains, and the moves of royals when there are several or pseudo-royals, or when they need not be
    /// safe.
    #[inline(always)]
    pub(crate) fn special_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        if self.safety.royal.is_none() && !self.royals.is_empty() {
            if self.safety.guarded.is_empty() {
                self.unguarded_royal_moves(plan, sink);
            } else {
                self.guarded_royal_moves(sink);
            }
        }
        self.all_chain_moves(plan, sink);
    }

    /// Generates the chains of all pieces: on large boards all their moves.
    #[inline(always)]
    fn all_chain_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        for chain in plan.threats.chains.plans.iter() {
            self.chain_moves(chain, sink);
        }
    }

    /// Finds the limits that several royals or pseudo-royals set on the moves.
    #[inline(never)]
    fn find_several_royals(&mut self) {
        let (game, position, royals) = (self.game, self.position, self.royals);
        let by_masks =
            game.rules.strategy.guards_several && self.safety.find_several(game, position, self.occupied, royals);
        self.test_all = !by_masks;
        if !game.variant.royalty.first_moves_in_check {
            let attacked = |royal: &Square| self.threats().attacks_now(position, *royal);
            let attacked = if by_masks { self.safety.attacked } else { royals.into_iter().filter(attacked).collect() };
            self.end_first_moves_of(attacked);
        }
    }

    /// Takes the moves of unmoved pieces from those of the attacked royals that are in check.
    fn end_first_moves_of(&mut self, attacked: Bitboard<N>) {
        self.unmoved = self.unmoved.without(self.game.capturable_royals(self.position, attacked, self.us));
    }

    /// Returns whether some royal must be safe.
    #[inline]
    pub(crate) fn guards_royals(&self) -> bool {
        self.test_all || self.safety.royal.is_some() || !self.safety.guarded.is_empty()
    }

    /// Returns whether masks leave some moves to be tested one by one.
    #[inline(always)]
    pub(crate) fn tests_moves(&self) -> bool {
        self.test_all || !self.safety.sensitive.is_empty()
    }

    /// Generates the moves of royals that have no masks: each move is tested if they must be safe, and none if they
    /// need not be.
    #[inline(never)]
    pub(crate) fn unguarded_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        if self.tests_moves() {
            return self.tested_moves(&plan.royals, sink);
        }
        self.free_moves(&plan.royal_program, &plan.royals, sink);
    }

    /// Generates the moves of these movers and tests those that masks cannot judge.
    #[inline(never)]
    pub(crate) fn tested_moves<S: Sink<N>>(&self, movers: &[Mover<N>], sink: &mut S) {
        let free = self.free.without(self.safety.guarded);
        for mover in movers {
            self.united_moves(mover, self.position.pieces(self.us, mover.kind) & free, sink);
        }
    }

    /// Generates castling moves, drops and passes, unless only the moves of the pieces are wanted.
    #[inline(always)]
    pub(crate) fn other_moves<S: Sink<N>>(&self, sink: &mut S) {
        if self.of_pieces_only {
            return;
        }
        self.castling_moves(sink);
        self.hand_moves_and_pass(sink);
    }

    /// Generates drops and passes.
    #[inline(always)]
    pub(crate) fn hand_moves_and_pass<S: Sink<N>>(&self, sink: &mut S) {
        self.hand_moves(sink);
        if self.game.variant.pass[self.us.index()] == PassRule::Always && !self.is_in_check() {
            self.pass(sink);
        }
    }

    /// Returns whether a royal of the side to move is attacked, if the game has check.
    pub(crate) fn is_in_check(&self) -> bool {
        // `safety` is not set if every move is tested.
        if self.test_all { self.game.is_check(self.position) } else { self.safety.in_check }
    }
}

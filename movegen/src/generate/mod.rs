//! Legal moves, set-wise: a piece, where it stands, and the set of its destinations. A list is made of them only when somebody
//! wants a list; counting adds up bits.

pub(crate) mod attacked_squares;
pub(crate) mod chains;
pub(crate) mod legality;
pub(crate) mod pieces;
pub(crate) mod promoting;
pub(crate) mod royal;
pub(crate) mod sink;

use crate::attack::safety::Safety;
use crate::attack::threats::Threats;
use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::mover::Mover;
use crate::compile::processor::Work;
use crate::compile::side::SidePlan;
use crate::generate::attacked_squares::KnownAttacks;
use crate::generate::sink::{MoveList, Sink};
use crate::rules::asks::Asks;
use crate::rules::asks::Generate;
use crate::rules::pass::PassRule;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Side;
use std::cell::{Cell, OnceCell};

/// One node's generation: the position and what is asked again and again of it.
pub(crate) struct Node<'a, const N: usize> {
    pub(crate) game: &'a Game<N>,
    pub(crate) position: &'a Position<N>,
    pub(crate) us: Side,
    pub(crate) own: Bitboard<N>,
    pub(crate) enemies: Bitboard<N>,
    pub(crate) occupied: Bitboard<N>,
    pub(crate) empty: Bitboard<N>,
    pub(crate) royals: Bitboard<N>,
    /// The squares whose pieces are not held in place.
    pub(crate) free: Bitboard<N>,
    /// Where moves may land, safety apart.
    pub(crate) landing: Landing<N>,
    /// Pieces that may still make moves of unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
    /// Empty squares open to en passant capture.
    pub(crate) en_passant: Bitboard<N>,
    pub(crate) safety: Safety<N>,
    /// Squares on which a royal is safe whatever attacks them.
    pub(crate) immune: Bitboard<N>,
    /// The squares that the enemy attacks, own royals being away, once something asks.
    pub(crate) attacked_squares: Cell<Option<KnownAttacks<N>>>,
    /// The pieces on paths to the royal that are nearly open, once something asks.
    pub(crate) blockers: OnceCell<Bitboard<N>>,
    /// Every move is tested: there are several royals, or a rule that masks do not express.
    pub(crate) test_all: bool,
    /// Only moves of pieces on the board are wanted.
    pub(crate) on_board_only: bool,
}

/// The moves of a position by masks.
struct PlainMoves<'a, S, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    sink: &'a mut S,
}

impl<S: Sink<N>, const N: usize> Work for PlainMoves<'_, S, N> {
    type Output = ();

    #[inline(always)]
    fn run<const TABLES: bool>(self) {
        self.game.with_node(self.position, |node| node.all_moves_inline(self.sink));
    }
}

/// The moves of the pieces on the board of a node.
struct BoardMoves<'a, 'n, S, const N: usize> {
    node: &'a Node<'n, N>,
    sink: &'a mut S,
}

impl<S: Sink<N>, const N: usize> Work for BoardMoves<'_, '_, S, N> {
    type Output = ();

    #[inline(always)]
    fn run<const TABLES: bool>(self) {
        self.node.board_moves_inline(self.sink);
    }
}

impl<const N: usize> Game<N> {
    /// Gives all legal moves to the sink.
    #[inline]
    pub fn generate<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        if !self.rules.ends.plans.is_empty() && self.has_ended(position) {
            return;
        }
        self.generate_on(position, sink);
    }

    /// All legal moves, whether or not the game has ended.
    #[inline]
    pub(crate) fn generate_on<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        match self.rules.strategy.generate {
            Generate::ByMasks => self.plain_moves(position, sink),
            Generate::CapturesApart => self.moves_with_captures_apart(position, sink),
            Generate::ByRules => self.moves_by_rules(position, sink),
        }
    }

    /// The moves where no rule asks for more.
    #[inline]
    fn plain_moves<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        self.processor.run(PlainMoves { game: self, position, sink });
    }

    /// Finds what is asked of a position again and again while its moves are generated, and does something with it.
    ///
    /// PERF: a node is made where it is used; handed out it is copied, 1 kB each time (memmove had 6.5% of the samples of a count of chess).
    #[inline(always)]
    pub(crate) fn with_node<R>(&self, position: &Position<N>, work: impl FnOnce(&mut Node<'_, N>) -> R) -> R {
        let us = position.turn();
        let own = position.side(us);
        let enemies = position.side(us.other());
        let occupied = own | enemies | position.walls();
        let empty = self.board.without(occupied);
        let royals = self.royals(position, us);
        let mut node = Node {
            game: self,
            position,
            us,
            own,
            enemies,
            occupied,
            empty,
            royals,
            free: Bitboard::FULL,
            landing: Landing { empty, enemies, friends: own },
            unmoved: position.state.unmoved,
            en_passant: position.state.en_passant & empty,
            safety: Safety::free(),
            immune: Bitboard::EMPTY,
            attacked_squares: Cell::new(None),
            blockers: OnceCell::new(),
            test_all: false,
            on_board_only: false,
        };
        if let Some(royal) = royals.first()
            && self.variant.royalty.check
        {
            if royals.has_several() || !self.variant.royalty.pseudo.is_empty() {
                node.test_all = true;
                if !self.variant.royalty.first_moves_in_check {
                    let attacked = royals.into_iter().filter(|&r| node.threats().attacks_now(position, r));
                    node.unmoved = node.unmoved.without(attacked.collect());
                }
            } else {
                node.safety.find(self, position, occupied, royal);
                if node.safety.in_check && !self.variant.royalty.first_moves_in_check {
                    node.unmoved = node.unmoved.without(royals);
                }
            }
        }
        if self.rules.strategy.asks.contains(Asks::KINDS_MATTER) {
            node.free = !self.immobilized(position, us);
        }
        work(&mut node)
    }

    /// All legal moves, with their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> MoveList {
        let mut list = MoveList::default();
        self.generate(position, &mut list);
        list
    }
}

impl<'a, const N: usize> Node<'a, N> {
    /// How the side to move moves.
    #[inline(always)]
    pub(crate) fn plan(&self) -> &'a SidePlan<N> {
        &self.game.sides[self.us.index()]
    }

    /// From now on pieces go to empty squares only.
    #[inline(always)]
    pub(crate) fn spare_enemies(&mut self) {
        self.landing = Landing { empty: self.empty, enemies: Bitboard::EMPTY, friends: Bitboard::EMPTY };
    }

    /// What the enemy threatens.
    #[inline(always)]
    pub(crate) fn threats(&self) -> &Threats<N> {
        &self.game.sides[self.us.other().index()].threats
    }

    /// Gives all legal moves to the sink.
    #[inline(never)]
    pub(crate) fn all_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves(sink);
        self.other_moves(sink);
    }

    /// The same where it is inlined.
    #[inline(always)]
    pub(crate) fn all_moves_inline<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves_inline(sink);
        self.other_moves(sink);
    }

    /// The moves of the pieces on the board.
    #[inline]
    pub(crate) fn board_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.game.processor.run(BoardMoves { node: self, sink });
    }

    /// The same where it is inlined.
    #[inline(always)]
    pub(crate) fn board_moves_inline<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves_by(sink, Node::free_plan_moves, Node::safe_royal_moves);
    }

    /// The same, `free` giving the moves of the pieces that are not royal where they need no test, `royal` those of a single royal.
    #[inline(always)]
    pub(crate) fn board_moves_by<S: Sink<N>>(
        &self,
        sink: &mut S,
        free: impl FnOnce(&Self, &SidePlan<N>, &mut S),
        royal: impl FnOnce(&Self, &SidePlan<N>, &mut S),
    ) {
        let plan = self.plan();
        if !self.en_passant.is_empty() {
            self.en_passant_moves(plan, sink);
        }
        self.moves_but_of_royals(plan, sink, free);
        if self.safety.royal.is_none() && !self.royals.is_empty() {
            self.unguarded_royal_moves(plan, sink);
        }
        if self.safety.royal.is_some() {
            royal(self, plan, sink);
        }
        for chain in plan.threats.chains.plans.iter() {
            self.chain_moves(chain, sink);
        }
    }

    /// The moves that need no test of the pieces that are not royal.
    #[inline(always)]
    pub(crate) fn free_plan_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        self.free_moves(&plan.program, &plan.movers, sink);
    }

    /// The moves of the pieces that are not royal, but for captures en passant.
    #[inline(always)]
    pub(crate) fn moves_but_of_royals<S: Sink<N>>(
        &self,
        plan: &SidePlan<N>,
        sink: &mut S,
        free: impl FnOnce(&Self, &SidePlan<N>, &mut S),
    ) {
        if self.tests_moves() {
            return self.tested_moves(&plan.movers, sink);
        }
        free(self, plan, sink);
        if !self.safety.pinned.is_empty() {
            self.pinned_moves(sink);
        }
    }

    /// Whether some moves are tested one by one.
    #[inline(always)]
    pub(crate) fn tests_moves(&self) -> bool {
        self.test_all || !self.safety.sensitive.is_empty()
    }

    /// The moves of royals that are not guarded by masks: several, or such whose safety does not matter.
    #[inline(never)]
    pub(crate) fn unguarded_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        if self.tests_moves() {
            return self.tested_moves(&plan.royals, sink);
        }
        self.free_moves(&plan.royal_program, &plan.royals, sink);
    }

    /// The moves where some have to be tested one by one.
    #[inline(never)]
    pub(crate) fn tested_moves<S: Sink<N>>(&self, movers: &[Mover<N>], sink: &mut S) {
        for mover in movers {
            self.united_moves(mover, self.position.pieces(self.us, mover.kind) & self.free, sink);
        }
    }

    /// Castling, what comes from the hands, and passes.
    #[inline(always)]
    pub(crate) fn other_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.castling_moves(sink);
        self.hand_moves_and_pass(sink);
    }

    #[inline(always)]
    pub(crate) fn hand_moves_and_pass<S: Sink<N>>(&self, sink: &mut S) {
        self.hand_moves(sink);
        if self.game.variant.pass[self.us.index()] == PassRule::Always && !self.is_in_check() {
            self.pass(sink);
        }
    }

    /// Whether a royal is attacked, where that matters.
    pub(crate) fn is_in_check(&self) -> bool {
        // Where every move is tested, nobody has asked yet.
        if self.test_all { self.game.in_check(self.position) } else { self.safety.in_check }
    }
}

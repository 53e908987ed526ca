//! Generates legal moves as sets: a piece, its origin, and the set of its destinations. Moves are listed only for
//! callers that want a list; counting adds up the sizes of the sets.

pub(crate) mod attacked_squares;
pub(crate) mod chains;
pub(crate) mod compiled;
pub(crate) mod legal;
pub(crate) mod legality;
pub(crate) mod pieces;
pub(crate) mod promoting;
pub(crate) mod royal;
pub(crate) mod sink;

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::mover::Mover;
use crate::compile::processor::{Work, is_whole};
use crate::compile::side::SidePlan;
use crate::compile::strategy::Generate;
use crate::compile::threats::Threats;
use crate::generate::attacked_squares::KnownAttacks;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::list::MoveList;
use betza_game::needs::Needs;
use betza_game::rules::pass::PassRule;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};
use std::cell::{Cell, OnceCell};

/// A position whose moves are generated, with what the generator reads from it again and again.
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
    /// The squares whose pieces are not immobilized.
    pub(crate) free: Bitboard<N>,
    /// Where moves may land, regardless of check.
    pub(crate) landing: Landing<N>,
    /// Pieces that may still make moves of unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
    /// Empty squares that are open to en-passant capture.
    pub(crate) en_passant: Bitboard<N>,
    /// The check mask and the pins.
    pub(crate) safety: Safety<N>,
    /// Squares on which a royal is safe whatever attacks them.
    pub(crate) immune: Bitboard<N>,
    /// The squares that the enemy attacks with the own royals lifted off the board, found on first use.
    pub(crate) attacked_squares: Cell<Option<KnownAttacks<N>>>,
    /// The pieces on nearly open paths to the royal, found on first use.
    pub(crate) blockers: OnceCell<Bitboard<N>>,
    /// Every move is tested, because there are several royals and masks cannot express when all are safe enough.
    pub(crate) test_all: bool,
    /// Only moves of pieces on the board are wanted.
    pub(crate) on_board_only: bool,
}

/// The work of generating all moves of a position by masks.
struct PlainMoves<'a, S, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    sink: &'a mut S,
}

impl<S: Sink<N>, const N: usize> Work for PlainMoves<'_, S, N> {
    type Output = ();

    #[inline(always)]
    fn run<const FEATURES: bool>(self) {
        match const { is_whole::<FEATURES>() } {
            true => self.game.at_node(self.position, AllMoves(self.sink)),
            false => self.game.moves_by_forward(self.position, Forward(self.sink)),
        }
    }
}

/// The work of giving all moves of a node to a sink.
struct AllMoves<'a, S>(&'a mut S);

impl<S: Sink<N>, const N: usize> AtNode<N> for AllMoves<'_, S> {
    type Output = ();

    #[inline(always)]
    fn at(self, node: &mut Node<'_, N>) {
        node.all_moves_inline(self.0);
    }
}

/// The work of generating the moves of the pieces on the board.
struct BoardMoves<'a, 'n, S, const N: usize> {
    node: &'a Node<'n, N>,
    sink: &'a mut S,
}

impl<S: Sink<N>, const N: usize> Work for BoardMoves<'_, '_, S, N> {
    type Output = ();

    #[inline(always)]
    fn run<const FEATURES: bool>(self) {
        match const { is_whole::<FEATURES>() } {
            true => self.node.board_moves_inline(self.sink),
            false => self.node.board_moves_by_forward(Forward(self.sink)),
        }
    }
}

/// Work on the node of a position.
///
/// PERF: a trait and not a closure, for the reason given at [`MoveSource`].
pub(crate) trait AtNode<const N: usize> {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn at(self, node: &mut Node<'_, N>) -> Self::Output;
}

/// The same work, compiled for the features of the processor in a function of its own. On processors without code of
/// their own the work is not done, and the result is the default value.
pub(crate) struct InOwnFunction<'a, W, const N: usize> {
    pub game: &'a Game<N>,
    pub position: &'a Position<N>,
    pub work: W,
}

impl<W: AtNode<N, Output: Default>, const N: usize> Work for InOwnFunction<'_, W, N> {
    type Output = W::Output;

    #[inline(always)]
    fn run<const FEATURES: bool>(self) -> W::Output {
        match const { is_whole::<FEATURES>() } {
            true => self.game.at_node(self.position, self.work),
            false => W::Output::default(),
        }
    }
}

/// A closure as work on a node.
struct Call<F>(F);

impl<R, F: FnOnce(&mut Node<'_, N>) -> R, const N: usize> AtNode<N> for Call<F> {
    type Output = R;

    #[inline(always)]
    fn at(self, node: &mut Node<'_, N>) -> R {
        (self.0)(node)
    }
}

/// Where the moves of pieces on the board come from, if masks suffice to find them.
///
/// PERF: a trait and not a pair of closures, because its functions can always be inlined. A closure that is not inlined
/// is compiled for any processor, and counts and gathers bits in software: that cost lists of chess a third.
pub(crate) trait MoveSource<S, const N: usize> {
    /// Generates the moves of pieces that are not royal where these need no test.
    fn free_moves(&self, node: &Node<'_, N>, plan: &SidePlan<N>, sink: &mut S);
    /// Generates the moves of a single royal.
    fn royal_moves(&self, node: &Node<'_, N>, plan: &SidePlan<N>, sink: &mut S);
}

/// Takes the moves from the programs of the side to move.
pub(crate) struct FromPrograms;

impl<S: Sink<N>, const N: usize> MoveSource<S, N> for FromPrograms {
    #[inline(always)]
    fn free_moves(&self, node: &Node<'_, N>, plan: &SidePlan<N>, sink: &mut S) {
        node.free_moves(&plan.program, &plan.movers, sink);
    }

    #[inline(always)]
    fn royal_moves(&self, node: &Node<'_, N>, plan: &SidePlan<N>, sink: &mut S) {
        node.safe_royal_moves(plan, sink);
    }
}

impl<const N: usize> Game<N> {
    /// Gives all legal moves to the sink.
    #[inline]
    pub(crate) fn generate_all<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        if !self.rules.ends.plans.is_empty() && self.has_ended(position) {
            return;
        }
        self.generate_on(position, sink);
    }

    /// Gives all legal moves to the sink, whether or not the game has ended.
    #[inline]
    pub(crate) fn generate_on<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        match self.rules.strategy.generate {
            Generate::ByMasks => self.plain_moves(position, sink),
            Generate::CapturesApart => self.moves_with_captures_apart(position, Forward(sink)),
            Generate::ByRules => self.moves_by_rules(position, sink),
        }
    }

    /// Generates the moves in games whose rules can be expressed by masks.
    #[inline]
    fn plain_moves<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        self.processor.run(PlainMoves { game: self, position, sink });
    }

    /// Generates the moves on processors without code of their own.
    #[inline(never)]
    fn moves_by_forward(&self, position: &Position<N>, mut sink: Forward<'_, N>) {
        self.at_node(position, AllMoves(&mut sink));
    }

    /// Prepares the node of a position and calls `work` with it.
    pub(crate) fn with_node<R>(&self, position: &Position<N>, work: impl FnOnce(&mut Node<'_, N>) -> R) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.call_with_node(position, &mut |node| result = work.take().map(|work| work(node)));
        result.expect("the node is prepared once")
    }

    /// Does [`Game::with_node`], compiled once and not for each caller.
    #[inline(never)]
    fn call_with_node(&self, position: &Position<N>, work: &mut dyn FnMut(&mut Node<'_, N>)) {
        self.at_node(position, Call(work));
    }

    /// Prepares the node of a position and does the work with it.
    ///
    /// PERF: a node is built where it is used; if a function returned it, it would be copied, 1 kB each time (memmove
    /// had 6.5% of the samples of a count of chess).
    #[inline(always)]
    pub(crate) fn at_node<W: AtNode<N>>(&self, position: &Position<N>, work: W) -> W::Output {
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
                node.find_several_royals();
            } else {
                node.safety.find(self, position, occupied, royal);
                if node.safety.in_check && !self.variant.royalty.first_moves_in_check {
                    node.unmoved = node.unmoved.without(royals);
                }
            }
        }
        if self.rules.strategy.needs.contains(Needs::KINDS_MATTER) {
            node.free = !self.immobilized(position, us);
        }
        work.at(&mut node)
    }

    /// Returns all legal moves, with their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> MoveList {
        let mut list = MoveList::default();
        self.generate_all(position, &mut list);
        list
    }
}

impl<'a, const N: usize> Node<'a, N> {
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
    #[inline(never)]
    pub(crate) fn all_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.all_moves_inline(sink);
    }

    /// Does [`Node::all_moves`], inlined into the caller, except for the moves of the pieces on the board, which are
    /// compiled once for each type of sink.
    #[inline(always)]
    pub(crate) fn all_moves_inline<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves(sink);
        self.other_moves(sink);
    }

    /// Generates the moves of the pieces on the board.
    #[inline]
    pub(crate) fn board_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.game.processor.run(BoardMoves { node: self, sink });
    }

    /// Generates the moves of the pieces on the board, on processors without code of their own.
    #[inline(never)]
    fn board_moves_by_forward(&self, mut sink: Forward<'_, N>) {
        self.board_moves_inline(&mut sink);
    }

    /// Does [`Node::board_moves`], inlined into the caller.
    #[inline(always)]
    pub(crate) fn board_moves_inline<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves_by(sink, &FromPrograms);
    }

    /// Does [`Node::board_moves`] with the source of moves `means`.
    #[inline(always)]
    pub(crate) fn board_moves_by<S: Sink<N>>(&self, sink: &mut S, means: &impl MoveSource<S, N>) {
        let plan = self.plan();
        if !self.en_passant.is_empty() {
            self.en_passant_moves(plan, sink);
        }
        self.non_royal_moves(plan, sink, means);
        if self.safety.royal.is_none() && !self.royals.is_empty() {
            if self.safety.guarded.is_empty() {
                self.unguarded_royal_moves(plan, sink);
            } else {
                self.guarded_royal_moves(sink);
            }
        }
        if self.safety.royal.is_some() {
            means.royal_moves(self, plan, sink);
        }
        for chain in plan.threats.chains.plans.iter() {
            self.chain_moves(chain, sink);
        }
    }

    /// Generates the moves of pieces that are not royal, without en-passant captures. Moves that need no test come from
    /// the source `means`.
    #[inline(always)]
    pub(crate) fn non_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S, means: &impl MoveSource<S, N>) {
        if self.tests_moves() {
            return self.tested_moves(&plan.movers, sink);
        }
        means.free_moves(self, plan, sink);
        if !self.safety.pinned.is_empty() {
            self.pinned_moves(sink);
        }
    }

    /// Finds how several royals, or royals that may become others, limit the moves.
    #[inline(never)]
    fn find_several_royals(&mut self) {
        let (game, position, royals) = (self.game, self.position, self.royals);
        let by_masks =
            game.rules.strategy.guards_several && self.safety.find_several(game, position, self.occupied, royals);
        self.test_all = !by_masks;
        if !game.variant.royalty.first_moves_in_check {
            let attacked = |royal: &Square| self.threats().attacks_now(position, *royal);
            let attacked = if by_masks { self.safety.attacked } else { royals.into_iter().filter(attacked).collect() };
            self.unmoved = self.unmoved.without(attacked);
        }
    }

    /// Returns whether some royal must be safe.
    #[inline]
    pub(crate) fn guards_royals(&self) -> bool {
        self.test_all || self.safety.royal.is_some() || !self.safety.guarded.is_empty()
    }

    /// Returns whether some moves must be tested one by one.
    #[inline(always)]
    pub(crate) fn tests_moves(&self) -> bool {
        self.test_all || !self.safety.sensitive.is_empty()
    }

    /// Generates the moves of royals for which there is no check mask: several royals, or royals that need not be safe.
    #[inline(never)]
    pub(crate) fn unguarded_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        if self.tests_moves() {
            return self.tested_moves(&plan.royals, sink);
        }
        self.free_moves(&plan.royal_program, &plan.royals, sink);
    }

    /// Generates the moves of these movers, where some must be tested one by one.
    #[inline(never)]
    pub(crate) fn tested_moves<S: Sink<N>>(&self, movers: &[Mover<N>], sink: &mut S) {
        let free = self.free.without(self.safety.guarded);
        for mover in movers {
            self.united_moves(mover, self.position.pieces(self.us, mover.kind) & free, sink);
        }
    }

    /// Generates castlings, moves from the hands, and passes.
    #[inline(always)]
    pub(crate) fn other_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.castling_moves(sink);
        self.hand_moves_and_pass(sink);
    }

    /// Generates moves from the hands, and passes.
    #[inline(always)]
    pub(crate) fn hand_moves_and_pass<S: Sink<N>>(&self, sink: &mut S) {
        self.hand_moves(sink);
        if self.game.variant.pass[self.us.index()] == PassRule::Always && !self.is_in_check() {
            self.pass(sink);
        }
    }

    /// Returns whether a royal is attacked, in games in which that matters.
    pub(crate) fn is_in_check(&self) -> bool {
        // Where every move is tested, `safety` has not been found.
        if self.test_all { self.game.in_check(self.position) } else { self.safety.in_check }
    }
}

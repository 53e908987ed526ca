//! Games and positions of whatever width their board needs.
//!
//! [`Game`] and [`Position`] are generic over the number of 64-bit words in a set of squares, and generic code is
//! compiled again by every crate that uses it. [`AnyGame`] and [`AnyPosition`] hold one of the five widths. Their
//! functions are not generic: the move generator behind them is compiled once, with this crate. A call costs one
//! comparison more than on the game inside.
//!
//! Sets of squares are given as [`Region`]s, which are wide enough for every board.
//!
//! Code that is itself generic over the width, such as an engine's search, gets at the game inside with
//! [`with_width!`](crate::with_width).
//!
//! # Panics
//!
//! A position belongs to one game. Functions that take a game with a position, or with what undoes a move, panic if the
//! two are of different widths.

pub mod leaves;
mod position;
mod widths;

#[cfg(doc)]
use crate::compile::game::Game;
#[cfg(doc)]
use crate::position::board::Position;
pub use widths::{AnyGame, AnyLine, AnyPosition, AnyUndo, differ};

use crate::Change;
use crate::compile::names::Names;
use crate::generate::legal::{count_moves, list_moves};
use crate::position::effects::Effect;
use crate::position::moves::Move;
use crate::with_width;
use crate::{CompileError, Processor};
use crate::{Gen, History, MoveList, Outcome};
use betza_game::setup::{Setup, SetupError};
use betza_game::variant::{Counted, Region, Variant};
use betza_game::widen;
use betza_ir::geometry::{Side, Square};

impl AnyGame {
    /// Compiles a game for the width of its board. `start` is its start position, which says where each kind starts;
    /// `seed` is that of the position keys ([`crate::keys::DEFAULT_SEED`]).
    ///
    /// # Errors
    /// What the generator cannot do, or a limit that the game exceeds.
    pub fn compile(variant: &Variant, start: &Setup, seed: u64) -> Result<AnyGame, CompileError> {
        AnyGame::compile_for(Processor::detect(), variant, start, seed)
    }

    /// Compiles a game for a given processor, such as one without tables. The rest is as in
    /// [`AnyGame::compile`].
    ///
    /// # Errors
    /// What the generator cannot do, or a limit that the game exceeds.
    pub fn compile_for(
        processor: Processor,
        variant: &Variant,
        start: &Setup,
        seed: u64,
    ) -> Result<AnyGame, CompileError> {
        AnyGame::of_its_width(processor, variant, start, seed)
    }

    /// Compiles a game as if its board were a large one, on which pieces are programs instead of tables. It has the
    /// same moves and is slower; tests compare the two.
    ///
    /// # Errors
    /// As [`AnyGame::compile`], and what the generator cannot do on large boards.
    pub fn compile_as_large(variant: &Variant, start: &Setup, seed: u64) -> Result<AnyGame, CompileError> {
        AnyGame::large(Processor::detect(), variant, start, seed)
    }

    /// Returns the same game, in which every move is made to see whether it is legal: [`Game::testing_each_move`].
    #[must_use]
    pub fn testing_each_move(self) -> AnyGame {
        with_width!(self, |game| game.testing_each_move().into())
    }

    /// Returns the rules that it was compiled from.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        with_width!(self, |game| game.variant())
    }

    /// Returns all squares of the board.
    #[must_use]
    pub fn board(&self) -> Region {
        with_width!(self, |game| widen(game.board()))
    }

    /// Returns the bytes that its tables take: [`Game::memory_usage`].
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        with_width!(self, |game| game.memory_usage())
    }

    /// Returns whether some piece had more ways to go or to be taken back than are tried, so that moves may be missing:
    /// [`Game::has_overflowed`].
    #[must_use]
    pub fn has_overflowed(&self) -> bool {
        with_width!(self, |game| game.has_overflowed())
    }

    /// Returns the position of a setup.
    ///
    /// # Errors
    /// Why the setup is not a position of the game.
    pub fn position(&self, setup: &Setup) -> Result<AnyPosition, SetupError> {
        with_width!(self, |game| Ok(game.position(setup)?.into()))
    }

    /// Returns the setup of a position.
    #[must_use]
    pub fn setup(&self, position: &AnyPosition) -> Setup {
        with_width!(self, position, |game, position| game.setup(position))
    }

    /// Returns all legal moves, with their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &AnyPosition) -> MoveList {
        let mut list = MoveList::default();
        self.list_moves(position, &mut list);
        list
    }

    /// Replaces the contents of a list by all legal moves, with their effects.
    pub fn list_moves(&self, position: &AnyPosition, list: &mut MoveList) {
        list.clear();
        with_width!(self, position, |game, position| list_moves(game, position, Gen::All, list));
    }

    /// Adds legal moves to a list: [`Game::generate`].
    pub fn generate(&self, position: &AnyPosition, wanted: Gen, list: &mut MoveList) {
        with_width!(self, position, |game, position| list_moves(game, position, wanted, list));
    }

    /// Returns whether a move, which may be any value, is legal: [`Game::is_legal`].
    #[must_use]
    pub fn is_legal(&self, position: &AnyPosition, m: Move) -> bool {
        with_width!(self, position, |game, position| game.is_legal(position, m))
    }

    /// Returns whether masks judge each move by itself: [`Game::judges_singly`].
    #[must_use]
    pub fn judges_singly(&self) -> bool {
        with_width!(self, |game| game.judges_singly())
    }

    /// Returns whether there is a legal move: [`Game::has_legal_move`].
    #[must_use]
    pub fn has_legal_move(&self, position: &AnyPosition) -> bool {
        with_width!(self, position, |game, position| game.has_legal_move(position))
    }

    /// Returns whether a legal move gives check: [`Game::gives_check`].
    #[must_use]
    pub fn gives_check(&self, position: &AnyPosition, m: Move) -> bool {
        with_width!(self, position, |game, position| game.gives_check(position, m))
    }

    /// Returns the hash after a legal move: [`Game::hash_after`].
    #[must_use]
    pub fn hash_after(&self, position: &AnyPosition, m: Move) -> u64 {
        with_width!(self, position, |game, position| game.hash_after(position, m))
    }

    /// Returns the squares on which a legal move captures, as they are before it: [`Game::captured_by`].
    #[must_use]
    pub fn captured_by(&self, position: &AnyPosition, m: Move) -> Region {
        with_width!(self, position, |game, position| widen(game.captured_by(position, m)))
    }

    /// Returns the enemy's pieces that give check: [`Game::checkers`].
    #[must_use]
    pub fn checkers(&self, position: &AnyPosition) -> Region {
        with_width!(self, position, |game, position| widen(game.checkers(position)))
    }

    /// Returns the pinned pieces of the side to move: [`Game::pinned`].
    #[must_use]
    pub fn pinned(&self, position: &AnyPosition) -> Region {
        with_width!(self, position, |game, position| widen(game.pinned(position)))
    }

    /// Makes a null move: [`Game::make_null`].
    pub fn make_null(&self, position: &mut AnyPosition) -> AnyUndo {
        with_width!(self, position, |game, position| game.make_null(position).into())
    }

    /// Returns what a legal move changes on the board and in the hands, in order: [`Game::changes`].
    #[must_use]
    pub fn changes(&self, position: &AnyPosition, m: Move) -> Vec<Change> {
        with_width!(self, position, |game, position| {
            let mut after = position.clone();
            let undo = game.make(&mut after, m);
            let mut changes = Vec::new();
            game.changes(&after, &undo, |change| changes.push(change));
            changes
        })
    }

    /// Returns the number of legal moves, which are not listed.
    #[must_use]
    pub fn count_moves(&self, position: &AnyPosition) -> u64 {
        with_width!(self, position, |game, position| count_moves(game, position))
    }

    /// Returns the number of legal moves after all moves of a list of the position's legal ones:
    /// [`Game::count_replies`]. The position is left as it was.
    #[must_use]
    pub fn count_replies(&self, position: &mut AnyPosition, moves: &MoveList) -> u64 {
        with_width!(self, position, |game, position| game.count_replies(position, moves))
    }

    /// Makes a legal move: [`Game::make`].
    pub fn make(&self, position: &mut AnyPosition, m: Move) -> AnyUndo {
        with_width!(self, position, |game, position| game.make(position, m).into())
    }

    /// Makes a legal move of a list of the position's legal moves: [`Game::make_listed`].
    pub fn make_listed(&self, position: &mut AnyPosition, m: Move, list: &MoveList) -> AnyUndo {
        with_width!(self, position, |game, position| game.make_listed(position, m, list).into())
    }

    /// Returns whether the side to move has a royal that is attacked.
    #[must_use]
    pub fn is_check(&self, position: &AnyPosition) -> bool {
        with_width!(self, position, |game, position| game.is_check(position))
    }

    /// Returns whether the side to move is in check and may not stay in it: [`Game::must_end_check`].
    pub fn must_end_check(&self, position: &AnyPosition) -> bool {
        with_width!(self, position, |game, position| game.must_end_check(position))
    }

    /// Returns whether the game has ended by one of its own conditions, if they stop it: [`Game::has_ended`].
    #[must_use]
    pub fn has_ended(&self, position: &AnyPosition) -> bool {
        with_width!(self, position, |game, position| game.has_ended(position))
    }

    /// Returns the result of a position by itself: [`Game::immediate_outcome`].
    #[must_use]
    pub fn immediate_outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        with_width!(self, position, |game, position| game.immediate_outcome(position))
    }

    /// Returns the history of a game that begins with a position: [`Game::history`].
    #[must_use]
    pub fn history(&self, position: &AnyPosition) -> History {
        with_width!(self, position, |game, position| game.history(position))
    }

    /// Returns the history of a game that begins with a position in which moves are counted already:
    /// [`Game::history_from`].
    #[must_use]
    pub fn history_from(&self, position: &AnyPosition, counted: Option<Counted>) -> History {
        with_width!(self, position, |game, position| game.history_from(position, counted))
    }

    /// Adds the position after a move, or after a null move if `played` is `None`, to the history: [`Game::record`].
    pub fn record(&self, history: &mut History, position: &AnyPosition, played: Option<Move>) {
        with_width!(self, position, |game, position| game.record(history, position, played));
    }

    /// Returns the result of a game that is over: [`Game::automatic_outcome`].
    #[must_use]
    pub fn automatic_outcome(&self, position: &AnyPosition, history: &History) -> Option<Outcome> {
        with_width!(self, position, |game, position| game.automatic_outcome(position, history))
    }

    /// Returns the result of a game that is over, where the moves played do not matter:
    /// [`Game::outcome_without_past`].
    #[must_use]
    pub fn outcome_without_past(&self, position: &AnyPosition) -> Option<Outcome> {
        with_width!(self, position, |game, position| game.outcome_without_past(position))
    }

    /// Returns the result that the player to move may claim: [`Game::claimable_outcome`].
    #[must_use]
    pub fn claimable_outcome(&self, position: &AnyPosition, history: &History) -> Option<Outcome> {
        with_width!(self, position, |game, position| game.claimable_outcome(position, history))
    }

    /// Returns whether a side has too few pieces to win: [`Game::lacks_material`].
    #[must_use]
    pub fn lacks_material(&self, position: &AnyPosition, side: Side) -> bool {
        with_width!(self, position, |game, position| game.lacks_material(position, side))
    }

    /// Returns the royal pieces of a side: [`Game::royals`].
    #[must_use]
    pub fn royals(&self, position: &AnyPosition, side: Side) -> Region {
        with_width!(self, position, |game, position| widen(game.royals(position, side)))
    }

    /// Returns whether a piece of a side attacks a square.
    #[must_use]
    pub fn is_attacked(&self, position: &AnyPosition, square: Square, by: Side) -> bool {
        with_width!(self, position, |game, position| game.is_attacked(position, square, by))
    }

    /// Returns the pieces of a side that attack a square.
    #[must_use]
    pub fn attackers_to(&self, position: &AnyPosition, square: Square, by: Side) -> Region {
        with_width!(self, position, |game, position| widen(game.attackers_to(position, square, by)))
    }

    /// Returns the squares that the piece on a square attacks; none if it is empty.
    #[must_use]
    pub fn attacks_from(&self, position: &AnyPosition, from: Square) -> Region {
        with_width!(self, position, |game, position| widen(game.attacks_from(position, from)))
    }

    /// Returns the squares of the pieces that a legal move with these effects captures; not those of bystanders.
    #[must_use]
    pub fn captured(&self, position: &AnyPosition, m: Move, effects: &[Effect]) -> Region {
        with_width!(self, position, |game, position| widen(game.captured(position, m, effects)))
    }

    /// Returns the texts of all legal moves of a position, in the list's order; no two are equal.
    #[must_use]
    pub fn move_texts(&self, position: &AnyPosition, list: &MoveList) -> Vec<String> {
        with_width!(self, position, |game, position| game.move_texts(position, list))
    }

    /// Returns the text of the legal move at a place of the list: [`Game::move_text`].
    #[must_use]
    pub fn move_text(&self, position: &AnyPosition, list: &MoveList, index: usize) -> String {
        with_width!(self, position, |game, position| game.move_text(position, list, index))
    }

    /// Returns the place in the list of the move with this text: [`Game::find_text`].
    #[must_use]
    pub fn find_text(&self, position: &AnyPosition, list: &MoveList, text: &str) -> Option<usize> {
        with_width!(self, position, |game, position| game.find_text(position, list, text))
    }

    /// Returns how moves name the kinds, found by `find` when it is first asked.
    pub(crate) fn names(&self, find: impl FnOnce() -> Names) -> &Names {
        with_width!(self, |game| game.names.get_or_init(find))
    }

    /// Returns the legal move with this text, of a list of all of them.
    #[must_use]
    pub fn read_move(&self, position: &AnyPosition, list: &MoveList, text: &str) -> Option<Move> {
        with_width!(self, position, |game, position| game.read_move(position, list, text))
    }
}

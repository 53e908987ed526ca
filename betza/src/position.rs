//! Positions: the moves of a position, and playing and taking them back.

use crate::error::IllegalMove;
use crate::game::Game;
use crate::record::{Record, Recorder};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Counted, KindId};
use betza_ir::geometry::{Side, Square};
use betza_movegen::effects::EffectsOf;
use betza_movegen::moves::Move;
use betza_movegen::{AnyGame, AnyLine, AnyPosition, Listed, Outcome};
use std::fmt;
use std::sync::Arc;

/// A position of a game, with the moves played since it was set up.
///
/// A copy shares the moves played with what it is copied from. The legal moves are generated when they are first asked
/// for, and kept; what judgements about the moves played need is found when a judgement is asked for.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut position = betza::Game::builtin("chess")?.start();
/// let mut moves = Vec::new();
/// position.legal_moves_into(&mut moves);
/// for &m in &moves {
///     position.play(m)?;
///     position.undo();
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    now: AnyPosition,
    line: AnyLine,
    recorder: Recorder,
}

/// What was played: a move, or the null move, by which the side to move changes and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Played {
    /// A move.
    Move(Move),
    /// The null move.
    Null,
}

impl Position {
    pub(crate) fn new(game: &Game, now: AnyPosition) -> Position {
        Position::with(game, now, Recorder::new(Vec::new(), None))
    }

    fn with(game: &Game, now: AnyPosition, recorder: Recorder) -> Position {
        Position { game: game.clone(), now, line: game.any().new_line(), recorder }
    }

    /// A position that was set up, of which the setup says more than the board.
    pub(crate) fn of_setup(game: &Game, now: AnyPosition, setup: &Setup) -> Position {
        let has_promoted = |s: &Square| setup.men[s.index()].is_some_and(|man| man.was.is_some());
        let promoted = game.squares().filter(has_promoted).collect();
        Position::with(game, now, Recorder::new(promoted, setup.counted))
    }

    /// The game that it is a position of.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position for code that is generic over the width ([`crate::with_width!`]).
    #[must_use]
    pub fn any(&self) -> &AnyPosition {
        &self.now
    }

    pub(crate) fn engine(&self) -> &AnyGame {
        self.game.any()
    }

    /// The legal moves, generated once.
    pub(crate) fn listed(&self) -> &Listed {
        self.engine().listed(&self.now, &self.line)
    }

    /// The texts of the legal moves in the manner of UCI, in their order.
    pub(crate) fn texts(&self) -> &[String] {
        let listed = self.listed();
        listed.texts.get_or_init(|| self.engine().move_texts(&self.now, &listed.list))
    }

    /// The effects of a legal move.
    pub(crate) fn effects(&self, m: Move) -> EffectsOf<'_> {
        self.listed().list.effects.of(m)
    }

    /// The position as text in the game's own notation. [`Game::position`] reads it back.
    #[must_use]
    pub fn fen(&self) -> String {
        fen::write_played(self.game.variant(), self.setup())
    }

    /// The position as plain data, with how far moves are counted.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { counted: self.counted(), ..self.engine().setup(&self.now) }
    }

    /// How far moves are counted against a side, in games that do so, as makruk; `None` if nothing is counted.
    #[must_use]
    pub fn counted(&self) -> Option<Counted> {
        self.game.variant().results.counting.as_ref().and_then(|_| self.record().history.counted())
    }

    /// Where pieces stand that have promoted, ascending: those that did so in a move played, and those that the text of
    /// the position marks with `~`.
    #[must_use]
    pub fn promoted(&self) -> Vec<Square> {
        self.record().promoted().to_vec()
    }

    /// Says which pieces have promoted, where the text of a position could not say it: in most games promotions are no
    /// part of it, but makruk has another name for a promoted pawn in Thai. Squares without pieces are left out.
    pub fn mark_promoted(&mut self, squares: impl IntoIterator<Item = Square>) {
        let mut promoted: Vec<Square> = squares.into_iter().filter(|&s| self.piece_at(s).is_some()).collect();
        promoted.sort_unstable();
        promoted.dedup();
        self.recorder.mark_promoted(self.record(), promoted);
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.now.turn()
    }

    /// The Zobrist key: equal for equal positions, whatever was played before. Counters of moves are no part of it.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.now.hash()
    }

    /// The piece on a square; `None` for an empty square, a wall, a hole, a square off the board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Side, KindId)> {
        let cell = self.now.cell(square);
        cell.is_piece().then(|| (cell.side(), cell.kind()))
    }

    /// Whether there is a wall on a square, in games that place walls.
    #[must_use]
    pub fn is_wall(&self, square: Square) -> bool {
        self.now.walls().contains(square)
    }

    /// The pieces in the hand of a side: each kind with its number, which is not 0, by [`KindId`].
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (KindId, u8)> {
        let kinds = (0..self.game.kinds().len()).map(KindId::from_index);
        kinds.map(move |kind| (kind, self.now.in_hand(side, kind))).filter(|&(_, count)| count > 0)
    }

    /// The legal moves. There are none once the game has ended by a rule at which counting stops. In games that count
    /// paths, as chu shogi (docs/rules, R22), a piece that comes to the same in several ways has a move for each way.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.engine().listed(&self.now, &self.line).list.moves.clone()
    }

    /// Replaces the contents of `moves` by the legal moves ([`Position::legal_moves`]). The memory is the caller's.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend_from_slice(&self.listed().list);
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.line.known().map_or_else(|| self.engine().has_legal_move(&self.now), |listed| !listed.list.is_empty())
    }

    /// Whether a move is legal here, wherever it comes from. A single move is tested without listing all, unless they
    /// are listed already.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.line.known().map_or_else(|| self.engine().is_legal(&self.now, m), |listed| listed.contains(m))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.engine().is_check(&self.now)
    }

    /// Whether a move gives check; `false` if it is not legal here.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        self.is_legal(m) && self.engine().gives_check(&self.now, m)
    }

    /// The position after a move; `None` if it is not legal here.
    pub(crate) fn after(&self, m: Move) -> Option<AnyPosition> {
        self.is_legal(m).then(|| {
            let mut after = self.now.clone();
            // What undoes the move is not needed.
            drop(self.engine().make_listed(&mut after, m, &self.listed().list));
            after
        })
    }

    /// Plays a move. It costs what making it costs, and testing whether it is legal.
    ///
    /// # Errors
    /// `illegal-move`, with the reason. The position stays as it was.
    #[inline]
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.game.any().play(&mut self.now, &mut self.line, m) { Ok(()) } else { Err(self.refuse(m)) }
    }

    /// Plays a move that was found to be legal here.
    pub(crate) fn play_legal(&mut self, m: Move) {
        self.game.any().play_legal(&mut self.now, &mut self.line, m);
    }

    /// Why a move cannot be played.
    #[cold]
    fn refuse(&self, m: Move) -> IllegalMove {
        IllegalMove { code: "illegal-move", message: self.why_illegal(m) }
    }

    /// Plays the null move: the other side is to move, and its en-passant rights end.
    ///
    /// # Errors
    /// `null-in-check` if the side to move is in check. The position stays as it was.
    pub fn play_null(&mut self) -> Result<(), IllegalMove> {
        if self.is_check() {
            let message = "the side to move is in check, which the null move would not end: play a legal move";
            return Err(IllegalMove { code: "null-in-check", message: message.to_owned() });
        }
        self.game.any().play_null(&mut self.now, &mut self.line);
        Ok(())
    }

    /// Takes back what was played last; `None` if nothing was played since the position was set up.
    #[inline]
    pub fn undo(&mut self) -> Option<Played> {
        let played = self.game.any().undo(&mut self.now, &mut self.line)?;
        Some(played.map_or(Played::Null, Played::Move))
    }

    /// What was played since the position was set up, the first move first.
    #[must_use]
    pub fn history(&self) -> Vec<Played> {
        let moves = self.line.moves(self.line.plies());
        moves.into_iter().map(|played| played.map_or(Played::Null, Played::Move)).collect()
    }

    /// What was played, for judgements about it. What was played since it was last asked for is added.
    fn record(&self) -> Arc<Record> {
        self.recorder.record(self.engine(), &self.now, &self.line)
    }

    /// The result of the game if it is over: there is no legal move, the position ends it by a rule of the game, or a
    /// rule about the moves played does that by itself. After an end at which counting does not stop, there still are
    /// legal moves, and one may play on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let game = self.engine();
        match game.past_matters(&self.now, &self.line) {
            true => game.automatic_outcome(&self.now, &self.record().history),
            false => game.outcome_without_past(&self.now),
        }
    }

    /// The result that the side to move may claim, by a rule about the moves played that does not end the game by
    /// itself: repetition, the move rule, counting. `None` if the game is over.
    #[must_use]
    pub fn claimable(&self) -> Option<Outcome> {
        self.engine().claimable_outcome(&self.now, &self.record().history)
    }

    /// Whether a side has too few pieces to mate, whatever the other side plays; `false` in games that are won on the
    /// board in other ways too. Points that decide a drawn game, as in janggi, are no such way.
    #[must_use]
    pub fn lacks_material(&self, side: Side) -> bool {
        self.engine().lacks_material(&self.now, side)
    }

    /// The pieces of a side that attack a square, ascending. Empty for a square off the board.
    #[must_use]
    pub fn attackers(&self, to: Square, by: Side) -> Vec<Square> {
        if !self.game.has(to) {
            return Vec::new();
        }
        self.engine().attackers_to(&self.now, to, by).into_iter().collect()
    }

    /// The squares that the piece on a square attacks, ascending. Empty if no piece stands there.
    #[must_use]
    pub fn attacks(&self, from: Square) -> Vec<Square> {
        if self.piece_at(from).is_none() {
            return Vec::new();
        }
        self.engine().attacks_from(&self.now, from).into_iter().collect()
    }

    /// Whether lists of legal moves are complete: `false` once a piece has had, in any position of this game and its
    /// clones, more ways to go, or to be taken back where it may take nothing protected, than are tried.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.listed();
        !self.engine().has_overflowed()
    }

    /// The number of leaves of the tree of legal moves ([`Position::legal_moves`], paths among them): 1 for a depth of
    /// 0.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let game = self.engine();
        let mut position = self.now.clone();
        match depth {
            0 => return 1,
            1 => return game.count_moves(&position),
            _ => {}
        }
        let (mut total, mut list) = (0_u64, game.legal_moves(&position));
        // The moves that lead to the position, each with the list it is of and the place behind it there.
        let (mut line, mut next) = (Vec::new(), 0);
        loop {
            // A list two plies above the leaves is counted at once.
            if line.len() as u32 + 2 == depth {
                total = total.saturating_add(game.count_replies(&mut position, &list));
                next = list.len();
            }
            if let Some(&m) = list.get(next) {
                let undo = game.make_listed(&mut position, m, &list);
                let below = game.legal_moves(&position);
                line.push((undo, std::mem::replace(&mut list, below), next + 1));
                next = 0;
            } else if let Some((undo, above, behind)) = line.pop() {
                game.unmake(&mut position, undo);
                (list, next) = (above, behind);
            } else {
                return total;
            }
        }
    }
}

/// The game's name and the position's text.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {})", self.game.name(), self.fen())
    }
}

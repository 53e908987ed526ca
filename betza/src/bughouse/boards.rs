//! A match on two boards: what is played, and when it is over.

use crate::error::{IllegalMove, PositionError};
use crate::game::Game;
use crate::pgn::Claimed;
use crate::position::Position;
use betza_game::setup::Setup;
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::{Side, Square};
use betza_movegen::moves::Move;
use betza_movegen::{Outcome, Reason};
use std::fmt;

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// Board A.
    A,
    /// Board B.
    B,
}

impl Table {
    /// Both, A first.
    pub const BOTH: [Table; 2] = [Table::A, Table::B];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Table {
        if self == Table::A { Table::B } else { Table::A }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// `A` or `B`.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Table::A { "A" } else { "B" })
    }
}

/// How a match has ended: one board decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOutcome {
    /// The board that has decided it.
    pub table: Table,
    /// What has happened there.
    pub outcome: Outcome,
}

impl MatchOutcome {
    /// The side of board A whose team has won; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let winner = self.outcome.winner()?;
        Some(if self.table == Table::A { winner } else { winner.other() })
    }

    /// The result as files of games write it, with White of board A first: `1-0`, `0-1`, `1/2-1/2`.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.winner().map_or(Claimed::Draw, Claimed::won_by).text()
    }
}

/// A match on two boards of a game with hands, such as bughouse.
///
/// ```
/// use betza::bughouse::{Match, Table};
/// use betza::{Game, Side};
///
/// let mut bughouse = Match::new(&Game::builtin("bughouse")?)?;
/// for text in ["e2e4", "d7d5", "e4d5"] {
///     let m = bughouse.board(Table::A).read_move(text)?;
///     bughouse.play(Table::A, m)?;
/// }
/// // White of A has captured a black pawn, which Black of B may drop.
/// assert_eq!(bughouse.board(Table::B).hand(Side::Black).count(), 1);
/// assert_eq!(bughouse.board(Table::A).hand(Side::White).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    boards: [Position; 2],
    /// What was played, with the boards before it.
    played: Vec<(Table, Move, [Position; 2])>,
}

impl Match {
    /// A match from the start position of a game on both boards.
    ///
    /// # Errors
    /// `no-match` if the game is not meant for it ([`Game::is_for_two_boards`]), or its hands cannot be fed from
    /// another board: it has none, captures fill them, nothing in them is used up, or pieces come from them otherwise
    /// than by drops.
    pub fn new(game: &Game) -> Result<Match, PositionError> {
        fits(game)?;
        Ok(Match { boards: [game.start(), game.start()], played: Vec::new() })
    }

    /// A match from two positions, joined by ` | `, as [`Match::fen`] writes it. One position stands for both.
    ///
    /// # Errors
    /// As [`Match::new`]; what is wrong with a position, with its place in the text.
    pub fn from_fen(game: &Game, fen: &str) -> Result<Match, PositionError> {
        fits(game)?;
        let boards = match fen.split_once('|') {
            None => {
                let both = game.position(fen)?;
                [both.clone(), both]
            }
            Some((a, b)) => {
                let moved = |e: &PositionError| {
                    let behind = a.len() + 1;
                    let shift = |d: &crate::Diagnostic| {
                        // 0..0 is no place.
                        let by = if d.span.end == 0 { 0 } else { behind };
                        let span = d.span.start + by..d.span.end + by;
                        crate::Diagnostic { span, ..d.clone() }
                    };
                    PositionError::of(e.diagnostics().iter().map(shift).collect())
                };
                [game.position(a)?, game.position(b).map_err(|e| moved(&e))?]
            }
        };
        Ok(Match { boards, played: Vec::new() })
    }

    /// The game of both boards.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.boards[0].game()
    }

    /// Both positions, A first, joined by ` | `.
    #[must_use]
    pub fn fen(&self) -> String {
        format!("{} | {}", self.boards[0].fen(), self.boards[1].fen())
    }

    /// The position of a board. Its history begins anew whenever a piece has come from the other board.
    #[must_use]
    pub fn board(&self, table: Table) -> &Position {
        &self.boards[table.index()]
    }

    /// The legal moves of a board. There are none once the match is over.
    #[must_use]
    pub fn legal_moves(&self, table: Table) -> Vec<Move> {
        if self.outcome().is_some() { Vec::new() } else { self.board(table).legal_moves() }
    }

    /// What was played, the first move first.
    pub fn history(&self) -> impl Iterator<Item = (Table, Move)> {
        self.played.iter().map(|(table, m, _)| (*table, *m))
    }

    /// Plays a move on a board, and gives what it captures to the partner.
    ///
    /// # Errors
    /// `illegal-move`, also if the match is over. The match stays as it was.
    pub fn play(&mut self, table: Table, m: Move) -> Result<(), IllegalMove> {
        if let Some(end) = self.outcome() {
            let message =
                format!("the match is over: board {} has ended ({}); take a move back", end.table, end.outcome);
            return Err(IllegalMove { code: "illegal-move", message });
        }
        let before = self.boards.clone();
        let fed = fed(self.board(table), m);
        self.boards[table.index()].play(m)?;
        self.feed(table.other(), &fed);
        self.played.push((table, m, before));
        Ok(())
    }

    /// Takes back what was played last, on whichever board; `None` if nothing was played.
    pub fn undo(&mut self) -> Option<(Table, Move)> {
        let (table, m, before) = self.played.pop()?;
        self.boards = before;
        Some((table, m))
    }

    /// Whether the side to move of a board has no legal move, but could have one if its partner gave it a piece. It
    /// waits, until a piece comes or its time is over.
    #[must_use]
    pub fn waits(&self, table: Table) -> bool {
        let board = self.board(table);
        !board.has_legal_move() && is_stuck(board) && has_drop_with_all(board)
    }

    /// The result of the match if it is over: a board has ended, and no piece from the partner could go on there. Mate
    /// that a drop could avert is none.
    #[must_use]
    pub fn outcome(&self) -> Option<MatchOutcome> {
        let ended = |table: Table| {
            let outcome = self.board(table).outcome()?;
            // Pieces to mate may come from the other board.
            let goes_on = outcome.reason() == Reason::InsufficientMaterial || self.waits(table);
            (!goes_on).then_some(MatchOutcome { table, outcome })
        };
        Table::BOTH.into_iter().find_map(ended)
    }

    /// Gives pieces to the hands of a board.
    fn feed(&mut self, table: Table, pieces: &[(Side, KindId)]) {
        if pieces.is_empty() {
            return;
        }
        let board = &self.boards[table.index()];
        let mut setup = board.setup();
        for (side, kind) in pieces {
            // A hand has at most 255 of a kind; more than a match can have.
            let held = &mut setup.hands[side.index()][kind.index()];
            *held = (*held + 1).min(255);
        }
        if let Ok(now) = board.engine().position(&setup) {
            self.boards[table.index()] = Position::of_setup(board.game(), now, &setup);
        }
    }
}

/// Whether a game can be played on two boards, and what keeps it from that.
fn fits(game: &Game) -> Result<(), PositionError> {
    let variant = game.variant();
    let name = &variant.name;
    let refused = |message: String, remedy: &str| Err(PositionError::new("no-match", 0..0, message, remedy));
    if !game.is_for_two_boards() {
        let message = format!("{name} is not for two boards: it does not say that captures come to a partner's hand");
        return refused(
            message,
            "take bughouse, or write 'two_boards = true' into the game's file, 'twoBoards = true' into variants.ini",
        );
    }
    let Some(hands) = variant.hands.as_ref().filter(|hands| hands.drops) else {
        let message = format!("pieces that come from the other board could not be dropped in {name}");
        return refused(message, "give it a table [hands], in variants.ini 'pieceDrops = true'");
    };
    if hands.captures || hands.captures_return {
        let message = format!("captures in {name} fill hands of the same board");
        return refused(message, "write 'captures = false' under [hands], in variants.ini 'capturesToHand = false'");
    }
    if hands.endless {
        let message = format!("hands in {name} hold every piece at all times");
        return refused(message, "write 'endless = false' under [hands]");
    }
    if variant.gating.is_some() || variant.promotes_from_hands() {
        let message = format!("pieces in {name} leave the hand by gating or promotion, and not by drops alone");
        return refused(message, "leave gating, or promotion to pieces in hand, out of the game");
    }
    Ok(())
}

/// What a move takes to the other board: each piece in its own colour, as what it was before it promoted.
fn fed(position: &Position, m: Move) -> Vec<(Side, KindId)> {
    let setup = position.setup();
    let variant = position.game().variant();
    let keeps = variant.hands.as_ref().is_some_and(|h| h.keeps_promoted);
    let piece = |square: Square| {
        let man = setup.at(square)?;
        let kind = man.was.filter(|_| !keeps).or(variant.kinds[man.kind.index()].in_hand).unwrap_or(man.kind);
        Some((man.side, kind))
    };
    position.captured(m).into_iter().filter_map(piece).collect()
}

/// Whether a board has ended by having no legal move, and by nothing else.
fn is_stuck(position: &Position) -> bool {
    matches!(position.outcome().map(Outcome::reason), Some(Reason::Checkmate | Reason::Stalemate))
}

/// Whether the side to move had a legal move if it held a piece of each kind that a partner can give.
fn has_drop_with_all(position: &Position) -> bool {
    let variant: &Variant = position.game().variant();
    let side = position.turn();
    let mut setup: Setup = position.setup();
    for (i, kind) in variant.kinds.iter().enumerate() {
        let can_come = !kind.royal && kind.in_hand.is_none_or(|held| held.index() == i);
        let held = &mut setup.hands[side.index()][i];
        *held = (*held).max(u16::from(can_come));
    }
    position.engine().position(&setup).is_ok_and(|full| position.engine().has_legal_move(&full))
}

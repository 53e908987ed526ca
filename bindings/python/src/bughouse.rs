//! Matches on two boards, and their files.

use crate::error::{MoveError, Raises, remedied};
use crate::game::Game;
use crate::moves::{Move, MoveList, MoveOrText, Outcome, Side, illegal};
use crate::position::Position;
use betza::bughouse::{Bpgn, Table};
use betza::pgn::{Claimed, Events, Fault, Place};
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The board with this name.
fn table(name: &str) -> PyResult<Table> {
    match name {
        "A" | "a" => Ok(Table::A),
        "B" | "b" => Ok(Table::B),
        _ => Err(remedied::<MoveError>("board", &format!("there is no board '{name}'"), "write A or B")),
    }
}

/// How a match has ended.
#[pyclass(frozen, module = "betza")]
pub struct MatchOutcome {
    end: betza::bughouse::MatchOutcome,
}

#[pymethods]
impl MatchOutcome {
    /// The board that has decided it, `"A"` or `"B"`.
    #[getter]
    fn board(&self) -> String {
        self.end.table.to_string()
    }

    /// What has happened there.
    #[getter]
    fn outcome(&self) -> Outcome {
        Outcome { outcome: self.end.outcome }
    }

    /// The side of board A whose team has won; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<Side> {
        self.end.winner().map(Side::from)
    }

    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`, White of board A first.
    #[getter]
    fn result(&self) -> &'static str {
        self.end.text()
    }

    /// Why, in English.
    #[getter]
    fn reason(&self) -> String {
        self.end.outcome.reason().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<MatchOutcome {}: {} on board {}>", self.result(), self.reason(), self.board())
    }
}

/// A match on two boards of a game such as bughouse: what a player captures comes to the partner's hand.
///
/// >>> import betza
/// >>> match = betza.Match(betza.Game("bughouse"))
/// >>> for move in ["e2e4", "d7d5", "e4d5"]:
/// ...     match.play("A", move)
/// >>> match.board("B").hand(betza.Side.Black)
/// {'p': 1}
#[pyclass(module = "betza")]
pub struct Match {
    game: betza::bughouse::Match,
}

#[pymethods]
impl Match {
    /// A match from the start, or from two positions that are joined by ` | `.
    #[new]
    #[pyo3(signature = (game, fen = None))]
    fn new(game: PyRef<'_, Game>, fen: Option<&str>) -> PyResult<Match> {
        let found = match fen {
            None => betza::bughouse::Match::new(&game.game),
            Some(fen) => betza::bughouse::Match::from_fen(&game.game, fen),
        };
        found.map(|game| Match { game }).map_err(|e| e.raise(fen.unwrap_or("")))
    }

    /// Both positions, A first.
    #[getter]
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// What was played: boards with moves.
    #[getter]
    fn history(&self) -> Vec<(String, Move)> {
        self.game.history().map(|(table, m)| (table.to_string(), self.given(m))).collect()
    }

    /// A copy of the position of a board.
    fn board(&self, board: &str) -> PyResult<Position> {
        Ok(Position::of(self.game.board(table(board)?).clone()))
    }

    /// The legal moves of a board; none once the match is over.
    fn legal_moves(&self, board: &str) -> PyResult<MoveList> {
        let table = table(board)?;
        Ok(MoveList { position: self.game.board(table).clone(), moves: self.game.legal_moves(table), is_all: false })
    }

    /// Plays a move on a board, and gives what it captures to the partner.
    fn play(&mut self, board: &str, m: MoveOrText) -> PyResult<()> {
        let table = table(board)?;
        let m = m.of(self.game.board(table))?;
        self.game.play(table, m).map_err(|e| illegal(&e))
    }

    /// Takes back what was played last, on whichever board.
    fn undo(&mut self) -> Option<(String, Move)> {
        let (table, m) = self.game.undo()?;
        Some((table.to_string(), self.given(m)))
    }

    /// Whether the side to move of a board has no legal move, but could have one by a piece from its partner.
    fn waits(&self, board: &str) -> PyResult<bool> {
        Ok(self.game.waits(table(board)?))
    }

    /// The result of the match if it is over.
    fn outcome(&self) -> Option<MatchOutcome> {
        self.game.outcome().map(|end| MatchOutcome { end })
    }

    /// The match as a file in BPGN, with these tags as pairs of name and value, and with comments by the number of the
    /// move, from 0. A tag `Result` is the result at the end of the moves too: of a match that was resigned, say.
    #[pyo3(signature = (tags = None, comments = None))]
    fn bpgn(&self, tags: Option<Vec<(String, String)>>, comments: Option<BTreeMap<usize, String>>) -> PyResult<String> {
        let mut file = Bpgn::of(&self.game);
        file.tags = tags.unwrap_or_default();
        if let Some((_, result)) = file.tags.iter().find(|(name, _)| name == "Result") {
            file.result = claimed(result)?;
        }
        for (number, comment) in comments.unwrap_or_default() {
            if let Some(m) = file.moves.get_mut(number) {
                m.comment = comment;
            }
        }
        let mut text = Vec::new();
        file.write(&mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// The result that a tag names.
pub fn claimed(result: &str) -> PyResult<Claimed> {
    let message = format!("'{result}' is no result");
    Claimed::of(result).ok_or_else(|| remedied::<MoveError>("result", &message, "write 1-0, 0-1, 1/2-1/2 or *"))
}

impl Match {
    fn given(&self, m: betza::Move) -> Move {
        Move { m, game: self.game.game().clone() }
    }
}

/// The exception for a match that cannot be read.
fn unread(fault: &Fault) -> PyErr {
    let Place { game, line, column } = fault.place;
    remedied::<MoveError>(fault.code, &format!("{line}:{column}: game {game}: {}", fault.message), &fault.remedy)
}

/// The matches of a text in BPGN: for each its tags, the match at its end, the comments of its moves, and the result
/// that it names. A match that cannot be read raises a [`MoveError`] that begins with its line, its column and its
/// number, from 1; with `strict=False` such matches are left out.
///
/// >>> import betza
/// >>> [(tags, match, comments, result)] = betza.read_bpgn("1A. e4 {119} 1a. d5 *", betza.Game("bughouse"))
/// >>> len(match.history), comments
/// (2, ['119', ''])
/// >>> text = "1A. e4 *\n\n1A. e5 *\n"
/// >>> len(betza.read_bpgn(text, betza.Game("bughouse"), strict=False))
/// 1
#[pyfunction]
#[pyo3(signature = (text, game, *, strict = true))]
#[allow(clippy::type_complexity, reason = "a tuple of Python")]
pub fn read_bpgn(
    text: &str,
    game: PyRef<'_, Game>,
    strict: bool,
) -> PyResult<Vec<(Vec<(String, String)>, Match, Vec<String>, String)>> {
    let mut events = Events::new(text.as_bytes());
    let mut found = Vec::new();
    while let Some(read) = Bpgn::read(&mut events, &game.game)? {
        let file = match read {
            Ok(file) => file,
            Err(fault) if strict => return Err(unread(&fault)),
            Err(_) => continue,
        };
        let comments = file.moves.iter().map(|m| m.comment.clone()).collect();
        let result: Claimed = file.result;
        found.push((file.tags, Match { game: file.end }, comments, result.to_string()));
    }
    Ok(found)
}

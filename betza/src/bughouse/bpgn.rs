//! BPGN: files of bughouse matches, PGN with a board and a side for each move (`1A. e4 1a. e5 1B. d4`): A and B for White's
//! moves, a and b for Black's.
//!
//! Source: the BPGN standard, versions 1.0 to 1.2 (bughousedb.com/Lieven_BPGN_Standard.txt): tags `WhiteA`, `BlackA`, `WhiteB`
//! and `BlackB`, times in comments behind the moves.

use super::{Match, Table};
use crate::error::IllegalMove;
use crate::game::Game;
use crate::pgn::source::of_diagnostic;
use crate::pgn::{Claimed, Event, Events, Fault, Place, write_tag};
use crate::text::Style;
use betza_ir::geometry::Side;
use betza_movegen::moves::Move;
use betza_notation::{Diagnostic, Severity};
use std::io::{self, BufRead, Write};

/// The longest line of moves.
const WIDTH: usize = 80;

/// A move of a match, with what its file says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchMove {
    /// The board.
    pub table: Table,
    /// The move.
    pub played: Move,
    /// The comment behind it, such as the time that is left (`119.9`); empty if there is none.
    pub comment: String,
}

/// A match as a file has it.
#[derive(Clone, Debug)]
pub struct Bpgn {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The match at its end. [`Match::undo`] leads back.
    pub end: Match,
    /// The moves.
    pub moves: Vec<MatchMove>,
    /// The result that is written at the end; `*` if none is.
    pub result: Claimed,
}

impl Bpgn {
    /// A match as it was played, without tags and comments, with its result if it is over.
    #[must_use]
    pub fn of(played: &Match) -> Bpgn {
        let moves =
            played.history().map(|(table, played)| MatchMove { table, played, comment: String::new() }).collect();
        let result =
            played.outcome().map_or(Claimed::Unknown, |end| Claimed::of(end.text()).unwrap_or(Claimed::Unknown));
        Bpgn { tags: Vec::new(), end: played.clone(), moves, result }
    }

    /// Reads the next match of a file; `None` at its end. The match is played from the tag `FEN` (two positions joined by `|`),
    /// or from the start. After an error, what follows in the match is passed over.
    ///
    /// # Errors
    /// If the file cannot be read. What is wrong with the match is the error inside.
    pub fn read<R: BufRead>(events: &mut Events<R>, game: &Game) -> io::Result<Option<Result<Bpgn, Fault>>> {
        let mut reading = Reading { game, tags: Vec::new(), so_far: None, named: None, moves: Vec::new(), wrong: None };
        let (mut result, mut depth, mut any) = (Claimed::Unknown, 0_usize, false);
        loop {
            // The place belongs to the part that was told last.
            if !events.advance()? {
                return Ok(any.then(|| reading.finish(result)));
            }
            any = true;
            let place = events.place();
            match events.event() {
                Event::End => return Ok(Some(reading.finish(result))),
                Event::Open => depth += 1,
                Event::Close => depth = depth.saturating_sub(1),
                Event::Fault(fault) if !fault.is_error() => {}
                // A match need not have a result.
                Event::Fault(fault) if fault.code == "no-result" => {}
                Event::Fault(fault) => {
                    reading.wrong.get_or_insert_with(|| fault.clone());
                }
                _ if depth > 0 || reading.wrong.is_some() => {}
                Event::Tag { name, value } => reading.tags.push((name.to_owned(), value.to_owned())),
                Event::Comment(text) => reading.comment(text),
                Event::Nag(_) => {}
                Event::Result(claimed) => result = claimed,
                Event::Move(text) => {
                    if let Err(fault) = reading.word(text) {
                        reading.wrong = Some(Fault { place, ..fault });
                    }
                }
            }
        }
    }

    /// Writes a match: its tags, and its moves in standard algebraic notation with their comments.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, value) in &self.tags {
            write_tag(out, name, value)?;
        }
        writeln!(out)?;
        let mut start = self.end.clone();
        while start.undo().is_some() {}
        let mut column = 0;
        let mut word = |out: &mut dyn Write, text: &str| {
            let fits = column > 0 && column + 1 + text.chars().count() <= WIDTH;
            let before = if fits {
                " "
            } else if column > 0 {
                "\n"
            } else {
                ""
            };
            column = text.chars().count() + if fits { column + 1 } else { 0 };
            write!(out, "{before}{text}")
        };
        for m in &self.moves {
            let board = start.board(m.table);
            let name = m.table.to_string();
            let name = if board.turn() == Side::White { name } else { name.to_lowercase() };
            let text = board.text(m.played, Style::San);
            word(out, &format!("{}{name}. {text}", board.setup().move_number))?;
            if !m.comment.is_empty() {
                word(out, &format!("{{{}}}", m.comment.replace('}', ")")))?;
            }
            if start.play(m.table, m.played).is_err() {
                break;
            }
        }
        word(out, &self.result.to_string())?;
        writeln!(out, "\n")
    }
}

/// A match that is being read.
struct Reading<'a> {
    game: &'a Game,
    tags: Vec<(String, String)>,
    /// The match, begun with the first move.
    so_far: Option<Match>,
    /// The board and side that the last number has named.
    named: Option<(Table, Side)>,
    moves: Vec<MatchMove>,
    wrong: Option<Fault>,
}

impl Reading<'_> {
    /// The match, begun if it has not been.
    fn begun(&mut self) -> Result<&mut Match, Fault> {
        if self.so_far.is_none() {
            let fen = self.tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.as_str());
            let begun = fen.map_or_else(|| Match::new(self.game), |fen| Match::from_fen(self.game, fen));
            self.so_far = Some(begun.map_err(|e| of_diagnostics(e.diagnostics()))?);
        }
        Ok(self.so_far.as_mut().expect("it has begun"))
    }

    /// A word among the moves: a number with its board, a move, or both.
    fn word(&mut self, text: &str) -> Result<(), Fault> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let behind = &text[digits..];
        let numbered = match behind.as_bytes() {
            [b'A' | b'B' | b'a' | b'b', b'.', ..] if digits > 0 => Some(behind.as_bytes()[0]),
            _ => None,
        };
        let Some(letter) = numbered else { return self.play(text) };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let table = if letter.eq_ignore_ascii_case(&b'a') { Table::A } else { Table::B };
        self.named = Some((table, side));
        match behind[1..].trim_start_matches('.') {
            "" => Ok(()),
            text => self.play(text),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let Some((table, side)) = self.named.take() else {
            let message = format!("'{text}' has no number with its board");
            return Err(Fault::error(Place::default(), "no-board", message, "write 1A. or 1a. before it"));
        };
        let so_far = self.begun()?;
        let board = so_far.board(table);
        if board.turn() != side {
            let name = if board.turn() == Side::White { "White" } else { "Black" };
            let message = format!("{name} is to move on board {table}");
            let remedy = "write the board's letter as a capital before White's moves and small before Black's";
            return Err(Fault::error(Place::default(), "wrong-side", message, remedy));
        }
        let played = board.read_move(text).map_err(|e| of_diagnostics(e.diagnostics()))?;
        let over = |e: IllegalMove| Fault::error(Place::default(), e.code(), e.to_string(), "leave the move out");
        so_far.play(table, played).map_err(over)?;
        self.moves.push(MatchMove { table, played, comment: String::new() });
        Ok(())
    }

    /// A comment belongs to the move before it; one before all moves is left out.
    fn comment(&mut self, text: &str) {
        if let Some(last) = self.moves.last_mut() {
            if !last.comment.is_empty() {
                last.comment.push(' ');
            }
            last.comment.push_str(text);
        }
    }

    fn finish(mut self, result: Claimed) -> Result<Bpgn, Fault> {
        let begun = self.begun().map(|_| ());
        match (self.wrong, begun, self.so_far) {
            (Some(error), ..) | (None, Err(error), _) => Err(error),
            (None, Ok(()), Some(end)) => Ok(Bpgn { tags: self.tags, end, moves: self.moves, result }),
            (None, Ok(()), None) => unreachable!("a match has begun"),
        }
    }
}

/// The first error of a text inside of the match.
fn of_diagnostics(diagnostics: &[Diagnostic]) -> Fault {
    let worst = diagnostics.iter().find(|d| d.severity == Severity::Error).or(diagnostics.first());
    worst.map_or_else(
        || Fault::error(Place::default(), "error", "it cannot be read", "write it otherwise"),
        |d| of_diagnostic(d, Place::default()),
    )
}

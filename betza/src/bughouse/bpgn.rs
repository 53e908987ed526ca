//! BPGN: files of bughouse matches, PGN with a board and a side for each move (`1A. e4 1a. e5 1B. d4`): A and B for
//! White's moves, a and b for Black's.
//!
//! Source: the BPGN standard, versions 1.0 to 1.2 (bughousedb.com/Lieven_BPGN_Standard.txt): tags `WhiteA`, `BlackA`,
//! `WhiteB` and `BlackB`, times in comments behind the moves.

use super::boards::Match;
use super::record::{self, MatchMove, Reading};
use crate::game::Game;
use crate::pgn::{Claimed, Events, Fault, Wrapped, write_tag};
use crate::text::Style;
use std::io::{self, BufRead, Write};

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

    /// Reads the next match of a file; `None` at its end. The match is played from the tag `FEN` (two positions joined
    /// by `|`), or from the start. [`super::Matches`] gives what could be played of a match with errors, too.
    ///
    /// # Errors
    /// If the file cannot be read. What is wrong with the match is the error inside.
    pub fn read<R: BufRead>(events: &mut Events<R>, game: &Game) -> io::Result<Option<Result<Bpgn, Fault>>> {
        let find = |_: Option<&str>| Ok(game.clone());
        let Some(Reading { mut record, .. }) = record::read(events, &find)? else { return Ok(None) };
        let wrong = record.faults.iter().position(Fault::is_error);
        Ok(Some(match (wrong, record.last) {
            (None, Some(end)) => {
                let result = record.claimed.unwrap_or(Claimed::Unknown);
                Ok(Bpgn { tags: record.tags, end, moves: record.moves, result })
            }
            (wrong, _) => Err(record.faults.swap_remove(wrong.unwrap_or(0))),
        }))
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
        let mut text = Wrapped::new(out);
        record::write_moves(&mut text, Some(&start), &self.moves, Style::San)?;
        text.word(self.result.text())?;
        writeln!(out, "\n")
    }
}

//! The matches of a file in BPGN, played move by move, with all that is wrong with them.

use super::boards::{Match, Table};
use crate::error::LoadError;
use crate::game::Game;
use crate::pgn::source::of_diagnostic;
use crate::pgn::{Claimed, Event, Events, Fault, Games, Place, Wrapped, fault_of, write_tag};
use crate::text::Style;
use betza_ir::geometry::Side;
use betza_movegen::moves::Move;
use betza_notation::{Diagnostic, Severity};
use std::io::{self, BufRead, Write};

/// The tags of the four players, by which a file in BPGN is known.
const PLAYERS: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

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

/// A match of a file, with all that its text says.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MatchRecord {
    /// Where it begins.
    pub place: Place,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub preface: Vec<String>,
    /// The match before the first move; `None` if the game or position that the tags name cannot be read.
    pub start: Option<Match>,
    /// The moves that could be played.
    pub moves: Vec<MatchMove>,
    /// The match behind them. [`Match::undo`] leads back.
    pub last: Option<Match>,
    /// A move that could not be played, and the words and comments behind it, these in braces.
    pub unplayed: Vec<String>,
    /// The result that the text claims.
    pub claimed: Option<Claimed>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

impl MatchRecord {
    /// The match at its end; `None` if not all moves could be played.
    #[must_use]
    pub fn end(&self) -> Option<&Match> {
        self.last.as_ref().filter(|_| self.unplayed.is_empty())
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Writes the match in BPGN, its moves in a style; what could not be played stands as it was.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut impl Write, style: Style) -> io::Result<()> {
        self.tags.iter().try_for_each(|(name, value)| write_tag(out, name, value))?;
        writeln!(out)?;
        let mut text = Wrapped::new(out);
        self.preface.iter().try_for_each(|comment| text.comment(comment))?;
        write_moves(&mut text, self.start.as_ref(), &self.moves, style)?;
        for word in &self.unplayed {
            match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                Some(comment) => text.comment(comment)?,
                None => text.word(word)?,
            }
        }
        text.word(self.claimed.unwrap_or(Claimed::Unknown).text())?;
        writeln!(out, "\n")
    }
}

/// Writes moves with their numbers and comments.
pub(super) fn write_moves<W: Write>(
    text: &mut Wrapped<'_, W>,
    start: Option<&Match>,
    moves: &[MatchMove],
    style: Style,
) -> io::Result<()> {
    let Some(mut at) = start.cloned() else { return Ok(()) };
    for m in moves {
        let board = at.board(m.table);
        let name = m.table.to_string();
        let name = if board.turn() == Side::White { name } else { name.to_lowercase() };
        text.word(&format!("{}{name}. {}", board.setup().move_number, board.text(m.played, style)))?;
        if !m.comment.is_empty() {
            text.comment(&m.comment)?;
        }
        if at.play(m.table, m.played).is_err() {
            break;
        }
    }
    Ok(())
}

/// Reads and plays the matches of a file in BPGN: an iterator over a [`MatchRecord`] for each.
///
/// ```
/// use betza::bughouse::Matches;
///
/// let text = "[WhiteA \"w\"]\n\n1A. e4 {119.9} 1B. e4 1a. d5 2A. exd5 1b. N@e3 *\n";
/// for found in Matches::new(text.as_bytes()) {
///     let found = found?;
///     assert_eq!(found.moves.len(), 4);
///     assert!(found.faults[0].to_string().starts_with("3:43: error[illegal-move]: game 1: 'N@e3'"));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Matches<R> {
    events: Events<R>,
    games: Games,
    assumed: String,
}

impl<R: BufRead> Matches<R> {
    /// The matches of a file. Their games are built in.
    pub fn new(input: R) -> Matches<R> {
        Matches::with(Events::new(input), Games::new())
    }

    /// The matches of which these are the parts. Copies of `games` share what is compiled.
    pub fn with(events: Events<R>, games: Games) -> Matches<R> {
        Matches { events, games, assumed: "bughouse".to_owned() }
    }

    /// Takes matches without a tag `Variant` for ones of this game, which is bughouse if nothing else is said.
    pub fn assume(&mut self, variant: &str) {
        variant.clone_into(&mut self.assumed);
    }
}

impl<R: BufRead> Iterator for Matches<R> {
    type Item = io::Result<MatchRecord>;

    fn next(&mut self) -> Option<io::Result<MatchRecord>> {
        let (games, assumed) = (&self.games, &self.assumed);
        let find = |name: Option<&str>| games.find(name.unwrap_or(assumed));
        read(&mut self.events, &find).map(|reading| reading.map(Reading::judged)).transpose()
    }
}

/// Whether a file seems to be in BPGN, by how it begins: the tag of one of four players, or a first move with its
/// board.
#[must_use]
pub fn is_bpgn(begins: &[u8]) -> bool {
    let mut events = Events::new(begins);
    // Reading from memory never fails.
    while let Ok(Some(event)) = events.next_event() {
        match event {
            Event::Tag { name, .. } if PLAYERS.contains(&name) => return true,
            Event::Move(text) => return named(text).is_some(),
            Event::End => return false,
            _ => {}
        }
    }
    false
}

/// The board and side that a word's number names, and what is behind them.
fn named(word: &str) -> Option<(Table, Side, &str)> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let letter = behind.chars().next().filter(|_| behind.len() < word.len())?;
    let rest = behind.strip_prefix(['A', 'B', 'a', 'b']).filter(|rest| rest.starts_with('.'))?;
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let table = if letter.eq_ignore_ascii_case(&'a') { Table::A } else { Table::B };
    Some((table, side, rest.trim_start_matches('.')))
}

/// Finds the game that a tag names.
pub(super) type FindGame<'a> = &'a dyn Fn(Option<&str>) -> Result<Game, LoadError>;

/// Reads the next match of a file; `None` at its end.
pub(super) fn read<'a, R: BufRead>(events: &mut Events<R>, find: FindGame<'a>) -> io::Result<Option<Reading<'a>>> {
    let (record, ended) = (MatchRecord::default(), Place::default());
    let mut reading = Reading { find, record, tag_places: Vec::new(), named: None, begun: false, ended };
    let (mut depth, mut any) = (0_usize, false);
    while events.advance()? {
        // The place belongs to the part that was told last.
        let place = events.place();
        if !any {
            (reading.record.place, any) = (place, true);
        }
        match events.event() {
            Event::End => {
                reading.begin(place);
                reading.ended = place;
                return Ok(Some(reading));
            }
            Event::Open => {
                if depth == 0 {
                    let message = "a variation of a match is passed over";
                    let fault = Fault::error(place, "stray-variation", message, "write it into a comment");
                    reading.record.faults.push(Fault { severity: Severity::Warning, ..fault });
                }
                depth += 1;
            }
            Event::Close => depth = depth.saturating_sub(1),
            // A match need not have a result.
            Event::Fault(fault) if fault.code == "no-result" => {}
            Event::Fault(fault) => reading.record.faults.push(fault.clone()),
            _ if depth > 0 => {}
            Event::Tag { name, value } => {
                reading.record.tags.push((name.to_owned(), value.to_owned()));
                reading.tag_places.push(place);
            }
            Event::Comment(text) => reading.comment(text),
            Event::Nag(number) => reading.comment(&format!("${number}")),
            Event::Result(claimed) => reading.record.claimed = Some(claimed),
            Event::Move(text) => reading.word(text, place),
        }
    }
    reading.begin(events.place());
    Ok(any.then_some(reading))
}

/// A match that is being read.
pub(super) struct Reading<'a> {
    find: FindGame<'a>,
    pub record: MatchRecord,
    tag_places: Vec<Place>,
    /// The board and side that the last number has named, and its text if it stands alone.
    named: Option<(Table, Side, String)>,
    /// Whether the start has been looked for.
    begun: bool,
    /// Where the match ends.
    ended: Place,
}

impl Reading<'_> {
    /// The value of a tag and its place.
    fn tag(&self, name: &str) -> Option<(&str, Place)> {
        let at = self.record.tags.iter().position(|(n, _)| n == name)?;
        Some((&self.record.tags[at].1, self.tag_places[at]))
    }

    /// Sets the match up, from the tags, if that has not been done.
    fn begin(&mut self, place: Place) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let (variant, fen) = (self.tag("Variant"), self.tag("FEN"));
        let at = |tag: Option<(&str, Place)>| tag.map_or(place, |(_, place)| place);
        let told = |diagnostics: &[Diagnostic], place| -> Vec<Fault> {
            diagnostics.iter().map(|d| of_diagnostic(d, place)).collect()
        };
        let started = (self.find)(variant.map(|(name, _)| name)).map_err(|e| told(e.diagnostics(), at(variant)));
        let started: Result<Match, Vec<Fault>> = started.and_then(|game| {
            // That a game is not for two boards is no fault of the position.
            let start = Match::new(&game).map_err(|e| told(e.diagnostics(), at(variant)))?;
            let Some((fen, place)) = fen else { return Ok(start) };
            Match::from_fen(&game, fen).map_err(|e| told(e.diagnostics(), place))
        });
        match started {
            Ok(start) => (self.record.last, self.record.start) = (Some(start.clone()), Some(start)),
            Err(faults) => self.record.faults.extend(faults),
        }
    }

    /// A word among the moves: a number with its board, a move, or both.
    fn word(&mut self, text: &str, place: Place) {
        self.begin(place);
        if self.record.start.is_none() || !self.record.unplayed.is_empty() {
            return self.record.unplayed.push(text.to_owned());
        }
        let (named, behind) = match named(text) {
            Some((table, side, "")) => {
                self.named = Some((table, side, text.to_owned()));
                return;
            }
            Some((table, side, behind)) => (Some((table, side, String::new())), behind),
            None => (self.named.take(), text),
        };
        if let Err(fault) = self.play(named.as_ref().map(|&(table, side, _)| (table, side)), behind) {
            self.record.faults.push(Fault { place, ..fault });
            let number = named.map(|(_, _, number)| number).filter(|number| !number.is_empty());
            self.record.unplayed.extend(number.into_iter().chain([text.to_owned()]));
        }
    }

    fn play(&mut self, named: Option<(Table, Side)>, text: &str) -> Result<(), Fault> {
        let error = |code, message, remedy: &str| Err(Fault::error(Place::default(), code, message, remedy));
        let Some((table, side)) = named else {
            return error("no-board", format!("'{text}' has no number with its board"), "write 1A. or 1a. before it");
        };
        let Some(so_far) = &mut self.record.last else { return Ok(()) };
        let board = so_far.board(table);
        if board.turn() != side {
            let name = board.turn().name();
            let remedy = "write the board's letter as a capital before White's moves and small before Black's";
            return error("wrong-side", format!("{name} is to move on board {table}"), remedy);
        }
        let played = board.read_move(text).map_err(|e| fault_of(&e))?;
        let over =
            |e: crate::IllegalMove| Fault::error(Place::default(), e.code(), e.to_string(), "leave the move out");
        so_far.play(table, played).map_err(over)?;
        self.record.moves.push(MatchMove { table, played, comment: String::new() });
        Ok(())
    }

    /// A comment belongs to the move before it.
    fn comment(&mut self, text: &str) {
        let record = &mut self.record;
        if !record.unplayed.is_empty() {
            return record.unplayed.push(format!("{{{text}}}"));
        }
        match record.moves.last_mut() {
            None => record.preface.push(text.to_owned()),
            Some(last) => {
                if !last.comment.is_empty() {
                    last.comment.push(' ');
                }
                last.comment.push_str(text);
            }
        }
    }

    /// The record, what it claims compared with its tag and with the rules.
    fn judged(mut self) -> MatchRecord {
        let mut faults = Vec::new();
        if let (Some(claimed), Some((tag, place))) = (self.record.claimed, self.tag("Result"))
            && tag != "?"
            && Claimed::of(tag) != Some(claimed)
        {
            let message = format!("the tag Result is '{tag}', and the moves end with {claimed}");
            faults.push(Fault::error(place, "result-tag", message, "write the same in both places"));
        }
        if let (Some(claimed), Some(end)) = (self.record.claimed, self.record.end().and_then(Match::outcome))
            && claimed.text() != end.text()
        {
            let (by_rules, table, outcome) = (end.text(), end.table, end.outcome);
            let message = format!(
                "the match claims {claimed}, and by the rules it is {by_rules}: {} on board {table}",
                outcome.reason()
            );
            faults.push(Fault::error(self.ended, "wrong-result", message, format!("write {by_rules}")));
        }
        self.record.faults.extend(faults);
        self.record
    }
}

//! Files of xiangqi games in the format of the World Xiangqi Federation, as servers of xiangqi give them.
//!
//! [`Records`] cuts such a file into the same parts as [`crate::pgn::Events`] does PGN, so [`crate::pgn::Reader`] plays
//! it, and [`crate::pgn::write()`] writes it as PGN. Red is White.
//!
//! ```
//! use betza::pgn::{Claimed, Games, Reader};
//! use betza::wxf::{Records, begins};
//!
//! let text = "FORMAT\tWXF\nRED\tLin ; 1200\nBLACK\tMei\nRESULT\t0-1\nSTART{\n 1. C2.5 h8+7 2. H2+3 r9.8 }END\n";
//! assert!(begins(text));
//! let game = Reader::with(Records::new(text.as_bytes()), Games::new()).next().expect("a game")?;
//! assert!(game.faults.is_empty());
//! assert_eq!(game.tag("White"), Some("Lin"));
//! assert_eq!(game.tag("WhiteElo"), Some("1200"));
//! assert_eq!(game.line.plies.len(), 4);
//! assert_eq!(game.line.result, Some(Claimed::Black));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What is read
//!
//! - Lines `NAME VALUE`, then moves between `START{` and `}END`. What the lines say are tags where PGN has them, and
//!   comments before the first move elsewhere.
//! - A position is a line `FEN`. A block `SETUP{` is a fault.
//! - Moves in the federation's form with `.` or `=` for a step along the rank and letters of any case, or as two
//!   squares with ranks from 0, `H2-E2`. Letters are `R H E A K C P`, or `N` for a Horse, `B` or `M` for an Elephant
//!   and `G` for an Advisor. Marks behind a move, `!?+`, are passed over.
//! - Comments between braces, with or without the word `COMMENT` before them.
//! - Several games, each from a line `FORMAT`.
//!
//! Source: "Chinese Chess File Format", drafted by Huayong Yang, and files as PlayOK gives them.

use crate::pgn::parts::{Part, Parts, date};
use crate::pgn::{Claimed, Event, Fault, Lines, Place, Source, played_as};
use crate::position::{Played, Position};
use crate::text::Style;
use std::io::{self, BufRead};

/// Whether a text begins as such a file.
#[must_use]
pub fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    word == "FORMAT" || word == START
}

const START: &str = "START{";
const END: &str = "}END";
const SETUP: &str = "SETUP{";

/// What the format calls what PGN has tags for.
const TAGS: [(&str, &str); 6] = [
    ("GAME", "Event"),
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("ROUND", "Round"),
    ("OPENING", "Opening"),
];

/// The parts of the games of a file.
pub struct Records<R> {
    lines: Lines<R>,
    state: State,
    games: u64,
    /// What the lines before the moves have said and PGN has no tag for.
    said: Vec<String>,
    claimed: Claimed,
    parts: Parts,
}

/// Where in a game a line stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// No game has begun.
    Before,
    Header,
    /// In a block that is not read.
    Setup,
    Moves,
    /// In a comment among the moves, with its text.
    Comment(String),
}

impl<R: BufRead> Records<R> {
    /// The games of a file, as UTF-8.
    pub fn new(input: R) -> Records<R> {
        Records {
            lines: Lines::new(input, 0),
            state: State::Before,
            games: 0,
            said: Vec::new(),
            claimed: Claimed::Unknown,
            parts: Parts::new(),
        }
    }

    fn place_of(&self, column: usize) -> Place {
        Place { game: self.games, line: self.lines.number(), column }
    }

    fn tell_at(&mut self, column: usize, part: Part) {
        let place = self.place_of(column);
        self.parts.push(place, part);
    }

    fn fault(&mut self, column: usize, code: &'static str, message: impl Into<String>, remedy: &str) {
        self.tell_at(column, Part::Fault(Fault::error(self.place_of(column), code, message, remedy)));
    }

    /// Tells what the lines before the moves have said, once.
    fn comments(&mut self) {
        for comment in std::mem::take(&mut self.said) {
            self.tell_at(1, Part::Comment(comment));
        }
    }

    fn line(&mut self) {
        let line = self.lines.text().to_owned();
        let text = line.trim();
        if text.split(char::is_whitespace).next() == Some("FORMAT") && self.state != State::Header {
            self.close();
        }
        match self.state {
            State::Before if text.is_empty() => {}
            State::Before => {
                self.games += 1;
                self.state = State::Header;
                self.claimed = Claimed::Unknown;
                self.tell_at(1, Part::Tag("Variant", "xiangqi".to_owned()));
                self.header(text);
            }
            State::Header => self.header(text),
            State::Setup if text.contains('}') => self.state = State::Header,
            State::Setup => {}
            State::Moves | State::Comment(_) => self.moves(&line, 0),
        }
    }

    fn header(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(rest) = text.strip_prefix(START) {
            let at = self.lines.text().find(START).unwrap_or_default() + START.len();
            self.state = State::Moves;
            self.comments();
            if !rest.is_empty() {
                let line = self.lines.text().to_owned();
                self.moves(&line, at);
            }
            return;
        }
        if let Some(rest) = text.strip_prefix(SETUP) {
            self.fault(
                1,
                "fen",
                "the position of a block SETUP{ is not read",
                "write it as a line: FEN, a blank, the FEN",
            );
            if !rest.contains('}') {
                self.state = State::Setup;
            }
            return;
        }
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match name {
            "FORMAT" => {}
            _ if value.is_empty() || value.chars().all(|c| c == ';') => {}
            "RED" => self.player(["White", "WhiteElo"], name, value),
            "BLACK" => self.player(["Black", "BlackElo"], name, value),
            "DATE" => date(["Date", "Time"], value).into_iter().for_each(|part| self.tell_at(1, part)),
            "RESULT" => match Claimed::of(value) {
                Some(claimed) => self.claimed = claimed,
                None => self.fault(1, "tag", format!("'{value}' is no result"), "write 1-0, 0-1, 1/2-1/2 or *"),
            },
            "FEN" => self.position(value),
            _ => match TAGS.iter().find(|(wxf, _)| *wxf == name) {
                Some((_, tag)) => self.tell_at(1, Part::Tag(tag, value.to_owned())),
                None => self.said.push(format!("{name}: {value}")),
            },
        }
    }

    /// Reads `Lin ; 1200 ;;`: a name, a rating, and what else is told of a player.
    fn player(&mut self, [name_tag, rating_tag]: [&'static str; 2], name: &str, value: &str) {
        let mut fields = value.split(';').map(str::trim);
        let player = fields.next().unwrap_or_default();
        if !player.is_empty() {
            self.tell_at(1, Part::Tag(name_tag, player.to_owned()));
        }
        for (i, field) in fields.enumerate().filter(|(_, field)| !field.is_empty()) {
            if i == 0 && field.bytes().all(|b| b.is_ascii_digit()) {
                self.tell_at(1, Part::Tag(rating_tag, field.to_owned()));
            } else {
                self.said.push(format!("{name}: {field}"));
            }
        }
    }

    fn position(&mut self, fen: &str) {
        // Some write r for Red's turn.
        let fen = fen.strip_suffix(" r").map_or_else(|| fen.to_owned(), |board| format!("{board} w"));
        self.tell_at(1, Part::Tag("SetUp", "1".to_owned()));
        self.tell_at(1, Part::Tag("FEN", fen));
    }

    /// Reads moves, comments and the end from a byte of the line on.
    fn moves(&mut self, line: &str, mut at: usize) {
        loop {
            if let State::Comment(comment) = &mut self.state {
                let rest = &line[at..];
                let end = rest.find('}');
                let more = rest[..end.unwrap_or(rest.len())].trim();
                if !more.is_empty() && !comment.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(more);
                let Some(end) = end else { return };
                let comment = std::mem::take(comment);
                self.state = State::Moves;
                self.tell_at(self.lines.column(at), Part::Comment(comment));
                at += end + 1;
                // Some close a comment by its word, too.
                at += if line[at..].starts_with("COMMENT") { "COMMENT".len() } else { 0 };
            }
            let rest = &line[at..];
            at += rest.len() - rest.trim_start().len();
            let rest = &line[at..];
            if rest.is_empty() {
                return;
            }
            let column = self.lines.column(at);
            if let Some(opened) = rest.strip_prefix("COMMENT").unwrap_or(rest).strip_prefix('{') {
                at = line.len() - opened.len();
                self.state = State::Comment(String::new());
                continue;
            }
            if rest.starts_with('}') {
                self.end(column);
                return;
            }
            let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | '}')).unwrap_or(rest.len());
            at += length;
            // A number may stand before its move without a blank.
            let word = rest[..length].trim_start_matches(|c: char| c.is_ascii_digit());
            let word = if word.len() < length && word.starts_with('.') {
                word.trim_start_matches('.')
            } else {
                &rest[..length]
            };
            let is_number = word.bytes().all(|b| b.is_ascii_digit());
            if !is_number {
                self.tell_at(column, Part::Move(word.to_owned()));
            }
        }
    }

    fn end(&mut self, column: usize) {
        self.comments();
        self.tell_at(column, Part::Result(self.claimed));
        self.tell_at(column, Part::End);
        self.state = State::Before;
    }

    /// Ends a game that the file does not.
    fn close(&mut self) {
        if self.state != State::Before {
            self.fault(1, "no-result", format!("the game has no end '{END}'"), "write }END behind its last move");
            self.end(1);
        }
    }
}

impl<R: BufRead> Source for Records<R> {
    fn advance(&mut self) -> io::Result<bool> {
        while self.parts.is_empty() {
            if self.lines.advance()? {
                self.line();
            } else {
                self.close();
                break;
            }
        }
        Ok(self.parts.advance())
    }

    fn event(&self) -> Event<'_> {
        self.parts.event()
    }

    fn place(&self) -> Place {
        self.parts.place()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Played, Fault> {
        let (plain, style) = plain(text);
        played_as(position, text, &plain, style)
    }
}

/// The text of a move as [`Style::Xiangqi`] or, if it names two squares, as [`Style::Ucci`] has it.
fn plain(text: &str) -> (String, Style) {
    let text = text.trim_end_matches(['!', '?', '+']);
    let squares = text.replace('-', "").to_lowercase();
    let is_square = |s: &[u8]| s[0].is_ascii_lowercase() && s[1].is_ascii_digit();
    if squares.len() == 4 && squares.as_bytes().chunks(2).all(is_square) {
        return (squares, Style::Ucci);
    }
    let letter = |c: char| match c.to_ascii_uppercase() {
        'N' => 'H',
        'B' | 'M' => 'E',
        'G' => 'A',
        '.' => '=',
        c => c,
    };
    (text.chars().map(letter).collect(), Style::Xiangqi)
}

//! A file of games cut into tags, moves, comments and the rest. What the parts mean is not asked.

use super::fault::{Fault, Place};
use super::lines::{LONGEST, Lines};
use betza_ir::geometry::Side;
use betza_movegen::Outcome;
use std::fmt;
use std::io::{self, BufRead};
use std::ops::Range;

/// How a game ended, as its text claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Claimed {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: it goes on, or nobody knows.
    Unknown,
}

impl Claimed {
    /// The result of a game that a side has won.
    #[must_use]
    pub fn won_by(side: Side) -> Claimed {
        if side == Side::White { Claimed::White } else { Claimed::Black }
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, `*`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Claimed::White => "1-0",
            Claimed::Black => "0-1",
            Claimed::Draw => "1/2-1/2",
            Claimed::Unknown => "*",
        }
    }

    /// The result that a text says; `None` if it says none. Draughts have two points for a win (`2-0`, `1-1`).
    #[must_use]
    pub fn of(text: &str) -> Option<Claimed> {
        Some(match text {
            "1-0" | "2-0" => Claimed::White,
            "0-1" | "0-2" => Claimed::Black,
            "1/2-1/2" | "½-½" | "1-1" => Claimed::Draw,
            "*" => Claimed::Unknown,
            _ => return None,
        })
    }
}

/// A result by the rules in the terms of PGN. White is the side that moves first in most games.
impl From<Outcome> for Claimed {
    fn from(outcome: Outcome) -> Claimed {
        match outcome {
            Outcome::Win { side, .. } => Claimed::won_by(side),
            Outcome::Draw { .. } => Claimed::Draw,
        }
    }
}

/// As PGN writes it.
impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A tag, `[Name "value"]`, its value without escapes.
    Tag {
        /// Its name.
        name: &'a str,
        /// Its value.
        value: &'a str,
    },
    /// A move as it is written, without `!` and `?`.
    Move(&'a str),
    /// A numeric annotation glyph: `$3`, or `!!`.
    Nag(u8),
    /// A comment. Its lines are joined by blanks.
    Comment(&'a str),
    /// A variation begins, instead of the move before it.
    Open,
    /// It ends.
    Close,
    /// The result at the end of the moves; inside of a variation it is the variation's.
    Result(Claimed),
    /// What cannot be read. The rest of the game follows.
    Fault(&'a Fault),
    /// The game ends.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first tag or move of a game.
    Before,
    Tags,
    Moves,
    /// Behind the result. Comments still belong to the game.
    Done,
}

/// What a part of a game is. Its text is kept beside it, so that it can be lent when all else is done.
///
/// PERF: it is small, so that it is returned in a register.
#[derive(Clone, Copy)]
enum Part {
    /// Its name is [`Events::span`], its value [`Events::scratch`].
    Tag,
    /// It is [`Events::span`].
    Move,
    Nag(u8),
    /// It is [`Events::scratch`].
    Comment,
    Open,
    Close,
    Result(Claimed),
    /// It is [`Events::told`].
    Fault,
    End,
}

/// Reads a file of games part by part.
///
/// ```
/// use betza::pgn::{Claimed, Event, Events};
///
/// let mut events = Events::new("1. e4! e5 1-0".as_bytes());
/// assert_eq!(events.next_event()?, Some(Event::Move("e4")));
/// assert_eq!(events.next_event()?, Some(Event::Nag(1)));
/// assert_eq!(events.next_event()?, Some(Event::Move("e5")));
/// assert_eq!(events.next_event()?, Some(Event::Result(Claimed::White)));
/// assert_eq!(events.next_event()?, Some(Event::End));
/// assert_eq!(events.next_event()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Events<R> {
    lines: Lines<R>,
    part: Part,
    /// Where the text of the part stands in the line.
    span: Range<usize>,
    /// The last fault.
    told: Option<Fault>,
    /// The next byte of the line.
    at: usize,
    /// Where the last part begins: its line, and its byte there, or its column once the line has been left.
    place: (u64, usize),
    has_left: bool,
    /// What is told after the part before it.
    pending: Option<Fault>,
    game: u64,
    state: State,
    /// Whether the line before was blank.
    is_after_blank: bool,
    /// Whether the line begins a game, though the one before it has not ended.
    begins: bool,
    /// How many variations are open.
    depth: usize,
    /// The last comment, or the value of the last tag.
    scratch: String,
    skips_comments: bool,
    skips_variations: bool,
}

impl<R: BufRead> Events<R> {
    /// The parts of the games of a file.
    pub fn new(input: R) -> Events<R> {
        Events::from_line(input, 0)
    }

    /// The parts of games that are a piece of a file, behind so many lines.
    pub fn from_line(input: R, lines_before: u64) -> Events<R> {
        Events {
            lines: Lines::new(input, lines_before),
            part: Part::End,
            span: 0..0,
            told: None,
            at: 0,
            place: (lines_before + 1, 1),
            has_left: true,
            pending: None,
            game: 1,
            state: State::Before,
            is_after_blank: false,
            begins: false,
            depth: 0,
            scratch: String::new(),
            skips_comments: false,
            skips_variations: false,
        }
    }

    /// Passes over comments and NAGs.
    pub fn skip_comments(&mut self) {
        self.skips_comments = true;
    }

    /// Passes over variations with all that is in them.
    pub fn skip_variations(&mut self) {
        self.skips_variations = true;
    }

    /// The place of the last part.
    #[must_use]
    pub fn place(&self) -> Place {
        let (line, at) = self.place;
        let column = if self.has_left { at } else { self.lines.column(at) };
        Place { game: self.game, line, column }
    }

    /// The next part; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_event(&mut self) -> io::Result<Option<Event<'_>>> {
        Ok(if self.advance()? { Some(self.event()) } else { None })
    }

    /// Goes to the next part; returns false at the end of the file.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        loop {
            let was_inside = self.depth > 0;
            let Some(part) = self.next_part()? else { return Ok(false) };
            let is_skipped = match part {
                Part::Comment | Part::Nag(_) if self.skips_comments => true,
                Part::Fault | Part::End | Part::Tag => false,
                _ => self.skips_variations && (was_inside || self.depth > 0),
            };
            if !is_skipped {
                self.part = part;
                return Ok(true);
            }
        }
    }

    /// The last part.
    pub(crate) fn event(&self) -> Event<'_> {
        let line = self.lines.text();
        match (self.part, &self.told) {
            (Part::Tag, _) => Event::Tag { name: &line[self.span.clone()], value: &self.scratch },
            (Part::Move, _) => Event::Move(&line[self.span.clone()]),
            (Part::Nag(number), _) => Event::Nag(number),
            (Part::Comment, _) => Event::Comment(&self.scratch),
            (Part::Open, _) => Event::Open,
            (Part::Close, _) => Event::Close,
            (Part::Result(claimed), _) => Event::Result(claimed),
            (Part::Fault, Some(fault)) => Event::Fault(fault),
            (Part::Fault, None) | (Part::End, _) => Event::End,
        }
    }

    fn set_place(&mut self, at: usize) {
        self.place = (self.lines.number(), at);
        self.has_left = false;
    }

    /// Tells of a fault at the place of the part.
    #[cold]
    fn fault(&mut self, code: &'static str, message: impl Into<String>, remedy: &str) -> Part {
        self.told = Some(Fault::error(self.place(), code, message, remedy));
        Part::Fault
    }

    /// Goes to the next line.
    fn next_line(&mut self) -> io::Result<bool> {
        self.is_after_blank = self.lines.number() == 0 || self.lines.text().trim().is_empty();
        self.at = 0;
        if !self.has_left {
            self.place.1 = self.lines.column(self.place.1);
            self.has_left = true;
        }
        self.lines.advance()
    }

    /// Whether the line begins a game whatever came before it.
    fn is_event(&self) -> bool {
        self.is_after_blank && self.lines.text().trim_start().starts_with("[Event ")
    }

    /// Ends a game: first what is open, then the game.
    fn end(&mut self) -> Part {
        if self.depth > 0 {
            self.depth = 0;
            return self.fault("unclosed-variation", "a variation is not closed where the game ends", "write ')'");
        }
        if self.state != State::Done {
            self.state = State::Done;
            let remedy = "write 1-0, 0-1, 1/2-1/2 or * behind the last move";
            return self.fault("no-result", "the game ends without a result", remedy);
        }
        self.state = State::Before;
        Part::End
    }

    fn next_part(&mut self) -> io::Result<Option<Part>> {
        loop {
            if let Some(fault) = self.pending.take() {
                self.told = Some(fault);
                return Ok(Some(Part::Fault));
            }
            if self.begins && !matches!(self.state, State::Before) {
                return Ok(Some(self.end()));
            }
            if self.begins {
                self.begins = false;
                self.game += 1;
            }
            if self.at >= self.lines.text().len() {
                if !self.next_line()? {
                    return Ok((self.state != State::Before).then(|| self.end()));
                }
                if self.lines.is_cut() {
                    self.set_place(0);
                    let message = format!("the line is longer than {LONGEST} bytes, and its rest was not read");
                    return Ok(Some(self.fault("long-line", message, "break it")));
                }
                self.begin_line();
                continue;
            }
            let line = self.lines.text().as_bytes();
            let start = self.at;
            if line[start].is_ascii_whitespace() {
                self.at += 1;
                continue;
            }
            self.set_place(start);
            if let Some(part) = self.part_at(start)? {
                return Ok(Some(part));
            }
        }
    }

    /// Looks at a new line: it may be one to pass over, or the first of a game.
    fn begin_line(&mut self) {
        let line = self.lines.text();
        if line.starts_with('%') {
            self.at = line.len();
            return;
        }
        let is_tag = line.trim_start().starts_with('[');
        self.begins = match self.state {
            State::Before => false,
            State::Tags => is_tag && self.is_event(),
            State::Moves | State::Done => is_tag,
        };
    }

    /// Reads what begins at a byte of the line; `None` for what says nothing.
    fn part_at(&mut self, start: usize) -> io::Result<Option<Part>> {
        let line = self.lines.text().as_bytes();
        let first = line[start];
        if self.state == State::Done && !matches!(first, b'{' | b';') {
            // Without tags.
            self.begins = true;
            return Ok(None);
        }
        Ok(match first {
            b'{' => {
                self.at += 1;
                Some(self.comment()?)
            }
            b';' => {
                self.at = line.len();
                self.scratch.clear();
                self.scratch.push_str(self.lines.text()[start + 1..].trim());
                Some(Part::Comment)
            }
            b'[' if matches!(self.state, State::Before | State::Tags) => {
                self.state = State::Tags;
                Some(self.tag(start))
            }
            b'}' => {
                self.at += 1;
                Some(self.fault("stray-brace", "'}' closes no comment", "leave it out"))
            }
            b'(' => {
                self.at += 1;
                self.state = State::Moves;
                self.depth += 1;
                Some(Part::Open)
            }
            b')' => {
                self.at += 1;
                if self.depth == 0 {
                    return Ok(Some(self.fault("stray-parenthesis", "')' closes no variation", "leave it out")));
                }
                self.depth -= 1;
                Some(Part::Close)
            }
            b'$' => {
                let digits = line[start + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
                self.at = start + 1 + digits;
                let number = self.lines.text()[start + 1..self.at].parse();
                let remedy = "write '$' and a number up to 255";
                Some(number.map_or_else(|_| self.fault("nag", "'$' without a number from 0 to 255", remedy), Part::Nag))
            }
            b'!' | b'?' => {
                let length = line[start..].iter().take_while(|b| matches!(b, b'!' | b'?')).count();
                self.at = start + length;
                Some(match &line[start..self.at] {
                    b"!" => Part::Nag(1),
                    b"?" => Part::Nag(2),
                    b"!!" => Part::Nag(3),
                    b"??" => Part::Nag(4),
                    b"!?" => Part::Nag(5),
                    b"?!" => Part::Nag(6),
                    _ => self.fault("nag", "more than two signs '!' and '?'", "write at most two"),
                })
            }
            _ => self.word(start),
        })
    }

    /// Reads a move, a number or a result.
    fn word(&mut self, start: usize) -> Option<Part> {
        self.state = State::Moves;
        let line = self.lines.text().as_bytes();
        let digits = line[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        let dots = line[start + digits..].iter().take_while(|&&b| b == b'.').count();
        if dots > 0 {
            self.at = start + digits + dots;
            return None;
        }
        let end = end_of_word(line, start);
        self.at = end;
        let text = &self.lines.text()[start..end];
        // PERF: most words are moves, which begin with a letter.
        let claimed = if line[start].is_ascii_alphabetic() { None } else { Claimed::of(text) };
        if let Some(claimed) = claimed {
            if self.depth == 0 {
                self.state = State::Done;
            }
            return Some(Part::Result(claimed));
        }
        // A number without a dot, and signs that stand apart. Four noughts are a null move.
        let is_number = digits == text.len() && text != "0000";
        if is_number || matches!(text, "e.p." | "ep" | "+" | "++" | "#") {
            return None;
        }
        self.span = start..end;
        Some(Part::Move)
    }

    /// Reads a comment from behind its brace.
    fn comment(&mut self) -> io::Result<Part> {
        self.scratch.clear();
        loop {
            let text = &self.lines.text()[self.at..];
            let end = text.find('}');
            let part = text[..end.unwrap_or(text.len())].trim_ascii();
            if !self.skips_comments {
                if !self.scratch.is_empty() && !part.is_empty() {
                    self.scratch.push(' ');
                }
                self.scratch.push_str(part);
            }
            if let Some(end) = end {
                self.at += end + 1;
                return Ok(Part::Comment);
            }
            let is_over = !self.next_line()?;
            if is_over || self.is_event() {
                self.begins = !is_over;
                let remedy = "write '}' where it ends";
                let message = "a comment is not closed";
                self.pending = Some(Fault::error(self.place(), "unclosed-comment", message, remedy));
                return Ok(Part::Comment);
            }
        }
    }

    /// Reads a tag. What cannot be read of it is passed over up to the end of the line.
    fn tag(&mut self, start: usize) -> Part {
        let line = self.lines.text();
        let inside = line[start + 1..].trim_start();
        let from = line.len() - inside.len();
        let length = inside.find(|c: char| c.is_whitespace() || matches!(c, '"' | '[' | ']')).unwrap_or(inside.len());
        let value = inside[length..].trim_start();
        let opened = line.len() - value.len() + 1;
        let Some(end) = value.strip_prefix('"').and_then(closing).filter(|_| length > 0) else {
            let message = format!("'{}' is no tag", beginning(&line[start..]));
            self.at = line.len();
            return self.fault("tag", message, "write [Name \"value\"]");
        };
        self.scratch.clear();
        let mut escaped = false;
        for c in line[opened..opened + end].chars() {
            if c == '\\' && !escaped {
                escaped = true;
                continue;
            }
            if escaped && !matches!(c, '\\' | '"') {
                self.scratch.push('\\');
            }
            escaped = false;
            self.scratch.push(c);
        }
        if escaped {
            self.scratch.push('\\');
        }
        let behind = &line[opened + end + 1..];
        self.at = line.len() - behind.trim_start().len() + 1;
        self.span = from..from + length;
        Part::Tag
    }
}

/// The bytes that end a word.
const ENDS_WORD: [bool; 256] = {
    let (mut table, bytes, mut i) = ([false; 256], b" \t\n\x0c\r{}();$?", 0);
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

/// Where the word ends that begins at a byte of a line.
fn end_of_word(line: &[u8], start: usize) -> usize {
    // Some pieces of Tenjiku shogi have a name with this sign: `R!xg14`. It stands before any number.
    let ends = |at: usize| {
        let is_name = at > start && !line[start..at].iter().any(u8::is_ascii_digit);
        !is_name || !line.get(at + 1).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'@')
    };
    let is_end = |&at: &usize| ENDS_WORD[usize::from(line[at])] || line[at] == b'!' && ends(at);
    (start..line.len()).find(is_end).unwrap_or(line.len())
}

/// The place of the quote that closes a value: the first one that is not escaped and has a bracket behind it. Quotes
/// inside
/// of values often are not escaped.
fn closing(value: &str) -> Option<usize> {
    let mut escaped = false;
    for (i, c) in value.char_indices() {
        match c {
            '\\' => escaped = !escaped,
            '"' if !escaped && value[i + 1..].trim_start().starts_with(']') => return Some(i),
            _ => escaped = false,
        }
    }
    None
}

/// The beginning of a text, which may be long.
fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

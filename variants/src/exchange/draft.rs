//! What a form says of a game, made a game by way of the native format.

use crate::game::{Loaded, read_toml};
use crate::problem::{Place, Problem, ProblemCode, Report, Source};
use crate::writer::{list, quoted};
use betza_notation::names::{self, Named};
use betza_notation::{Dialect, Severity};
use std::fmt::Write as _;
use std::ops::Range;

/// One piece that a form defines.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) id: String,
    pub(super) name: String,
    /// For White and Black, with the place of each in the text.
    pub(super) notation: [(String, Range<usize>); 2],
    pub(super) royal: bool,
    /// Another letter by which it may stand in the start.
    pub(super) nickname: Option<char>,
    /// What limits its drops besides its notation, as the inside of a table.
    pub(super) drop: String,
}

impl Definition {
    /// A piece that moves so for both sides.
    pub(super) fn new(id: &str, name: &str, notation: &str, place: Range<usize>) -> Definition {
        let own = (notation.to_owned(), place);
        Definition {
            id: id.to_owned(),
            name: name.to_owned(),
            notation: [own.clone(), own],
            royal: false,
            nickname: None,
            drop: String::new(),
        }
    }
}

/// What a piece may promote to, and when.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) id: String,
    /// Only on so many last ranks.
    pub(super) ranks: Option<u32>,
    /// Not on the last rank.
    pub(super) not_last: bool,
    /// Only while its side has fewer on the board.
    pub(super) limit: Option<u32>,
}

impl Choice {
    /// A piece that may be chosen always.
    pub(super) fn always(id: &str) -> Choice {
        Choice { id: id.to_owned(), ranks: None, not_last: false, limit: None }
    }
}

/// What a form says of a game.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) files: u32,
    pub(super) ranks: u32,
    /// Squares that the board lacks, by name.
    pub(super) holes: Vec<String>,
    pub(super) start: String,
    pub(super) pieces: Vec<Definition>,
    /// Ids of the kinds that promote, and to what: to itself if it need not.
    pub(super) promoting: Vec<(String, Vec<Choice>)>,
    /// The depth of the zone where they do.
    pub(super) zone: u32,
    /// Moves that leave the zone promote too, and promotion is free (shogi).
    pub(super) shogi: bool,
    /// Captured pieces come to the captor's hand, or, with `held`, only those that a side has at the start.
    pub(super) hands: bool,
    pub(super) held: bool,
    /// Promoted pieces come to a hand as what they were (crazyhouse).
    pub(super) remembers: bool,
    /// The castling field of positions names files of pieces that have not moved.
    pub(super) unmoved_field: bool,
    /// Tables of the native format for what else there is.
    pub(super) tables: String,
}

impl Draft {
    /// The last ranks, without so many of them, as a region.
    fn last_ranks(&self, count: u32, without: u32) -> String {
        let (first, last) = (self.ranks + 1 - count.clamp(1, self.ranks), self.ranks.saturating_sub(without).max(1));
        if first >= last { format!("rank {last}") } else { format!("ranks {first}-{last}") }
    }

    /// The promotion of a kind as a line of its table.
    fn promotion(&self, id: &str, to: &[Choice]) -> Option<String> {
        let (own, others): (Vec<&Choice>, Vec<&Choice>) = to.iter().partition(|choice| choice.id == id);
        if others.is_empty() {
            return None;
        }
        let last = self.ranks;
        // Who may choose itself need not promote.
        let how = match (self.shogi, own.first()) {
            (true, _) => "from_zone_too = true, forced = \"when-stuck\"".to_owned(),
            (false, Some(own)) if own.not_last => format!("forced = {{ region = \"rank {last}\" }}"),
            (false, Some(_)) => "forced = \"no\"".to_owned(),
            (false, None) => "forced = \"always\"".to_owned(),
        };
        let ids: Vec<String> = others.iter().map(|choice| choice.id.clone()).collect();
        let zone = self.last_ranks(self.zone, 0);
        let mut line = format!("promotion = {{ zone = {}, to = {}, {how}", quoted(&zone), list(&ids, |id| quoted(id)));
        let only = |choice: &&&Choice| choice.not_last || choice.ranks.is_some_and(|ranks| ranks < self.zone);
        let only: Vec<String> = others
            .iter()
            .filter(only)
            .map(|choice| {
                let count = choice.ranks.unwrap_or(self.zone).min(self.zone);
                format!("{} = {}", quoted(&choice.id), quoted(&self.last_ranks(count, u32::from(choice.not_last))))
            })
            .collect();
        let limits: Vec<String> =
            others.iter().filter_map(|choice| Some(format!("{} = {}", quoted(&choice.id), choice.limit?))).collect();
        for (key, entries) in [("only", only), ("limits", limits)] {
            if !entries.is_empty() {
                let _ = write!(line, ", {key} = {{ {} }}", entries.join(", "));
            }
        }
        line.push_str(if self.remembers { ", remembers = true }" } else { " }" });
        Some(line)
    }

    /// The game as a file of the native format.
    fn toml(&self, title: &str) -> String {
        let id: String = title.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let id = if id.is_empty() { "game".to_owned() } else { id };
        let mut toml = format!("format = 1\nname = {}\ntitle = {}\n", quoted(&id), quoted(title));
        let board = format!("{}x{}", self.files, self.ranks);
        let _ = writeln!(toml, "board = {}\ndialect = \"xbetza\"\nstart = {}", quoted(&board), quoted(&self.start));
        if !self.holes.is_empty() {
            let _ = writeln!(toml, "holes = {}", quoted(&self.holes.join(" ")));
        }
        if self.unmoved_field {
            toml.push_str("unmoved_field = true\n");
        }
        for piece in &self.pieces {
            let [white, black] = &piece.notation;
            let _ = writeln!(toml, "\n[pieces.{}]\nname = {}", quoted(&piece.id), quoted(&piece.name));
            let _ = writeln!(toml, "move = {{ white = {}, black = {} }}", quoted(&white.0), quoted(&black.0));
            if let Some(letter) = piece.nickname {
                let [white, black] = [letter, letter.to_ascii_lowercase()].map(|c| quoted(&c.to_string()));
                let _ = writeln!(toml, "synonyms = [{{ white = {white}, black = {black} }}]");
            }
            if !piece.drop.is_empty() && (self.hands || self.held) {
                let _ = writeln!(toml, "drop = {{ {} }}", piece.drop);
            }
            if piece.royal {
                toml.push_str("royal = true\n");
            }
            // Who has promoted as in shogi comes to a hand as what it was.
            let becomes = |to: &[Choice]| to.iter().any(|choice| choice.id == piece.id);
            let origin = self.promoting.iter().find(|(_, to)| self.shogi && self.hands && becomes(to));
            if let Some((origin, _)) = origin {
                let _ = writeln!(toml, "in_hand = {}", quoted(origin));
            }
            let promoting = self.promoting.iter().find(|(id, _)| *id == piece.id);
            if let Some(line) = promoting.and_then(|(id, to)| self.promotion(id, to)) {
                toml.push_str(&line);
                toml.push('\n');
            }
        }
        if self.hands || self.held {
            let _ = write!(toml, "\n[hands]\ncaptures = {}\n", self.hands);
        }
        toml.push_str(&self.tables);
        toml
    }

    /// Makes the game.
    pub(super) fn load(&self, name: &str, mut problems: Problems) -> Result<Loaded, Report> {
        for piece in &self.pieces {
            let [white, black] = &piece.notation;
            problems.notation(&piece.name, &white.0, &white.1);
            if black.1 != white.1 {
                problems.notation(&piece.name, &black.0, &black.1);
            }
        }
        if problems.problems.iter().any(|p| p.severity == Severity::Error) {
            return Err(problems.report());
        }
        match read_toml(name, &self.toml(name)) {
            Ok(loaded) => Ok(Loaded { warnings: problems.report(), ..loaded }),
            Err(report) => {
                // What remains is about the whole: the form's own text has no place for it.
                for problem in report.problems {
                    problems.error(problem.code, 0..0, problem.message, &problem.remedy);
                }
                Err(problems.report())
            }
        }
    }
}

/// What is wrong with a text, as it is found.
pub(super) struct Problems {
    source: Source,
    problems: Vec<Problem>,
}

impl Problems {
    pub(super) fn new(name: &str, text: &str) -> Problems {
        Problems { source: Source { name: name.to_owned(), text: text.to_owned() }, problems: Vec::new() }
    }

    pub(super) fn add(
        &mut self,
        severity: Severity,
        code: ProblemCode,
        span: Range<usize>,
        message: String,
        remedy: &str,
    ) {
        let place = Place { source: 0, span };
        self.problems.push(Problem { severity, code, place, message, remedy: remedy.to_owned() });
    }

    pub(super) fn error(&mut self, code: ProblemCode, span: Range<usize>, message: impl Into<String>, remedy: &str) {
        self.add(Severity::Error, code, span, message.into(), remedy);
    }

    pub(super) fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, ProblemCode::NoEffect, span, message.into(), "it can stay");
    }

    pub(super) fn report(self) -> Report {
        Report { sources: vec![self.source], problems: self.problems }
    }

    /// Tells what is wrong with the notation of a piece of this name, whose usual moves may be known.
    pub(super) fn notation(&mut self, name: &str, text: &str, span: &Range<usize>) {
        let diagnostics = match betza_notation::read(text, Dialect::Xbetza) {
            Ok(reading) => reading.warnings,
            Err(mut diagnostics) => {
                if let (Some(usual), Some(first)) = (known(name), diagnostics.first_mut()) {
                    first.remedy.push_str(&format!("; or {usual}, if the piece moves as what players know as {name}"));
                }
                diagnostics
            }
        };
        for d in diagnostics {
            let inside = |at: usize| (span.start + at).min(span.end);
            let at = inside(d.span.start)..inside(d.span.end);
            let message = format!("[{}] {}", d.code.as_str(), d.message);
            self.add(d.severity, ProblemCode::Notation, at, message, &d.remedy);
        }
    }
}

/// The moves that players know by a name, in `xbetza`. Pawns and kings have their first moves.
pub(super) fn known(name: &str) -> Option<String> {
    match name.to_lowercase().as_str() {
        "pawn" => return Some("fmWfceFifmnD".to_owned()),
        "king" => return Some("KisO2".to_owned()),
        _ => {}
    }
    let Named(_, _, dialect, text) = names::find(name)?;
    let piece = betza_notation::read(text, dialect).ok()?.piece;
    betza_notation::translate(&piece, Dialect::Xbetza).ok()
}

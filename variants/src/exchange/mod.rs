//! Forms in which games are passed around: XBoard's `setup` and `piece` lines ([`cecp`]), the text of an Interactive Diagram
//! ([`diagram`]), and sections of a `variants.ini` ([`ini`]). They say less than the native format. Reading fills in what the form implies;
//! writing tells what it could not say.

pub mod cecp;
pub mod diagram;
mod difference;
mod first_moves;
pub mod ini;
mod noted;

use self::difference::Apart;
use crate::game::{Loaded, read_toml};
use crate::ini::{ini_sections, read_ini};
use crate::problem::{Place, Problem, ProblemCode, Report, Source};
use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_ir::Piece;
use betza_notation::{Dialect, Severity};
use std::fmt::Write as _;
use std::ops::Range;

/// A game in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The rules that the form has no words for.
    pub unsaid: Vec<String>,
}

/// The forms in which a text may have a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The native format (FORMAT.md).
    Toml,
    /// Sections as in Fairy-Stockfish's `variants.ini`.
    Ini,
    /// The text of an Interactive Diagram, with or without the element around it.
    Diagram,
    /// XBoard's `setup` and `piece` lines.
    Cecp,
}

impl Form {
    /// What a text is taken for; `None` if it is no game. What matters are its lines, and not the name of a file.
    #[must_use]
    pub fn of(text: &str) -> Option<Form> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_setup = |line: &str| {
            let board = line.strip_prefix("setup").filter(|rest| rest.starts_with([' ', '\t']));
            board.is_some_and(|rest| rest.contains('_') && rest.contains('x'))
        };
        let is_setting = |line: &str| line.split_once('=').is_some_and(|(key, _)| diagram::READ.contains(&key.trim()));
        // Name:id:moves:image:squares.
        let is_row = |line: &str| line.split(':').count() >= 5 && !line.contains(['"', '=']);
        let is_key = |line: &str| {
            let key = line.split_once('=').map(|(key, _)| key.trim());
            key.is_some_and(|key| key.len() > 3 && key.bytes().all(|c| c.is_ascii_alphanumeric()))
        };
        if lines().any(is_setup) {
            Some(Form::Cecp)
        } else if lines().any(|line| line == "format = 1" || line.starts_with("[pieces")) {
            Some(Form::Toml)
        } else if lines().any(|line| line.starts_with('[') && line.contains(']')) && lines().any(is_key) {
            Some(Form::Ini)
        } else if lines().any(is_setting) || lines().filter(|line| is_row(line)).count() > 1 {
            Some(Form::Diagram)
        } else {
            None
        }
    }

    /// Reads a game in this form. `name` names it, for messages and where the text itself does not; of a `variants.ini` the only
    /// section is read.
    ///
    /// # Errors
    /// All that is wrong, and the warnings.
    pub fn read(self, name: &str, text: &str) -> Result<Loaded, Report> {
        match self {
            Form::Toml => read_toml(name, text),
            Form::Diagram => diagram::read(name, text),
            Form::Cecp => cecp::read(name, text),
            Form::Ini => match &ini_sections(text)[..] {
                [one] => read_ini(name, text, one),
                all => {
                    let mut problems = Problems::new(name, text);
                    let message = format!("the file has {} sections, and one game is asked for", all.len());
                    problems.error(
                        ProblemCode::UnknownGame,
                        0..0,
                        message,
                        "name the section, as in variants.ini:allexplosion",
                    );
                    Err(problems.report())
                }
            },
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Toml => "a game file of the native format",
            Form::Ini => "a section of variants.ini",
            Form::Diagram => "the text of an Interactive Diagram",
            Form::Cecp => "XBoard's setup and piece lines",
        }
    }
}

/// One piece that a form defines.
#[derive(Clone, Debug)]
struct Definition {
    id: String,
    name: String,
    /// For White and Black, with the place of each in the text.
    notation: [(String, Range<usize>); 2],
    royal: bool,
}

/// What a form says of a game.
struct Draft {
    files: u32,
    ranks: u32,
    /// Squares that the board lacks, by name.
    holes: Vec<String>,
    start: String,
    pieces: Vec<Definition>,
    /// Ids of the kinds that promote, the depth of the zone, and to what.
    promoting: Vec<(String, Vec<String>)>,
    zone: u32,
    /// Moves that leave the zone promote too, and promotion is free (shogi).
    shogi: bool,
    hands: bool,
    /// Promoted pieces come to a hand as what they were (crazyhouse).
    remembers: bool,
}

struct Problems {
    source: Source,
    problems: Vec<Problem>,
}

impl Problems {
    fn new(name: &str, text: &str) -> Problems {
        Problems { source: Source { name: name.to_owned(), text: text.to_owned() }, problems: Vec::new() }
    }

    fn add(&mut self, severity: Severity, code: ProblemCode, span: Range<usize>, message: String, remedy: &str) {
        let place = Place { source: 0, span };
        self.problems.push(Problem { severity, code, place, message, remedy: remedy.to_owned() });
    }

    fn error(&mut self, code: ProblemCode, span: Range<usize>, message: impl Into<String>, remedy: &str) {
        self.add(Severity::Error, code, span, message.into(), remedy);
    }

    fn note(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, ProblemCode::NoEffect, span, message.into(), "it can stay");
    }

    fn report(self) -> Report {
        Report { sources: vec![self.source], problems: self.problems }
    }

    fn notation(&mut self, text: &str, span: &Range<usize>) {
        let diagnostics = match betza_notation::read(text, Dialect::Xbetza) {
            Ok(reading) => reading.warnings,
            Err(diagnostics) => diagnostics,
        };
        for d in diagnostics {
            let at = span.start + d.span.start..(span.start + d.span.end).min(span.end);
            let message = format!("[{}] {}", d.code.as_str(), d.message);
            self.add(d.severity, ProblemCode::Notation, at, message, &d.remedy);
        }
    }
}

/// A TOML string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn list(ids: &[String]) -> String {
    format!("[{}]", ids.iter().map(|id| quoted(id)).collect::<Vec<_>>().join(", "))
}

/// Makes the game of a draft, by way of the native format.
fn load(name: &str, draft: &Draft, mut problems: Problems) -> Result<Loaded, Report> {
    for piece in &draft.pieces {
        let [white, black] = &piece.notation;
        problems.notation(&white.0, &white.1);
        if black.1 != white.1 {
            problems.notation(&black.0, &black.1);
        }
    }
    if problems.problems.iter().any(|p| p.severity == Severity::Error) {
        return Err(problems.report());
    }
    let id: String = name.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let id = if id.is_empty() { "game".to_owned() } else { id };
    let mut toml = format!("format = 1\nname = {}\ntitle = {}\n", quoted(&id), quoted(name));
    let _ = writeln!(
        toml,
        "board = \"{}x{}\"\ndialect = \"xbetza\"\nstart = {}",
        draft.files,
        draft.ranks,
        quoted(&draft.start)
    );
    if !draft.holes.is_empty() {
        let _ = writeln!(toml, "holes = {}", quoted(&draft.holes.join(" ")));
    }
    for piece in &draft.pieces {
        let [white, black] = &piece.notation;
        let _ = writeln!(toml, "\n[pieces.{}]\nname = {}", quoted(&piece.id), quoted(&piece.name));
        let _ = writeln!(toml, "move = {{ white = {}, black = {} }}", quoted(&white.0), quoted(&black.0));
        if piece.royal {
            toml.push_str("royal = true\n");
        }
        // Who has promoted as in shogi comes to a hand as what it was.
        let origin = draft.promoting.iter().find(|(_, to)| draft.shogi && to.contains(&piece.id));
        if let Some((origin, _)) = origin.filter(|_| draft.hands) {
            let _ = writeln!(toml, "in_hand = {}", quoted(origin));
        }
        if let Some((id, to)) = draft.promoting.iter().find(|(id, to)| *id == piece.id && !to.is_empty()) {
            let zone = format!("ranks {}-{}", draft.ranks + 1 - draft.zone.clamp(1, draft.ranks), draft.ranks);
            // Who may choose itself need not promote.
            let how = match (draft.shogi, to.contains(id)) {
                (true, _) => "from_zone_too = true, forced = \"when-stuck\"",
                (false, true) => "forced = \"no\"",
                (false, false) => "forced = \"always\"",
            };
            let how = if draft.remembers { format!("{how}, remembers = true") } else { how.to_owned() };
            let to: Vec<String> = to.iter().filter(|other| *other != id).cloned().collect();
            if !to.is_empty() {
                let _ = writeln!(toml, "promotion = {{ zone = {}, to = {}, {how} }}", quoted(&zone), list(&to));
            }
        }
    }
    if draft.hands {
        toml.push_str("\n[hands]\ncaptures = true\n");
    }
    match read_toml(name, &toml) {
        Ok(loaded) => Ok(Loaded { variant: loaded.variant, warnings: problems.report() }),
        Err(report) => {
            // What remains is about the whole: the form's own text has no place for it.
            for problem in report.problems {
                problems.error(problem.code, 0..0, problem.message, &problem.remedy);
            }
            Err(problems.report())
        }
    }
}

/// The notation of a kind in `xbetza`, with the castling that the game has.
fn xbetza(piece: &Piece, name: &str, unsaid: &mut Vec<String>) -> Option<String> {
    match betza_notation::write(piece, Dialect::Xbetza) {
        Ok(text) => Some(text),
        Err(d) => {
            unsaid.push(format!("the moves of {name}: {}", d.message));
            None
        }
    }
}

/// Writes the start of a game in the plain form of FEN, whatever form the game's own texts have.
fn plain_start(game: &mut Variant) {
    if let Ok(start) = fen::read(game, &game.start) {
        game.flavour = Flavour::Fen;
        game.start = fen::write(game, &start);
    }
}

/// A game in the words of a form that has notations in `xbetza` and little else, and what these words do not say.
fn sayable(variant: &Variant) -> (Variant, Vec<String>) {
    let mut game = difference::without_idle(variant.clone());
    plain_start(&mut game);
    let unsaid = first_moves::bound_to_pieces(&mut game);
    noted::note(&mut game);
    (game, unsaid)
}

/// What a game has lost by being written: why the text cannot be read, or what is told of it and what it says otherwise.
fn lost(game: &Variant, read: Result<Loaded, Report>, apart: &Apart) -> Vec<String> {
    let messages = |report: Report| report.problems.into_iter().map(|problem| problem.message);
    match read {
        Ok(Loaded { mut variant, warnings }) => {
            plain_start(&mut variant);
            messages(warnings).chain(difference::between(game, variant, apart)).collect()
        }
        Err(report) => messages(report).collect(),
    }
}

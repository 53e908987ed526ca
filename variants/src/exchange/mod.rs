//! Two forms in which games are passed around: XBoard's `setup` and `piece` lines ([`cecp`]) and the text of an Interactive Diagram
//! ([`diagram`]). Both say less than the native format. Reading fills in what the form implies; writing tells what it could not say.

pub mod cecp;
pub mod diagram;

use crate::game::{Loaded, read_toml};
use crate::problem::{Place, Problem, ProblemCode, Report, Source};
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
    start: String,
    pieces: Vec<Definition>,
    /// Ids of the kinds that promote, the depth of the zone, and to what.
    promoting: Vec<(String, Vec<String>)>,
    zone: u32,
    /// Moves that leave the zone promote too, and promotion is free (shogi).
    shogi: bool,
    hands: bool,
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
    for piece in &draft.pieces {
        let [white, black] = &piece.notation;
        let _ = writeln!(toml, "\n[pieces.{}]\nname = {}", quoted(&piece.id), quoted(&piece.name));
        let _ = writeln!(toml, "move = {{ white = {}, black = {} }}", quoted(&white.0), quoted(&black.0));
        if piece.royal {
            toml.push_str("royal = true\n");
        }
        if let Some(origin) = piece.id.strip_prefix('+').filter(|o| draft.pieces.iter().any(|p| p.id == *o)) {
            let _ = writeln!(toml, "in_hand = {}", quoted(origin));
        }
        if let Some((_, to)) = draft.promoting.iter().find(|(id, to)| *id == piece.id && !to.is_empty()) {
            let zone = format!("ranks {}-{}", draft.ranks + 1 - draft.zone.clamp(1, draft.ranks), draft.ranks);
            let how = if draft.shogi { "from_zone_too = true, forced = \"when-stuck\"" } else { "forced = \"always\"" };
            let _ = writeln!(toml, "promotion = {{ zone = {}, to = {}, {how} }}", quoted(&zone), list(to));
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

/// The rules that neither form has words for.
fn unsaid_rules(variant: &Variant) -> Vec<String> {
    let rules = [
        (!variant.ends.is_empty(), "ends other than mate and stalemate"),
        (variant.must_capture, "compulsory captures"),
        (variant.explosion.is_some(), "blasts"),
        (variant.gating.is_some(), "gating"),
        (variant.trading.is_some(), "pieces that may not be traded"),
        (
            variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.starting_inside.is_some()),
            "promotion inside the zone by capturing",
        ),
        (variant.forbidden_checks.is_some(), "forbidden checks"),
        (!variant.flying_generals.is_empty(), "flying generals"),
        (variant.grid.is_some(), "the grid"),
        (!variant.petrifies.is_empty(), "captors that turn into walls"),
        (variant.walling.is_some(), "moves that place walls"),
        (!variant.transformation.is_empty(), "what becomes of pieces that have moved"),
        (variant.series.is_some(), "captures in series"),
        (variant.annan, "pieces that move as the friend behind them"),
        (!variant.royalty.pseudo.is_empty(), "royalty of last pieces"),
        (variant.kinds.iter().any(|k| k.region.iter().any(Option::is_some)), "confined pieces"),
        (variant.kinds.iter().any(|k| !k.inside.is_empty()), "moves that are bound to a region"),
        (variant.kinds.iter().any(|k| !k.barriers.is_empty()), "pieces that are walls to some moves"),
        (variant.castling.as_ref().is_some_and(|c| c.any_files), "castling of kings and partners on any file"),
        (
            variant.flavour == Flavour::Sfen && variant.kinds.iter().any(|k| k.drop.per_file.is_some()),
            "limits of drops on a file",
        ),
        (!variant.board.holes().is_empty(), "holes in the board"),
    ];
    rules.into_iter().filter(|(set, _)| *set).map(|(_, rule)| rule.to_owned()).collect()
}

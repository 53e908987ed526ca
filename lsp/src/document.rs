//! A file that an editor has open.

use crate::keys::{self, Expected};
use crate::places;
use betza_explain::diagram;
use betza_explain::english;
use betza_ir::geometry::{Board, Side};
use betza_notation::{Dialect, Fix, Severity, line};
use betza_variants::keys::Key;
use betza_variants::outline::{self, Notation, Outline, Parent};
use betza_variants::problem::Report;
use lsp_types::{Diagnostic, DiagnosticSeverity, NumberOrString};
use std::ops::Range;

/// What a file is, by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A game (`.toml`).
    Toml,
    /// Fairy-Stockfish's `variants.ini` (`.ini`).
    Ini,
    /// One notation a line.
    Notations,
}

/// A file with its text.
pub(crate) struct Document {
    name: String,
    format: Format,
    /// The dialect of lines that name none.
    dialect: Dialect,
    /// The text as the editor has it.
    pub text: String,
}

impl Document {
    /// `path` is the path or address of the file.
    pub fn new(path: &str, text: String, dialect: Dialect) -> Document {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        let format = match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
            Some("toml") => Format::Toml,
            Some("ini") => Format::Ini,
            _ => Format::Notations,
        };
        Document { name, format, dialect, text }
    }

    /// What is wrong with it.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let report = match self.format {
            Format::Toml => betza_variants::read_toml(&self.name, &self.text).map_or_else(|r| r, |game| game.warnings),
            Format::Ini => betza_variants::check_ini(&self.name, &self.text),
            Format::Notations => return self.outline().notations.iter().flat_map(|n| self.of_notation(n)).collect(),
        };
        self.of_report(&report)
    }

    fn of_report(&self, report: &Report) -> Vec<Diagnostic> {
        let parent = self.outline().parents.first().map_or(0..0, |parent| parent.span.clone());
        let all = report.problems.iter().map(|problem| {
            let own = problem.place.source == 0;
            // What is wrong in a parent is told where the parent is named.
            let span = if own { &problem.place.span } else { &parent };
            let name = report.sources.get(problem.place.source).filter(|_| !own).map(|source| &source.name);
            let message = name.map_or(problem.message.clone(), |name| format!("{name}: {}", problem.message));
            self.diagnostic(span, problem.severity, problem.code.as_str(), &message, &problem.remedy)
        });
        all.collect()
    }

    fn of_notation(&self, at: &Notation) -> Vec<Diagnostic> {
        let found = betza_notation::read(&at.text, at.dialect).map_or_else(|errors| errors, |reading| reading.warnings);
        let all = found.iter().map(|d| {
            let span = at.span.start + d.span.start..at.span.start + d.span.end;
            self.diagnostic(&span, d.severity, d.code.as_str(), &d.message, &d.remedy)
        });
        all.collect()
    }

    fn diagnostic(
        &self,
        span: &Range<usize>,
        severity: Severity,
        code: &str,
        message: &str,
        remedy: &str,
    ) -> Diagnostic {
        Diagnostic {
            range: places::range(&self.text, span),
            severity: Some(match severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(code.to_owned())),
            source: Some("betza".to_owned()),
            message: format!("{message}; {remedy}"),
            ..Diagnostic::default()
        }
    }

    fn outline(&self) -> Outline {
        match self.format {
            Format::Toml => outline::of_toml(&self.text),
            Format::Ini => outline::of_ini(&self.text),
            Format::Notations => {
                let mut notations = Vec::new();
                let mut at = 0;
                for whole in self.text.split_inclusive('\n') {
                    if let Some(listed) = line::notation_of(whole.trim_end_matches(['\n', '\r'])) {
                        let start = at + listed.start;
                        let dialect = listed.dialect.unwrap_or(self.dialect);
                        notations.push(Notation {
                            span: start..start + listed.text.len(),
                            text: listed.text.to_owned(),
                            dialect,
                        });
                    }
                    at += whole.len();
                }
                Outline { notations, parents: Vec::new() }
            }
        }
    }

    /// What there is to say about a place, in Markdown, and the bytes that it is about.
    pub fn hover(&self, at: usize) -> Option<(Range<usize>, String)> {
        let within = |span: &Range<usize>| span.start <= at && at < span.end;
        if let Some(found) = self.outline().notations.into_iter().find(|notation| within(&notation.span)) {
            return Some((found.span.clone(), described(&found)?));
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let start = self.text[..at].rfind(|c| !is_word(c)).map_or(0, |i| i + 1);
        let end = self.text[at..].find(|c| !is_word(c)).map_or(self.text.len(), |i| at + i);
        let word = &self.text[start..end];
        let expected = self.expected(end).filter(|expected| !expected.are_values)?;
        let key = expected.keys.into_iter().find(|key| key.name == word)?;
        Some((start..end, format!("`{}`: {}", key.name, key.meaning)))
    }

    /// The keys or values that may stand where the text before a place goes on, those that begin as it does first said
    /// there. True if they are values.
    pub fn completions(&self, at: usize) -> (Vec<Key>, bool) {
        let Some(Expected { begun, keys, are_values }) = self.expected(at) else { return (Vec::new(), false) };
        (keys.into_iter().filter(|key| key.name.starts_with(&begun)).collect(), are_values)
    }

    /// What may be written for the notations and words between two places that have something wrong: what is said of
    /// it, and the bytes to replace with a text.
    pub fn fixes(&self, asked: &Range<usize>) -> Vec<(String, Range<usize>, String)> {
        let touches = |span: &Range<usize>| span.start <= asked.end && asked.start <= span.end;
        let mut all = Vec::new();
        for at in self.outline().notations.into_iter().filter(|at| touches(&at.span)) {
            let found =
                betza_notation::read(&at.text, at.dialect).map_or_else(|found| found, |reading| reading.warnings);
            for Fix { text, dialect } in found.iter().flat_map(|d| betza_notation::fixes(&at.text, at.dialect, d)) {
                let title =
                    if dialect == at.dialect { format!("Write {text}") } else { format!("Write {text} in {dialect}") };
                let quoted = self.text[at.span.clone()].starts_with('"');
                match self.format {
                    _ if dialect == at.dialect && quoted => all.push((title, at.span.clone(), format!("\"{text}\""))),
                    _ if dialect == at.dialect => all.push((title, at.span.clone(), text)),
                    // A line may name another dialect; in a game the key of the dialect stands elsewhere.
                    Format::Notations if !self.names_dialect(at.span.start) => {
                        all.push((title, at.span.clone(), format!("{dialect}: {text}")));
                    }
                    _ => {}
                }
            }
        }
        let report = match self.format {
            Format::Toml => betza_variants::read_toml(&self.name, &self.text).map_or_else(|r| r, |game| game.warnings),
            Format::Ini => betza_variants::check_ini(&self.name, &self.text),
            Format::Notations => return all,
        };
        for problem in report.problems.iter().filter(|p| p.place.source == 0 && touches(&p.place.span)) {
            let near = problem.remedy.strip_prefix("did you mean '").and_then(|rest| rest.split_once('\''));
            let Some((word, _)) = near else { continue };
            let quoted = self.text[problem.place.span.clone()].starts_with('"');
            let text = if quoted { format!("\"{word}\"") } else { word.to_owned() };
            all.push((format!("Write {word}"), problem.place.span.clone(), text));
        }
        all
    }

    /// Whether the line of a notation that starts here names its dialect.
    fn names_dialect(&self, at: usize) -> bool {
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        line::notation_of(line).is_some_and(|listed| listed.dialect.is_some())
    }

    fn expected(&self, at: usize) -> Option<Expected> {
        match self.format {
            Format::Toml => keys::in_toml(&self.text[..at], &self.text),
            Format::Ini => keys::in_ini(&self.text[..at]),
            Format::Notations => None,
        }
    }

    /// The parent that is named at a place, or in whose section or file the place is.
    pub fn parent(&self, at: usize) -> Option<Parent> {
        let parents = self.outline().parents;
        let line = self.text[..at].matches('\n').count();
        let on_line = |parent: &&Parent| self.text[..parent.span.start].matches('\n').count() == line;
        parents.iter().find(on_line).or_else(|| parents.iter().rfind(|parent| parent.span.start <= at)).cloned()
    }
}

/// A piece in English, and its diagram.
fn described(at: &Notation) -> Option<String> {
    // Seven squares show leaps of three and how slides go on.
    const SIZE: u32 = 7;
    let piece = betza_notation::read(&at.text, at.dialect).ok()?.piece;
    let english = english::piece(&piece);
    // Some editors show the first line alone, so it says the most that one line can: the name, or the only way to move.
    let (first, rest) = match english.split_once('\n') {
        Some((only, "")) => (only.trim_start_matches("- "), ""),
        Some((name, rest)) if !name.starts_with("- ") => (name, rest),
        _ => ("", &english[..]),
    };
    let colon = if first.is_empty() { "" } else { ": " };
    let mut text = format!("`{}` ({}){colon}{first}\n\n{rest}", at.text, at.dialect);
    if let Ok(board) = Board::new(SIZE, SIZE)
        && let Ok(drawn) = diagram::general(&piece, &board, diagram::middle(&board, Side::White), Side::White)
    {
        text.push_str(&format!("\n```text\n{}```\n", diagram::text::draw(&drawn)));
    }
    Some(text)
}

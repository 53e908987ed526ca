//! Fairy-Stockfish's `variants.ini`.
//!
//! A file has sections `[name]` or `[name:parent]`, each a list of `key = value`. The parent is an earlier section of the file or a built-in
//! game. What changes which moves there are or who has won is read into the rules; what only evaluates a position is accepted with a
//! warning that says so; what cannot be done is an error. Keys and their defaults are those of the comments in
//! Fairy-Stockfish's own variants.ini, which are the format's documentation.

mod apply;
mod compact;
mod drops;
mod endings;
mod given;
mod model;
mod pieces;
mod results;
mod values;

use crate::builtin;
use crate::game::Loaded;
use crate::problem::{Place, Problem, ProblemCode, Report, Source, nearest};
use crate::section::Findings;
use model::Model;
pub(crate) use model::{KeyEffect, keys};
pub(crate) use pieces::{NAMED, is_piece_key};
use std::ops::Range;
use values::Reader;

/// One `key = value`.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub key: &'a str,
    pub key_span: Range<usize>,
    pub value: &'a str,
    pub value_span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Header<'a> {
    pub name: &'a str,
    pub parent: Option<(&'a str, Range<usize>)>,
    pub span: Range<usize>,
    pub entries: Vec<Entry<'a>>,
}

/// The names of the sections of a file, in order; those that cannot be read are left out.
#[must_use]
pub fn ini_sections(text: &str) -> Vec<String> {
    sections(text, &Findings::new()).into_iter().map(|s| s.name.to_owned()).collect()
}

/// Reads the game of one section. `file` is the file's name, for messages.
///
/// # Errors
/// All that is wrong with the section and those that it inherits from, and the warnings.
pub fn read_ini(file: &str, text: &str, name: &str) -> Result<Loaded, Report> {
    let source = Source { name: file.to_owned(), text: text.to_owned() };
    let findings = Findings::new();
    let all = sections(text, &findings);
    let wanted = all.iter().position(|s| s.name == name);
    let game = match wanted {
        Some(index) => chain(&all, index, &findings).and_then(|lineage| build(&all, &lineage, name, &findings)),
        None => {
            let remedy = match nearest(name, all.iter().map(|s| s.name)) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "name one of the file's sections".to_owned(),
            };
            let place = Place { source: 0, span: 0..0 };
            findings.error(ProblemCode::UnknownGame, &place, format!("the file has no section [{name}]"), remedy);
            None
        }
    };
    let failed = findings.has_errors();
    let report = Report { sources: vec![source], problems: findings.into_problems() };
    match game {
        Some(variant) if !failed => Ok(Loaded { variant, warnings: report }),
        _ => Err(report),
    }
}

/// Reads the games of all sections, for what is wrong with them. What several sections inherit is told once. `file` is the file's name,
/// for messages.
#[must_use]
pub fn check_ini(file: &str, text: &str) -> Report {
    let source = Source { name: file.to_owned(), text: text.to_owned() };
    let findings = Findings::new();
    let all = sections(text, &findings);
    if all.is_empty() {
        let place = Place { source: 0, span: 0..0 };
        let message = "there is no game in this file: it has no section";
        findings.error(ProblemCode::Syntax, &place, message, "begin a game with [name:parent]");
    }
    for (index, section) in all.iter().enumerate() {
        if let Some(lineage) = chain(&all, index, &findings) {
            build(&all, &lineage, section.name, &findings);
        }
    }
    let mut problems: Vec<Problem> = Vec::new();
    for problem in findings.into_problems() {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    problems.sort_by_key(|problem| problem.place.span.start);
    Report { sources: vec![source], problems }
}

/// Splits the text. Lines that are neither a header, an entry, a comment nor empty are errors.
pub(crate) fn sections<'a>(text: &'a str, findings: &Findings) -> Vec<Header<'a>> {
    let mut all: Vec<Header<'a>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        let span = start + indent..start + indent + trimmed.len();
        let place = Place { source: 0, span: span.clone() };
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(inside) = trimmed.strip_prefix('[') {
            let Some(inside) = inside.strip_suffix(']') else {
                findings.error(ProblemCode::Syntax, &place, "the section's name does not close", "write [name:parent]");
                continue;
            };
            let (name, parent) = match inside.split_once(':') {
                Some((name, parent)) => {
                    let end = span.end - 1;
                    (name.trim(), Some((parent.trim(), end - parent.len()..end)))
                }
                None => (inside.trim(), None),
            };
            all.push(Header { name, parent, span, entries: Vec::new() });
            continue;
        }
        let (Some((key, value)), Some(section)) = (trimmed.split_once('='), all.last_mut()) else {
            let message = "this is neither a section, nor 'key = value' in one, nor a comment";
            findings.error(ProblemCode::Syntax, &place, message, "begin comments with '#'");
            continue;
        };
        let key_span = span.start..span.start + key.trim_end().len();
        let value_start = span.end - value.trim_start().len();
        section.entries.push(Entry {
            key: key.trim(),
            key_span,
            value: value.trim(),
            value_span: value_start..span.end,
        });
    }
    all
}

/// The sections from the root to this one, and the built-in game that the root is laid over.
struct Lineage<'a> {
    root: Option<&'a str>,
    sections: Vec<usize>,
}

fn chain<'a>(all: &[Header<'a>], index: usize, findings: &Findings) -> Option<Lineage<'a>> {
    let mut lineage = Lineage { root: None, sections: vec![index] };
    let mut index = index;
    while let Some((parent, span)) = &all[index].parent {
        // An earlier section; so there are no circles.
        if let Some(earlier) = all[..index].iter().rposition(|s| s.name == *parent) {
            lineage.sections.push(earlier);
            index = earlier;
            continue;
        }
        if builtin::file(parent).is_none() {
            let place = Place { source: 0, span: span.clone() };
            let mut known: Vec<&str> = builtin::names().collect();
            known.extend(all[..index].iter().map(|s| s.name));
            let remedy = match nearest(parent, known) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "name a built-in game or an earlier section".to_owned(),
            };
            let message = format!("'{parent}' is neither a built-in game nor an earlier section");
            findings.error(ProblemCode::UnknownGame, &place, message, remedy);
            return None;
        }
        lineage.root = Some(parent);
        break;
    }
    lineage.sections.reverse();
    Some(lineage)
}

fn build(
    all: &[Header<'_>],
    lineage: &Lineage<'_>,
    name: &str,
    findings: &Findings,
) -> Option<betza_movegen::variant::Variant> {
    let last = &all[*lineage.sections.last()?];
    let place = Place { source: 0, span: last.span.clone() };
    let mut model = match lineage.root {
        Some(root) => match builtin::find(root) {
            Ok(loaded) => {
                let pawns = apply::pawns_promotion(&loaded.variant);
                Model::over(loaded.variant, pawns)
            }
            Err(e) => {
                findings.error(ProblemCode::Unsupported, &place, e.to_string(), "take another parent");
                return None;
            }
        },
        None => Model::empty(),
    };
    if builtin::file(name).is_some() {
        let message = format!("Fairy-Stockfish ignores [{name}]: it has a game of that name");
        findings.warning(ProblemCode::ReadDifferently, &place, message, "give it another name");
    }
    for &index in &lineage.sections {
        model.section(&all[index].entries, findings);
    }
    let board = model.prepare(name, findings)?;
    apply::rules(&mut model, &place, Reader { findings, board: &board });
    model.finish(&place, findings)
}

//! Fairy-Stockfish's `variants.ini`.
//!
//! A file has sections `[name]` or `[name:parent]`, each a list of `key = value`. The parent is an earlier section of
//! the file or a built-in game. What changes which moves there are or who has won is read into the rules; what only
//! evaluates a position is accepted with a warning that says so; what cannot be done is an error. Keys and their
//! defaults are those of the comments in Fairy-Stockfish's own variants.ini, which are the format's documentation.

mod apply;
mod board;
mod compact;
mod double_steps;
mod drops;
mod en_passant;
mod endings;
mod entries;
mod forks;
mod given;
mod keys;
mod model;
mod notation;
mod parent;
mod pieces;
mod placing;
mod promoted;
mod results;
mod special;
mod start;
mod usual;
mod values;

use crate::builtin;
use crate::game::Loaded;
use crate::problem::{Place, Problem, ProblemCode, Report, Source, nearest};
use crate::section::Findings;
use betza_game::variant::Variant;
use betza_ir::geometry::Side;
use betza_ir::sorted;
use forks::THEIR_GAMES;
pub(crate) use keys::{KeyEffect, keys};
use model::Model;
pub(crate) use pieces::{NAMED, is_piece_key, moves as named_moves, name_of};
pub(crate) use placing::{ENTERING_WORDS, TURNING_WORDS};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use values::Reader;

/// The most sections that inherit from each other.
const PARENTS: usize = 32;

/// The sections before one that are searched for a name like that of a parent that is not there.
const NEIGHBOURS: usize = 100;

/// The most problems that are told of a file's games together.
const FILE_PROBLEMS: usize = 10_000;

/// The lines that are read of a file when all its sections are checked, those that are inherited each time again.
const LINES_CHECKED: usize = 1_000_000;

/// Making a game takes as long as reading so many lines.
const SECTION_LINES: usize = 100;

/// One `key = value`.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub key: &'a str,
    pub key_span: Range<usize>,
    pub value: Cow<'a, str>,
    pub value_span: Range<usize>,
    /// Blanks follow the value, which belong to it where it is a word.
    pub blanks: bool,
    /// The number of the section among those that a game is read from, once it is among them.
    pub level: usize,
}

impl Entry<'_> {
    /// Whether it gives a key to a side: `keyWhite`, or `key` to both.
    fn gives(&self, key: &str, side: Side) -> bool {
        self.key.strip_prefix(key).is_some_and(|suffix| suffix.is_empty() || suffix == side.name())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Header<'a> {
    pub name: &'a str,
    pub parent: Option<(&'a str, Range<usize>)>,
    pub span: Range<usize>,
    /// Whether its bracket closes.
    closed: bool,
    pub entries: Vec<Entry<'a>>,
    /// Lines that are passed over.
    strays: Vec<Stray>,
}

/// A line that Fairy-Stockfish passes over.
#[derive(Clone, Debug)]
struct Stray {
    span: Range<usize>,
    message: &'static str,
    remedy: &'static str,
}

impl Stray {
    fn tell(&self, findings: &Findings) {
        let place = Place { source: 0, span: self.span.clone() };
        findings.warning(ProblemCode::NoEffect, &place, self.message, self.remedy);
    }
}

/// The text of a file, split.
pub(crate) struct File<'a> {
    pub sections: Vec<Header<'a>>,
    /// The first section of each name.
    first: HashMap<&'a str, usize>,
    /// The first section of each name whose bracket closes.
    first_closed: HashMap<&'a str, usize>,
    /// Lines before the first section.
    strays: Vec<Stray>,
}

/// Whether Fairy-Stockfish has a game of this name, so that a section of the name does not count.
pub(crate) fn is_theirs(name: &str) -> bool {
    THEIR_GAMES.contains(&name)
}

/// The names of the sections of a file, in order; those that cannot be read are left out.
#[must_use]
pub fn ini_sections(text: &str) -> Vec<String> {
    sections(text).sections.into_iter().filter(|s| s.closed).map(|s| s.name.to_owned()).collect()
}

/// Reads the game of one section. `file` is the file's name, for messages.
///
/// # Errors
/// All that is wrong with the section and those that it inherits from, and the warnings.
pub fn read_ini(file: &str, text: &str, name: &str) -> Result<Loaded, Report> {
    let ini = IniFile::new(file, text);
    match ini.file.first_of(name) {
        Some(index) => ini.read_with(index, ini.file.stray_findings()),
        None => {
            let findings = ini.file.stray_findings();
            let remedy = match nearest(name, ini.file.sections.iter().map(|s| s.name)) {
                Some(near) => format!("did you mean '{near}'?"),
                None => "name one of the file's sections".to_owned(),
            };
            let place = Place { source: 0, span: 0..0 };
            findings.error(ProblemCode::UnknownGame, &place, format!("the file has no section [{name}]"), remedy);
            Err(ini.report(findings.into_problems()))
        }
    }
}

/// Reads the games of all sections, for what is wrong with them. What several sections inherit is told once. `file` is
/// the file's name, for messages.
#[must_use]
pub fn check_ini(file: &str, text: &str) -> Report {
    let ini = IniFile::new(file, text);
    let mut problems = ini.problems();
    let mut told: HashSet<Problem> = problems.iter().cloned().collect();
    let mut left = LINES_CHECKED;
    for (index, section) in ini.file.sections.iter().enumerate() {
        // Each by itself: a section that is wrong says nothing of its neighbours.
        let findings = Findings::new();
        let lines = ini.file.lines(index);
        if told.len() > FILE_PROBLEMS || lines > left {
            let message = "too much is wrong or inherited above, so this section and what follows is not checked";
            let place = Place { source: 0, span: section.span.clone() };
            findings.error(ProblemCode::Syntax, &place, message, "mend that first, or put this into a file of its own");
            problems.extend(findings.into_problems());
            break;
        }
        left -= lines;
        game(&ini.file, index, &findings);
        problems.extend(findings.into_problems().into_iter().filter(|problem| told.insert(problem.clone())));
    }
    sorted::sort_by_key(&mut problems, |problem| problem.place.span.start);
    ini.report(problems)
}

/// What is read otherwise in one way in several places, such as a letter that only a fork of Fairy-Stockfish knows, is
/// told once, in its first place.
fn gathered(problems: Vec<Problem>) -> Vec<Problem> {
    let mut told: Vec<(Problem, usize)> = Vec::new();
    let mut first: HashMap<(String, String), usize> = HashMap::new();
    for problem in problems {
        if problem.code == ProblemCode::ReadDifferently {
            let words = (problem.message.clone(), problem.remedy.clone());
            let number = *first.entry(words).or_insert(told.len());
            if let Some((_, more)) = told.get_mut(number) {
                *more += 1;
                continue;
            }
        }
        told.push((problem, 0));
    }
    let whole = |(problem, more): (Problem, usize)| match more {
        0 => problem,
        1 => Problem { message: format!("{} (here and in one more place)", problem.message), ..problem },
        _ => Problem { message: format!("{} (here and in {more} more places)", problem.message), ..problem },
    };
    told.into_iter().map(whole).collect()
}

/// A `variants.ini`, split into its sections, each of which is read when it is asked for.
pub struct IniFile<'a> {
    name: &'a str,
    text: &'a str,
    file: File<'a>,
}

impl<'a> IniFile<'a> {
    /// Splits a text. `name` is the file's name, for messages.
    #[must_use]
    pub fn new(name: &'a str, text: &'a str) -> IniFile<'a> {
        IniFile { name, text, file: sections(text) }
    }

    /// The names of all sections and where they stand, in the order of the text.
    pub fn sections(&self) -> impl Iterator<Item = (&'a str, Range<usize>)> {
        self.file.sections.iter().map(|section| (section.name, section.span.clone()))
    }

    /// What is wrong outside of the sections.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let findings = self.file.stray_findings();
        if self.file.sections.is_empty() {
            let place = Place { source: 0, span: 0..0 };
            let message = "there is no game in this file: it has no section";
            findings.error(ProblemCode::Syntax, &place, message, "begin a game with [name:parent]");
        }
        findings.into_problems()
    }

    /// Reads the game of the section with this index.
    ///
    /// # Errors
    /// All that is wrong with the section and those that it inherits from, and the warnings.
    ///
    /// # Panics
    /// If there is no such section.
    pub fn read(&self, index: usize) -> Result<Loaded, Report> {
        self.read_with(index, Findings::new())
    }

    fn read_with(&self, index: usize, findings: Findings) -> Result<Loaded, Report> {
        let game = game(&self.file, index, &findings);
        let failed = findings.has_errors();
        let report = self.report(findings.into_problems());
        match game {
            Some(variant) if !failed => Ok(Loaded { variant, warnings: report, unkept: Vec::new() }),
            _ => Err(report),
        }
    }

    fn report(&self, problems: Vec<Problem>) -> Report {
        Report {
            sources: vec![Source { name: self.name.to_owned(), text: self.text.to_owned() }],
            problems: gathered(problems),
        }
    }
}

impl<'a> File<'a> {
    /// The section from which another one inherits: the first earlier one of that name, so that there are no circles.
    /// What Fairy-Stockfish itself calls so goes first.
    fn parent(&self, index: usize) -> Option<usize> {
        let (name, _) = self.sections[index].parent.as_ref()?;
        let earlier = self.first_closed.get(name).copied().filter(|&earlier| earlier < index);
        earlier.filter(|_| !THEIR_GAMES.contains(name))
    }

    /// The index of the first section of a name.
    pub(crate) fn first_of(&self, name: &str) -> Option<usize> {
        self.first.get(name).copied()
    }

    /// The lines of a section and of those that it inherits from, and a section's own worth for each of them.
    fn lines(&self, index: usize) -> usize {
        let index = self.first[self.sections[index].name];
        let sections = std::iter::successors(Some(index), |&index| self.parent(index)).take(PARENTS);
        sections.map(|i| self.sections[i].entries.len() + self.sections[i].strays.len() + SECTION_LINES).sum()
    }

    /// The lines before the first section, as findings.
    fn stray_findings(&self) -> Findings {
        let findings = Findings::new();
        self.strays.iter().for_each(|stray| stray.tell(&findings));
        findings
    }
}

/// Splits the text as Fairy-Stockfish does: a line that begins with a bracket begins a section, one that begins with
/// `;` or `#` is a comment, and of all others those without `=` and those that begin with a blank are passed over.
pub(crate) fn sections(text: &str) -> File<'_> {
    let mut file =
        File { sections: Vec::new(), first: HashMap::new(), first_closed: HashMap::new(), strays: Vec::new() };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        let span = start..start + line.len();
        if line.starts_with('[') {
            let section = header(line, span);
            let index = file.sections.len();
            file.first.entry(section.name).or_insert(index);
            if section.closed {
                file.first_closed.entry(section.name).or_insert(index);
            }
            file.sections.push(section);
            continue;
        }
        if line.trim().is_empty() || line.trim_start().starts_with(['#', ';']) {
            continue;
        }
        let wrong = if !line.contains('=') {
            Some((
                "this is neither a section, nor 'key = value' in one, nor a comment, and is passed over",
                "begin comments with '#'",
            ))
        } else if file.sections.is_empty() {
            Some(("what stands before the first section is passed over", "begin a game with [name:parent]"))
        } else if line.starts_with(|c: char| c.is_whitespace()) {
            Some(("a line that begins with a blank is passed over", "begin lines with their keys"))
        } else {
            None
        };
        if let Some((message, remedy)) = wrong {
            let strays = file.sections.last_mut().map_or(&mut file.strays, |section| &mut section.strays);
            strays.push(Stray { span, message, remedy });
            continue;
        }
        let (Some((key, value)), Some(section)) = (line.split_once('='), file.sections.last_mut()) else { continue };
        let key_span = span.start..span.start + key.trim_end().len();
        let value = value.trim_start();
        let value_start = span.end - value.len();
        let blanks = value.len() > value.trim_end().len();
        let value = value.trim_end();
        section.entries.push(Entry {
            key: key.trim_end(),
            key_span,
            value: Cow::Borrowed(value),
            value_span: value_start..value_start + value.len(),
            blanks,
            level: 0,
        });
    }
    file
}

/// A section's first line. What follows the bracket is a note.
fn header(line: &str, span: Range<usize>) -> Header<'_> {
    let (inside, closed) = match line[1..].split_once(']') {
        Some((inside, _)) => (inside, true),
        None => (&line[1..], false),
    };
    let end = span.start + 1 + inside.len();
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name, Some((parent, end - parent.len()..end))),
        None => (inside, None),
    };
    let span = span.start..end + usize::from(closed);
    Header { name, parent, span, closed, entries: Vec::new(), strays: Vec::new() }
}

/// The sections from the root to this one, and the built-in game that the root is laid over.
struct Lineage<'a> {
    root: Option<&'a str>,
    sections: Vec<usize>,
}

/// The game of a section. A name counts for the first section that has it, and not at all where Fairy-Stockfish has a
/// game of that name.
fn game(file: &File<'_>, index: usize, findings: &Findings) -> Option<Variant> {
    let all = &file.sections;
    let section = &all[index];
    let place = Place { source: 0, span: section.span.clone() };
    let name = section.name;
    if !section.closed {
        findings.error(ProblemCode::Syntax, &place, "the section's name does not close", "write [name:parent]");
        return None;
    }
    if name.chars().any(char::is_whitespace) {
        let message = format!("the blank in '{name}' is part of the name to Fairy-Stockfish");
        findings.error(ProblemCode::Syntax, &place, message, "write [name:parent] without blanks");
        return None;
    }
    if THEIR_GAMES.contains(&name) {
        let message = format!("Fairy-Stockfish ignores [{name}]: it has a game of that name, which counts here too");
        findings.warning(ProblemCode::ReadDifferently, &place, message, "give it another name");
        return built_in(name, &place, findings);
    }
    if let Some(&first) = file.first.get(name).filter(|&&first| first < index) {
        let message = format!("another section is named [{name}], and the first one counts");
        findings.warning(ProblemCode::ReadDifferently, &place, message, "give it another name");
        return game(file, first, findings);
    }
    let lineage = chain(file, index, findings)?;
    lineage.sections.iter().for_each(|&i| all[i].strays.iter().for_each(|stray| stray.tell(findings)));
    build(all, &lineage, name, findings)
}

fn built_in(name: &str, place: &Place, findings: &Findings) -> Option<Variant> {
    match builtin::find(name) {
        Ok(loaded) => Some(loaded.variant),
        Err(e) => {
            findings.error(ProblemCode::Unsupported, place, e.to_string(), "take another one");
            None
        }
    }
}

fn chain<'a>(file: &File<'a>, index: usize, findings: &Findings) -> Option<Lineage<'a>> {
    let all = &file.sections;
    let mut lineage = Lineage { root: None, sections: vec![index] };
    let mut index = index;
    while let Some((parent, span)) = &all[index].parent {
        if let Some(earlier) = file.parent(index) {
            if lineage.sections.len() == PARENTS {
                let place = Place { source: 0, span: span.clone() };
                let message = format!("more than {PARENTS} sections inherit from each other, the limit");
                findings.error(ProblemCode::Unsupported, &place, message, "inherit from an earlier one of them");
                return None;
            }
            lineage.sections.push(earlier);
            index = earlier;
            continue;
        }
        if !builtin::has(parent) {
            let place = Place { source: 0, span: span.clone() };
            let mut known: Vec<&str> = builtin::names().collect();
            known.extend(all[..index].iter().rev().take(NEIGHBOURS).map(|s| s.name));
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

fn build(all: &[Header<'_>], lineage: &Lineage<'_>, name: &str, findings: &Findings) -> Option<Variant> {
    let last = &all[*lineage.sections.last()?];
    let place = Place { source: 0, span: last.span.clone() };
    let mut model = match lineage.root {
        Some(root) => Model::over(built_in(root, &place, findings)?),
        None => Model::empty(),
    };
    for &index in &lineage.sections {
        model.section(&all[index].entries, findings);
    }
    let board = model.prepare(name, findings)?;
    apply::rules(&mut model, &place, Reader { findings, board: &board });
    model.finish(&place, findings)
}

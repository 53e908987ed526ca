//! Which dialects read a notation, and which reading holds where none was named. The program and the page read what
//! people write by it.

use crate::error::NotationError;
use betza_explain::compare::difference;
use betza_notation::names::{self, Named};
use betza_notation::{Code, Diagnostic, Dialect, Reading, Severity};
use betza_variants::problem::nearest;
use std::fmt;

/// Dialects that read a text alike.
#[derive(Debug)]
pub struct Group {
    /// The dialects, each with its warnings.
    pub members: Vec<(Dialect, Vec<Diagnostic>)>,
    /// What they read.
    pub reading: Reading,
}

impl Group {
    /// `betza, extended and bex`.
    #[must_use]
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.members.iter().map(|(dialect, _)| dialect.id()).collect();
        match &names[..] {
            [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
            all => all.concat(),
        }
    }

    /// The first dialect to which the text is its own: it does not take it for one of another, and all of it does
    /// something.
    fn plain(&self) -> Option<Dialect> {
        let doubts = |w: &Diagnostic| match w.code {
            Code::NoEffect => true,
            Code::ReadDifferently => w.message.starts_with("this looks like"),
            _ => false,
        };
        self.members.iter().find(|(_, warnings)| !warnings.iter().any(doubts)).map(|(dialect, _)| *dialect)
    }
}

/// The readings of a text in groups, and the dialects that refuse it with their diagnostics.
#[must_use]
pub fn groups(text: &str) -> (Vec<Group>, Vec<(Dialect, Vec<Diagnostic>)>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut refused = Vec::new();
    for dialect in Dialect::ALL {
        let reading = match betza_notation::read(text, dialect) {
            Ok(reading) => reading,
            Err(found) => {
                refused.push((dialect, found));
                continue;
            }
        };
        let member = (dialect, reading.warnings.clone());
        match groups.iter_mut().find(|g| difference(&g.reading.piece, &reading.piece).is_none()) {
            Some(group) => group.members.push(member),
            None => groups.push(Group { members: vec![member], reading }),
        }
    }
    (groups, refused)
}

/// The groups in one line.
#[must_use]
pub fn in_short(text: &str) -> String {
    let (groups, _) = groups(text);
    let names: Vec<String> = groups.iter().map(Group::names).collect();
    if names.is_empty() { "no dialect reads it".to_owned() } else { names.join("; ") }
}

/// A notation with the dialect in which it is read.
#[derive(Debug)]
pub struct Chosen {
    /// The notation: what was given, or that of the piece whose name was given.
    pub text: String,
    /// The dialect.
    pub dialect: Dialect,
    /// What it means.
    pub reading: Reading,
    /// Why it is read so, if that is not plain.
    pub note: Option<String>,
}

/// Why no reading was chosen.
#[derive(Debug)]
pub enum Unclear {
    /// The dialects part.
    Several(Vec<Group>),
    /// None reads it. These are the diagnostics of the one that comes furthest.
    Unread(Vec<Diagnostic>),
}

impl Unclear {
    /// What kind of error it is: `unclear-dialect`, or the code of the first error of the text. Programs may match on
    /// it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Unclear::Several(_) => "unclear-dialect",
            Unclear::Unread(found) => NotationError::of(found.clone()).code(),
        }
    }
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclear::Several(groups) => {
                let names: Vec<String> = groups.iter().map(Group::names).collect();
                write!(f, "dialects read this in different ways ({}): name the one that is meant", names.join("; "))
            }
            Unclear::Unread(found) => NotationError::of(found.clone()).fmt(f),
        }
    }
}

impl std::error::Error for Unclear {}

/// The reading of a text of which nobody says the dialect: that of all dialects that read it, if they agree; that of
/// those to which it is plain, if the others take it for another one's text or see no use in parts of it; else none.
///
/// # Errors
/// [`Unclear`].
pub fn meant(text: &str) -> Result<Chosen, Unclear> {
    let (groups, refused) = groups(text);
    let read = |dialect: Dialect, note: Option<String>| {
        let reading = betza_notation::read(text, dialect).map_err(Unclear::Unread)?;
        Ok(Chosen { text: text.to_owned(), dialect, reading, note })
    };
    match &groups[..] {
        [] => Err(Unclear::Unread(with_nearest(text, furthest(refused)))),
        [one] => {
            let dialect = one.members[0].0;
            let only = (dialect != Dialect::Betza).then(|| match &one.members[..] {
                [_] => format!("read as {dialect}, the only dialect that has such a text"),
                _ => format!("read as {}, the dialects that have such a text", one.names()),
            });
            read(one.plain().unwrap_or(dialect), only)
        }
        several => {
            let sure: Vec<(&Group, Dialect)> =
                several.iter().filter_map(|group| Some((group, group.plain()?))).collect();
            let [(group, dialect)] = sure[..] else { return Err(Unclear::Several(groups)) };
            let names = group.names();
            read(
                dialect,
                Some(format!("read as {names}; other dialects read it otherwise (`betza dialects` shows it)")),
            )
        }
    }
}

/// The piece that a name stands for, if no dialect reads the name as a notation.
#[must_use]
pub fn named(name: &str) -> Option<Chosen> {
    let Named(_, _, dialect, notation) = names::find(name)?;
    if Dialect::ALL.into_iter().any(|dialect| betza_notation::read(name, dialect).is_ok()) {
        return None;
    }
    let reading = betza_notation::read(notation, dialect).ok()?;
    let note = Some(format!("{} is `{notation}` in {dialect}", name.trim()));
    Some(Chosen { text: notation.to_owned(), dialect, reading, note })
}

/// Diagnostics of a text that no dialect reads, with the name that it may be, misspelt.
fn with_nearest(text: &str, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_word = text.len() > 3 && text.chars().all(|c| c.is_alphabetic() || " -_".contains(c));
    if !is_word {
        return found;
    }
    let names: Vec<String> = names::all().collect();
    let near = nearest(&text.trim().to_lowercase(), names.iter().map(String::as_str));
    if let (Some(near), Some(first)) = (near, found.iter_mut().find(|d| d.severity == Severity::Error)) {
        first.remedy = format!("{}; or write the name `{near}`, if that is meant", first.remedy);
    }
    found
}

/// The diagnostics of the dialect whose first error comes last: the one that understands most of the text.
fn furthest(refused: Vec<(Dialect, Vec<Diagnostic>)>) -> Vec<Diagnostic> {
    let first = |found: &[Diagnostic]| found.iter().find(|d| d.severity == Severity::Error).map(|d| d.span.start);
    let best = refused.into_iter().rev().max_by_key(|(_, found)| first(found));
    best.map(|(_, found)| found).unwrap_or_default()
}

/// What a text that somebody gives for a piece means: the name of one, else a notation as it is meant.
///
/// ```
/// let griffon = betza::readings::of("griffon").unwrap();
/// assert_eq!(griffon.note.as_deref(), Some("griffon is `FtR` in extended"));
/// assert!(betza::readings::of("WF").unwrap().note.is_none());
/// ```
///
/// # Errors
/// [`Unclear`].
pub fn of(text: &str) -> Result<Chosen, Unclear> {
    named(text).map_or_else(|| meant(text), Ok)
}

//! Errors and warnings about game files: a place, a sentence, a remedy.

use betza_notation::Severity;
use std::fmt;
use std::ops::Range;

/// The text that a problem is in. A game that has a parent is read from several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, or that of the built-in game.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// The line and the column of a byte, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        (line, column)
    }
}

/// The kind of a problem. Its text ([`ProblemCode::as_str`]) is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemCode {
    /// The file is not in the format's syntax.
    Syntax,
    /// The file is of a format that this program does not know.
    Format,
    /// A key that nothing reads.
    UnknownKey,
    /// A key that is needed.
    MissingKey,
    /// A value of the wrong type, or that means nothing here.
    BadValue,
    /// A piece that the game does not have.
    UnknownPiece,
    /// A game that nobody knows.
    UnknownGame,
    /// A piece's notation; the message has the code of the notation's own diagnostic.
    Notation,
    /// The start position.
    Start,
    /// Rules that contradict each other.
    Conflict,
    /// A rule that is read but that this project cannot do.
    Unsupported,
    /// A rule that does not bear on which moves there are.
    NoEffect,
    /// A text that another program reads otherwise.
    ReadDifferently,
}

impl ProblemCode {
    /// The stable text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemCode::Syntax => "syntax",
            ProblemCode::Format => "format",
            ProblemCode::UnknownKey => "unknown-key",
            ProblemCode::MissingKey => "missing-key",
            ProblemCode::BadValue => "bad-value",
            ProblemCode::UnknownPiece => "unknown-piece",
            ProblemCode::UnknownGame => "unknown-game",
            ProblemCode::Notation => "notation",
            ProblemCode::Start => "start",
            ProblemCode::Conflict => "conflict",
            ProblemCode::Unsupported => "unsupported",
            ProblemCode::NoEffect => "no-effect",
            ProblemCode::ReadDifferently => "read-differently",
        }
    }
}

/// A place in one of a game's sources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the source.
    pub source: usize,
    /// The bytes.
    pub span: Range<usize>,
}

/// One error or warning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// How grave it is.
    pub severity: Severity,
    /// What kind.
    pub code: ProblemCode,
    /// Where.
    pub place: Place,
    /// A sentence without the full stop.
    pub message: String,
    /// What to write instead, as a sentence without the full stop.
    pub remedy: String,
}

/// Problems with the texts they are about.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The texts.
    pub sources: Vec<Source>,
    /// The problems, in the order in which they were found.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Whether there is an error among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|p| p.severity == Severity::Error)
    }
}

/// One line for each problem: `file:line:column: error[code]: message; remedy`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if let Some(source) = self.sources.get(problem.place.source) {
                let (line, column) = source.line_column(problem.place.span.start);
                write!(f, "{}:{line}:{column}: ", source.name)?;
            }
            let severity = match problem.severity {
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            write!(f, "{severity}[{}]: {}; {}", problem.code.as_str(), problem.message, problem.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// The word of a list that is nearest to what was written, if one is near.
#[must_use]
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = given.chars().count().clamp(3, 9) / 3;
    let scored = known.into_iter().map(|word| (edit_distance(given, word), word));
    scored.filter(|(d, _)| *d <= limit).min().map(|(_, word)| word)
}

/// How many letters must be put in, taken out or changed.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

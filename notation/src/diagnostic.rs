//! Errors and warnings: a kind, a place, a sentence, and a remedy.

use crate::Reading;
use betza_ir::Piece;
use betza_ir::sorted;
use std::fmt;
use std::ops::Range;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// It was read, but may not mean what its author thinks.
    Warning,
    /// It cannot be read.
    Error,
}

/// What is wrong. The code's text ([`Code::as_str`]) is stable: scripts may match on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Code {
    /// Nothing was written where a piece or a unit is needed.
    Empty,
    /// A character that the dialect does not know at this place.
    UnknownLetter,
    /// A construct that another dialect has.
    OtherDialect,
    /// Modifiers with no atom, bracket or group after them.
    DanglingModifier,
    /// An `h` that follows no direction letter.
    DanglingHalf,
    /// Modifiers that exclude or repeat each other.
    Conflict,
    /// A modifier that means nothing on what it stands before.
    Misplaced,
    /// A number that means nothing here, or is too large.
    BadRange,
    /// A parenthesis or bracket that is not closed, or closed without being opened.
    Unclosed,
    /// A joining operator with nothing on one side.
    DanglingOperator,
    /// Directions that leave no step.
    NoSteps,
    /// A leap that fits no board.
    TooFar,
    /// The notation would expand beyond a limit.
    TooLarge,
    /// Read, but other programs read it differently.
    ReadDifferently,
    /// Read, but it has no effect or can have no moves.
    NoEffect,
    /// The target dialect cannot express it (`translate`).
    CannotSay,
    /// It depends on the types of other pieces, which are not known here.
    NeedsKinds,
    /// What is wrong with a text other than a notation: a game's file, a position, a move. The text is that of the
    /// code.
    Other(&'static str),
}

impl Code {
    /// The stable text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Empty => "empty",
            Code::UnknownLetter => "unknown-letter",
            Code::OtherDialect => "other-dialect",
            Code::DanglingModifier => "dangling-modifier",
            Code::DanglingHalf => "dangling-half",
            Code::Conflict => "conflict",
            Code::Misplaced => "misplaced",
            Code::BadRange => "bad-range",
            Code::Unclosed => "unclosed",
            Code::DanglingOperator => "dangling-operator",
            Code::NoSteps => "no-steps",
            Code::TooFar => "too-far",
            Code::TooLarge => "too-large",
            Code::ReadDifferently => "read-differently",
            Code::NoEffect => "no-effect",
            Code::CannotSay => "cannot-say",
            Code::NeedsKinds => "needs-kinds",
            Code::Other(text) => text,
        }
    }
}

/// One error or warning about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What kind.
    pub code: Code,
    /// The bytes of the text that it is about; empty at the place where something is missing.
    pub span: Range<usize>,
    /// A sentence without the full stop.
    pub message: String,
    /// What to write instead, as a sentence without the full stop.
    pub remedy: String,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(code: Code, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, code, span, message: message.into(), remedy: remedy.into() }
    }

    /// A warning.
    #[must_use]
    pub fn warning(
        code: Code,
        span: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, remedy) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}[{}] at {}: {}; {}", self.code.as_str(), self.span.start, self.message, self.remedy)
    }
}

impl std::error::Error for Diagnostic {}

/// The diagnostics found while reading a text.
#[derive(Clone, Debug, Default)]
pub struct Findings(Vec<Diagnostic>);

impl Findings {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds an error.
    pub fn error(&mut self, code: Code, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.push(Diagnostic::error(code, span, message, remedy));
    }

    /// Adds a warning.
    pub fn warning(&mut self, code: Code, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.push(Diagnostic::warning(code, span, message, remedy));
    }

    /// Whether there is an error among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// The end of a reading: the piece with the warnings.
    ///
    /// # Errors
    /// Everything found, in the order of the text, if there is an error among it.
    pub fn finish(mut self, piece: Piece) -> Result<Reading, Vec<Diagnostic>> {
        sorted::sort_by_key(&mut self.0, |d| d.span.start);
        if self.has_errors() { Err(self.0) } else { Ok(Reading { piece, warnings: self.0 }) }
    }
}

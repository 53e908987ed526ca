//! Errors. Each has a code that is stable, a reason and a remedy, and its place where it is about a text.

use betza_game::fen::FenError;
use betza_game::setup::SetupError;
use betza_notation::{Code, Diagnostic, Severity};
use betza_variants::problem::{Problem, Report};
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// A diagnostic with a code of this crate.
pub(crate) fn diagnostic(
    code: &'static str,
    span: Range<usize>,
    message: impl Into<String>,
    remedy: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::Other(code), span, message, remedy)
}

/// A program whose `main` returns an error prints it with `Debug`, so that this is the text for people.
macro_rules! debug_as_text {
    ($name:ident) => {
        /// As it is displayed, for programs whose `main` returns it.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident $(($more:ty))?)*) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(Vec<Diagnostic>, $($more)?);

        impl $name {
            /// An error; if there are several, the first one that is not a warning gives the code.
            #[allow(dead_code, reason = "each error is made in one of the two ways")]
            pub(crate) fn of(diagnostics: Vec<Diagnostic>) -> $name {
                $name(diagnostics, $(<$more>::default())?)
            }

            /// An error about the bytes `span` of a text; `0..0` if it has no place there.
            #[allow(dead_code, reason = "each error is made in one of the two ways")]
            pub(crate) fn new(
                code: &'static str,
                span: Range<usize>,
                message: impl Into<String>,
                remedy: impl Into<String>,
            ) -> $name {
                $name::of(vec![diagnostic(code, span, message, remedy)])
            }

            fn first(&self) -> Option<&Diagnostic> {
                self.0.iter().find(|d| d.severity == Severity::Error)
            }

            /// What kind of error it is. The text is stable: programs may match on it.
            #[must_use]
            pub fn code(&self) -> &'static str {
                self.first().map_or("error", |d| d.code.as_str())
            }

            /// The bytes of the text that it is about; empty where something is missing, and `0..0` if it has no place.
            #[must_use]
            pub fn span(&self) -> Range<usize> {
                self.first().map_or(0..0, |d| d.span.clone())
            }

            /// All that is wrong, warnings included, in the order of the text.
            #[must_use]
            pub fn diagnostics(&self) -> &[Diagnostic] {
                &self.0
            }
        }

        /// A line for each diagnostic: its code, its place, the reason, the remedy.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                for (i, d) in self.0.iter().enumerate() {
                    if i > 0 {
                        writeln!(f)?;
                    }
                    write!(f, "{d}")?;
                }
                Ok(())
            }
        }

        debug_as_text!($name);

        impl Error for $name {}
    )* };
}

errors! {
    /// Why a game cannot be read.
    LoadError
    /// Why a text is no position of a game.
    PositionError
    /// Why a text is no legal move of a position.
    MoveTextError
    /// Why a text is no piece in its dialect, or a piece cannot be written in a dialect.
    NotationError
    /// Why pieces cannot be dealt to the covered pieces of a position ([`crate::Deal`]).
    DealError
    /// Why a piece cannot be asked about: a board outside the limits, no square of the board, two pieces on one square,
    /// a piece that only a game can answer for.
    SquareError(Option<String>)
}

impl SquareError {
    /// An error about a whole name that is no square of the board.
    pub(crate) fn of_name(name: &str, message: impl Into<String>, remedy: impl Into<String>) -> SquareError {
        SquareError(vec![diagnostic("square", 0..name.len(), message, remedy)], Some(name.to_owned()))
    }

    /// The name that is no square of the board, as it was given: [`SquareError::span`] points into it. `None` for
    /// errors about anything else, which have no place.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.1.as_deref()
    }
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq)]
pub struct IllegalMove {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl IllegalMove {
    /// What kind of error it is: `illegal-move`, or `null-in-check`. Programs may match on it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

debug_as_text!(IllegalMove);

impl Error for IllegalMove {}

/// Why a piece has no tables of the form that [`crate::Piece::compile`] gives.
#[derive(Clone, PartialEq, Eq)]
pub struct CompileError {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl CompileError {
    /// What kind of error it is. Programs may match on it: `board` and `stride` for what is outside the limits,
    /// `depends-on-more` for a piece whose moves depend on more than its square and the occupancy, `too-large` for a
    /// piece that exceeds a limit.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

debug_as_text!(CompileError);

impl Error for CompileError {}

/// What is wrong with the text of a position.
pub(crate) fn of_fen(e: FenError) -> Diagnostic {
    diagnostic(e.code.as_str(), e.span, e.message, e.remedy)
}

/// What contradicts itself in a position, with its place in the text.
pub(crate) fn of_setup(error: &SetupError, span: Range<usize>) -> Diagnostic {
    diagnostic(error.code(), span, error.message(), error.remedy())
}

/// What is wrong with a game's texts. A place in the text of a parent is said in the message and has no span.
pub(crate) fn of_report(report: &Report) -> Vec<Diagnostic> {
    report.problems.iter().map(|problem| of_problem(report, problem)).collect()
}

fn of_problem(report: &Report, problem: &Problem) -> Diagnostic {
    let (message, span) = match report.sources.get(problem.place.source) {
        Some(parent) if problem.place.source > 0 => {
            let (line, column) = parent.line_column(problem.place.span.start);
            (format!("{}:{line}:{column}: {}", parent.name, problem.message), 0..0)
        }
        _ => (problem.message.clone(), problem.place.span.clone()),
    };
    let code = Code::Other(problem.code.as_str());
    Diagnostic { severity: problem.severity, code, span, message, remedy: problem.remedy.clone() }
}

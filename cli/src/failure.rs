//! Why a command did not do what was asked, and the exit status that says so.

use crate::diagnostics;
use crate::signals;
use betza_game::fen::FenError;
use betza_notation::{Diagnostic, Severity};
use betza_variants::problem::Report;
use std::io;
use std::process::ExitCode;

/// Why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// A notation cannot be read.
    Notation {
        /// The notation.
        text: String,
        /// What is wrong with it, and what else was noticed.
        diagnostics: Vec<Diagnostic>,
    },
    /// A text is no position of the game.
    Fen {
        /// The text.
        text: String,
        /// Why.
        error: FenError,
    },
    /// A game's file cannot be read.
    Game(Report),
    /// A signal ended the work; the text says how far it came.
    Interrupted(String),
    /// Other input is wrong; the text says what and where.
    Input(String),
    /// The command line asks for something that does not exist.
    Usage(String),
    /// It has been reported already; only the exit status is left to say.
    Reported,
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Prints what is to be said to standard error and gives the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Notation { text, diagnostics } => {
                diagnostics::print(text, diagnostics);
                ExitCode::from(1)
            }
            Failure::Fen { text, error } => {
                diagnostics::print_fen(text, error);
                ExitCode::from(1)
            }
            Failure::Game(report) => {
                diagnostics::print_report(report);
                ExitCode::from(1)
            }
            Failure::Interrupted(message) => {
                say!("{message}");
                ExitCode::from(signals::status())
            }
            Failure::Input(message) => {
                say!("error: {message}");
                ExitCode::from(1)
            }
            Failure::Usage(message) => {
                say!("error: {message}\n\nFor more information, try '--help'.");
                ExitCode::from(2)
            }
            Failure::Reported => ExitCode::from(1),
            // Whoever read the output has read enough.
            Failure::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(e) => {
                say!("error: the output cannot be written: {e}");
                ExitCode::from(1)
            }
        }
    }

    /// The message on one line, and the byte of the notation that it is about (0 where it is about something else).
    pub fn in_short(&self) -> (String, usize) {
        match self {
            Failure::Notation { diagnostics, .. } => {
                let first = diagnostics.iter().find(|d| d.severity == Severity::Error);
                first.map_or_else(
                    || ("the notation cannot be read".to_owned(), 0),
                    |d| (diagnostics::with_remedy(d), d.span.start),
                )
            }
            Failure::Fen { error, .. } => (format!("{}; {}", error.message, error.remedy), error.span.start),
            Failure::Game(report) => (report.to_string(), 0),
            Failure::Input(message) | Failure::Usage(message) | Failure::Interrupted(message) => (message.clone(), 0),
            Failure::Reported => ("reported above".to_owned(), 0),
            Failure::Output(e) => (e.to_string(), 0),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Failure {
        Failure::Output(e)
    }
}

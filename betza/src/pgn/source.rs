//! Where the parts of games come from: a file in some format.

use super::events::{Event, Events};
use super::fault::{Fault, Place};
use crate::error::MoveTextError;
use crate::position::{Played, Position};
use crate::text::Style;
use betza_notation::Diagnostic;
use std::io::{self, BufRead};

/// The parts of the games of a file, one after the other.
pub trait Source {
    /// Goes to the next part; returns false at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn advance(&mut self) -> io::Result<bool>;

    /// The last part.
    fn event(&self) -> Event<'_>;

    /// Where it stands.
    fn place(&self) -> Place;

    /// What the text of a move plays. It must be legal, since it is played without another test; no null move is legal
    /// in check.
    ///
    /// # Errors
    /// Why it plays nothing. The place of the fault is not looked at.
    fn find_move(&self, position: &Position, text: &str) -> Result<Played, Fault>;
}

/// PGN, whose moves may be in any style.
impl<R: BufRead> Source for Events<R> {
    fn advance(&mut self) -> io::Result<bool> {
        self.advance()
    }

    fn event(&self) -> Event<'_> {
        self.event()
    }

    fn place(&self) -> Place {
        self.place()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Played, Fault> {
        match position.read_move(text) {
            Ok(m) => Ok(Played::Move(m)),
            Err(_) if matches!(text, "--" | "Z0") => {
                if position.is_check() {
                    let message = "the side to move is in check, which the null move would not end";
                    return Err(Fault::error(Place::default(), "null-in-check", message, "play a legal move"));
                }
                Ok(Played::Null)
            }
            Err(error) => Err(fault_of(&error)),
        }
    }
}

/// The legal move that a text in a file names, which is `plain` in a style of ours. The fault names the text of the
/// file.
pub(crate) fn played_as(position: &Position, text: &str, plain: &str, style: Style) -> Result<Played, Fault> {
    position.read_move_as(plain, style).map(Played::Move).map_err(|error| {
        let mut fault = fault_of(&error);
        if plain != text {
            fault.message = format!("'{text}': {}", fault.message);
        }
        fault
    })
}

/// The fault of a text that names no legal move. It has no place yet.
pub(crate) fn fault_of(error: &MoveTextError) -> Fault {
    error.diagnostics().first().map_or_else(
        || Fault::error(Place::default(), "illegal-move", error.to_string(), "play a legal move"),
        |d| of_diagnostic(d, Place::default()),
    )
}

/// A diagnostic as a fault.
pub(crate) fn of_diagnostic(d: &Diagnostic, place: Place) -> Fault {
    let (code, message, remedy) = (d.code.as_str(), d.message.clone(), d.remedy.clone());
    Fault { place, severity: d.severity, code, message, remedy }
}

//! What is wrong with a game of a file, and where.

use betza_notation::Severity;
use std::fmt;

/// A place in a file of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// A warning is about what could be read all the same.
    pub severity: Severity,
    /// What kind of fault it is. Programs may match on it.
    ///
    /// - Of the text: `tag`, `long-line`, `unclosed-comment`, `unclosed-variation`, `stray-brace`, `stray-parenthesis`,
    ///   `stray-variation`, `deep-variation`, `nag`, `no-result`.
    /// - Of what it says: `result-tag`, `wrong-result`, and the codes of [`crate::LoadError`],
    ///   [`crate::PositionError`], [`crate::MoveTextError`] and [`crate::IllegalMove`].
    /// - Of KIF and CSA also `fen`, of two boards also `no-board`, `wrong-side` and `no-match`.
    pub code: &'static str,
    /// The reason.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl Fault {
    pub(crate) fn error(
        place: Place,
        code: &'static str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Fault {
        Fault { place, severity: Severity::Error, code, message: message.into(), remedy: remedy.into() }
    }

    /// Returns its code ([`Fault::code`]), as the other errors of this crate do.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns whether the game is wrong, and not only odd.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl std::error::Error for Fault {}

/// `LINE:COLUMN: error[CODE]: game N: REASON; REMEDY`, on one line.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { game, line, column } = self.place;
        let kind = if self.is_error() { "error" } else { "warning" };
        write!(f, "{line}:{column}: {kind}[{}]: game {game}: {}; {}", self.code, self.message, self.remedy)
    }
}

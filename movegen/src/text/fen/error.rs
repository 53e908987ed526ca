//! What is wrong with a position's text.

use std::fmt;
use std::ops::Range;

/// The kind of an error. Its text ([`FenCode::as_str`]) is stable: scripts may match on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenCode {
    /// A field is missing.
    Missing,
    /// A field that nothing can be, or one field too many.
    UnknownField,
    /// A letter that is no piece of the game.
    UnknownPiece,
    /// A rank has too few or too many squares, or the board too few or too many ranks.
    BoardSize,
    /// Something on a square that the board does not have.
    OnHole,
    /// Pieces in hand in a game without hands, or too many of them.
    Hand,
    /// A right of the castling field that the board cannot grant.
    Castling,
    /// An en passant square that the board cannot grant.
    EnPassant,
    /// A number that is no number or too large.
    Counter,
}

impl FenCode {
    /// The stable text.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            FenCode::Missing => "fen-missing",
            FenCode::UnknownField => "fen-unknown-field",
            FenCode::UnknownPiece => "fen-unknown-piece",
            FenCode::BoardSize => "fen-board-size",
            FenCode::OnHole => "fen-on-hole",
            FenCode::Hand => "fen-hand",
            FenCode::Castling => "fen-castling",
            FenCode::EnPassant => "fen-en-passant",
            FenCode::Counter => "fen-counter",
        }
    }
}

/// Why a text is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What kind.
    pub code: FenCode,
    /// The bytes of the text that it is about; empty at the place where something is missing.
    pub span: Range<usize>,
    /// A sentence without the full stop.
    pub message: String,
    /// What to write instead, as a sentence without the full stop.
    pub remedy: String,
}

impl FenError {
    pub(super) fn new(
        code: FenCode,
        span: Range<usize>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> FenError {
        FenError { code, span, message: message.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}] at {}: {}; {}", self.code.as_str(), self.span.start, self.message, self.remedy)
    }
}

impl std::error::Error for FenError {}

//! Errors in the text of a position.

use crate::setup::SetupError;
use std::fmt;
use std::ops::Range;

/// The kind of an error. Its text ([`FenCode::as_str`]) is stable: scripts may match on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenCode {
    /// A field is missing.
    Missing,
    /// A field that is none of those that may follow, or one field too many.
    UnknownField,
    /// A letter that stands for no piece of the game.
    UnknownPiece,
    /// A rank has too few or too many squares, or the board too few or too many ranks.
    BoardSize,
    /// A piece on a square that the board does not have.
    OnHole,
    /// Pieces in hand in a game without hands, or too many of them.
    Hand,
    /// A right in the castling field for which the board has no king or no partner.
    Castling,
    /// An en-passant square that no piece can have passed.
    EnPassant,
    /// A number that cannot be read or is too large.
    Counter,
}

impl FenCode {
    /// Returns the stable text.
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

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The kind of the error.
    pub code: FenCode,
    /// The bytes of the text that the error is about; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong, as a sentence without the full stop.
    pub message: String,
    /// What to write instead, as a sentence without the full stop.
    pub remedy: String,
}

impl FenError {
    /// Returns an error of this kind about these bytes of the text.
    pub(crate) fn new(
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

impl SetupError {
    /// Returns the stable name of the error, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            SetupError::Castling { .. } => "fen-castling",
            SetupError::EnPassant { .. } => "fen-en-passant",
            SetupError::Held { .. } => "fen-hand",
            SetupError::Wall { .. } => "fen-wall",
            SetupError::Covered { .. } => "covered",
            SetupError::OpponentInCheck => "opponent-in-check",
            SetupError::RoyalMissing { .. } => "royal-missing",
            SetupError::TooManyRoyals { .. } => "too-many-royals",
            SetupError::Misplaced { .. } => "misplaced",
        }
    }
}

//! Why a game cannot be compiled.

use crate::units::{LARGE_KIND_LIMIT, SMALL_KIND_LIMIT};
use betza_compile::lower::LowerError;
use std::fmt;

/// Why a game cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// A rule that the generator does not know, in words.
    Unsupported(String),
    /// More piece types than the generator can tell apart: 127, and 1,020 on boards of more than 256 squares.
    TooManyKinds {
        /// How many the game has.
        given: usize,
    },
    /// The board has more squares than the generator has bits for them.
    Width {
        /// The board's squares.
        squares: usize,
        /// The most squares.
        limit: usize,
    },
    /// A piece cannot be lowered.
    Piece {
        /// Its name.
        name: String,
        /// Why.
        error: LowerError,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Unsupported(rule) => write!(f, "the generator has no rule for this: {rule}"),
            CompileError::TooManyKinds { given } => {
                write!(
                    f,
                    "the game has {given} kinds of pieces; the limit is {SMALL_KIND_LIMIT}, and {LARGE_KIND_LIMIT} on boards of more than 256 squares"
                )
            }
            CompileError::Width { squares, limit } => {
                write!(f, "the board has {squares} squares; games are played on up to {limit}")
            }
            CompileError::Piece { name, error } => write!(f, "{name}: {error}"),
        }
    }
}

impl std::error::Error for CompileError {}

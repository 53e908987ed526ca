//! Why tables cannot be made, or cannot answer.

/// Why a piece cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// The board has more squares than the bitboards hold.
    Board {
        /// The board's squares, holes included.
        given: usize,
        /// What the bitboards hold.
        limit: usize,
    },
    /// Something is more than it may be.
    Limit {
        /// What is counted.
        what: &'static str,
        /// How many there are, at least.
        given: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The piece has more ways to go than may be followed while it is compiled.
    Work {
        /// How many steps may be followed.
        limit: usize,
    },
}

impl std::fmt::Display for LowerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LowerError::Board { given, limit } => {
                write!(f, "tables are made for boards of up to {limit} squares, and this one has {given}")
            }
            LowerError::Limit { what, given, limit } => write!(f, "{given} {what} are more than the limit of {limit}"),
            LowerError::Work { limit } => {
                write!(
                    f,
                    "the moves have more than {limit} steps to follow on this board: write fewer legs and repetitions"
                )
            }
        }
    }
}

impl std::error::Error for LowerError {}

/// Why a chain has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainError {
    /// The piece captures as its victims do (`[ci]`), and [`View::kinds`](super::View::kinds) is `None`.
    NeedsKinds,
    /// The piece has more ways to go than may be followed.
    TooManyPaths {
        /// The limit, in instructions.
        limit: u32,
    },
}

impl std::fmt::Display for ChainError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ChainError::NeedsKinds => {
                f.write_str("this piece depends on the types of other pieces: ask it in a position of a game")
            }
            ChainError::TooManyPaths { limit } => {
                write!(f, "this piece has more than {limit} steps to try at once here: limit its repetitions")
            }
        }
    }
}

impl std::error::Error for ChainError {}

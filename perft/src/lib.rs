//! Counting the leaves of a game's tree: perft.
//!
//! [`run`] takes a game as data and a position as written down, compiles the game, and counts on as many threads as it
//! is given. Whoever counts more than once in a game keeps a [`session::Session`]. Around it: [`suite`] meets positions
//! with known counts, [`bisect`] finds where another program counts otherwise, [`frontier`] splits a long count into
//! parts, [`tally`] tells the kinds of moves apart. The library returns values and never prints.

#![forbid(unsafe_code)]

pub mod bisect;
pub mod count;
pub mod frontier;
pub mod pyffish;
pub mod session;
pub mod smaller;
pub mod suite;
pub mod tally;

use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_game::{fen, setup::SetupError};
use betza_movegen::AnyGame;
use betza_movegen::CompileError;
use betza_movegen::keys::DEFAULT_SEED;
use count::Progress;
use session::{Session, Watch};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// The deepest count, in plies: counting goes down by recursion, and a thread's stack has an end.
pub const DEEPEST: u32 = 255;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads; 0: one for each core.
    pub threads: usize,
    /// Mebibytes for counts already made; 0: none are kept.
    pub hash_mebibytes: usize,
    /// The seed of the position keys.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 0, hash_mebibytes: 0, seed: DEFAULT_SEED }
    }
}

impl Options {
    /// The same with other position keys: a count that two positions with equal keys have falsified comes out
    /// otherwise.
    #[must_use]
    pub fn with_other_keys(self) -> Options {
        Options { seed: self.seed.wrapping_add(1), ..self }
    }
}

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq)]
pub enum PerftError {
    /// The game cannot be compiled.
    Compile(CompileError),
    /// The position cannot be set up.
    Setup(SetupError),
    /// The game's own start position cannot be read.
    Start(fen::FenError),
    /// The memory for the table cannot be had.
    Memory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// The threads cannot be started.
    Threads(String),
    /// A position's text cannot be read.
    Text(fen::FenError),
    /// More positions at the ply of a split than can be kept.
    TooManyUnits {
        /// The most.
        limit: usize,
    },
    /// A number of ways to play is over 128 bits.
    Overflow,
    /// A piece had more ways to go at once than may be followed, or more ways to be taken back than are tried.
    TooManyPaths {
        /// The most instructions for one piece.
        limit: u32,
    },
    /// It was told to stop before the end.
    Stopped,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerftError::Compile(e) => e.fmt(f),
            PerftError::Setup(e) => e.fmt(f),
            PerftError::Start(e) => write!(f, "the game's start position: {e}"),
            PerftError::Memory { bytes } => {
                write!(f, "{bytes} bytes for the table cannot be had: use a smaller --hash")
            }
            PerftError::Text(e) => e.fmt(f),
            PerftError::TooManyUnits { limit } => {
                write!(f, "there are more than {limit} positions at this ply: split at an earlier one")
            }
            PerftError::Overflow => {
                f.write_str("there are more ways to play so many plies than 128 bits hold: count fewer plies")
            }
            PerftError::TooManyPaths { limit } => {
                write!(
                    f,
                    "a piece has more than {limit} steps to try at once (limit the repetitions in its notation), or too \
                     many pieces that capture nothing protected stand in each other's way"
                )
            }
            PerftError::Stopped => f.write_str("stopped before the end"),
            PerftError::Threads(e) => write!(f, "the threads cannot be started: {e}"),
        }
    }
}

impl std::error::Error for PerftError {}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All leaves.
    pub nodes: u128,
    /// The leaves below each root move, in order of the moves' texts.
    pub divide: Vec<(String, u128)>,
}

/// Compiles a game. Its start position is read to see where each kind of piece starts.
///
/// # Errors
/// [`PerftError::Compile`] or [`PerftError::Start`].
pub fn game(variant: &Variant, seed: u64) -> Result<AnyGame, PerftError> {
    let start = fen::read(variant, &variant.start).map_err(PerftError::Start)?;
    AnyGame::compile(variant, &start, seed).map_err(PerftError::Compile)
}

/// Counts the leaves `depth` plies below a position, and those below each root move.
///
/// # Errors
/// What cannot be compiled, set up or allocated; [`PerftError::Stopped`] once `stop` is set.
pub fn run(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    options: &Options,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Counts, PerftError> {
    Session::new(variant, options)?.divide(setup, depth, Watch { progress, stop })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

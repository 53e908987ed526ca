//! Counting the leaves of a game's tree: perft.
//!
//! [`run`] takes a game as data and a position as written down, compiles the game for the width of its board, and counts on as many threads
//! as it is given. The library returns values and never prints.

pub mod count;
pub mod table;

use betza_compile::geometry::Board;
use count::{Count, Progress};
use movegen::game::{CompileError, Game};
use movegen::keys::DEFAULT_SEED;
use movegen::rules::Variant;
use movegen::setup::Setup;
use movegen::{SetupError, fen};
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::AtomicBool;
use table::Table;

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

/// How many 64-bit words a set of a board's squares takes.
#[must_use]
pub fn words(board: &Board) -> usize {
    board.area().div_ceil(64)
}

/// Does the same for a game compiled for the width of its board.
#[macro_export]
macro_rules! for_width {
    ($board:expr, $N:ident => $body:expr) => {
        match $crate::words($board) {
            1 => {
                const $N: usize = 1;
                $body
            }
            2 => {
                const $N: usize = 2;
                $body
            }
            3 => {
                const $N: usize = 3;
                $body
            }
            _ => {
                const $N: usize = 4;
                $body
            }
        }
    };
}

/// Compiles a game for `64 * N` squares.
///
/// # Errors
/// [`PerftError::Compile`] or [`PerftError::Start`].
pub fn compile<const N: usize>(variant: &Variant, seed: u64) -> Result<Game<N>, PerftError> {
    let start = fen::read(variant, &variant.start).map_err(PerftError::Start)?;
    Game::compile(variant, &start, seed).map_err(PerftError::Compile)
}

/// Counts the leaves `depth` plies below a position, and those below each root move.
///
/// # Errors
/// What cannot be compiled, set up or allocated.
pub fn run(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    options: &Options,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Counts, PerftError> {
    for_width!(&variant.board, N => run_wide::<N>(variant, setup, depth, options, progress, stop))
}

fn run_wide<const N: usize>(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    options: &Options,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Counts, PerftError> {
    let game = compile::<N>(variant, options.seed)?;
    let position = game.position(setup).map_err(PerftError::Setup)?;
    let table = match options.hash_mebibytes {
        0 => None,
        n => Some(Table::new(n).map_err(|bytes| PerftError::Memory { bytes })?),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|e| PerftError::Threads(e.to_string()))?;
    let count = Count { game: &game, table: table.as_ref(), progress, stop };
    if depth == 0 {
        progress.advance(1.0);
        return Ok(Counts { nodes: 1, divide: Vec::new() });
    }
    let moves = game.legal_moves(&position);
    let share = 1.0 / moves.len().max(1) as f64;
    let mut divide: Vec<(String, u128)> = pool.install(|| {
        moves
            .par_iter()
            .with_max_len(1)
            .map(|&m| {
                let mut child = position.clone();
                game.make(&mut child, m);
                (game.move_text(&position, m), count.parallel(&child, depth - 1, share))
            })
            .collect()
    });
    divide.sort();
    Ok(Counts { nodes: divide.iter().map(|d| d.1).sum(), divide })
}

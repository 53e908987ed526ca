//! Why a run cannot be made, gone on with, or summed up.

use betza_perft::PerftError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run cannot be made, gone on with, or summed up.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// A file or folder cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A run is to be made where something is already.
    Exists {
        /// The folder.
        path: PathBuf,
    },
    /// The folder is no run.
    NoRun {
        /// The folder.
        path: PathBuf,
    },
    /// A file is not what it was when the run was made.
    Changed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The run was made by a program with other games or another format.
    Program {
        /// What differs.
        reason: String,
    },
    /// A game that could not be read back from the run's folder.
    Unkept {
        /// Why.
        reason: String,
    },
    /// A unit number that the run does not have.
    Range {
        /// The first and the last that were asked for.
        asked: (usize, usize),
        /// How many units there are.
        units: usize,
    },
    /// A split below the leaves.
    Ply {
        /// The ply.
        at: u32,
        /// The depth.
        depth: u32,
    },
    /// A result of another run.
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A result that is cut off or changed.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that is no result and has not the name of a unit's.
    Stray {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Units without a result.
    Missing {
        /// Their numbers, the first few.
        first: Vec<usize>,
        /// How many there are.
        count: usize,
        /// How many the run has.
        units: usize,
    },
    /// Two results for a unit that are not the same.
    Disagree {
        /// The unit.
        unit: usize,
        /// The files and their counts.
        results: [(PathBuf, u128); 2],
    },
    /// A unit counted again has another count.
    Unverified {
        /// The unit.
        unit: usize,
        /// The result's count.
        kept: u128,
        /// The new one.
        again: u128,
    },
    /// The occurrences of the units do not add up.
    Sum {
        /// The sum of occurrences.
        found: u128,
        /// The number of ways to play so many plies.
        expected: u128,
    },
    /// The total is over 128 bits.
    Overflow,
    /// What was not counted.
    Perft(PerftError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            RunError::Exists { path } => {
                write!(f, "{}: there is something already; name a folder that does not exist", path.display())
            }
            RunError::NoRun { path } => {
                write!(f, "{}: there is no manifest.json; make a run with 'betza split'", path.display())
            }
            RunError::Changed { path, reason } => {
                write!(f, "{}: {reason}; put back the file that 'betza split' wrote", path.display())
            }
            RunError::Program { reason } => write!(f, "{reason}; use the program that made the run"),
            RunError::Unkept { reason } => write!(
                f,
                "a run's folder cannot keep the game: {reason}; write it as a game file with 'betza translate-game', and split that"
            ),
            RunError::Range { asked: (first, last), units: 0 } => {
                write!(f, "there are no units {first}-{last}: the run has none, as the game is over before its split")
            }
            RunError::Range { asked: (first, last), units } => {
                write!(f, "there are no units {first}-{last}: the run has units 1-{units}")
            }
            RunError::Ply { at, depth } => {
                write!(f, "a count of {depth} plies cannot be split at ply {at}: take one from 0 to {depth}")
            }
            RunError::Foreign { path } => {
                write!(f, "{}: this is a result of another run; take it away", path.display())
            }
            RunError::Damaged { path, reason } => {
                write!(
                    f,
                    "{}: {reason}; run 'betza work' again: it sets the file aside and counts the unit anew",
                    path.display()
                )
            }
            RunError::Stray { path, reason } => {
                write!(f, "{}: {reason}; take the file away: no unit needs one of this name", path.display())
            }
            RunError::Missing { first, count, units } => {
                let list: Vec<String> = first.iter().map(usize::to_string).collect();
                let more = if *count > first.len() { ", ..." } else { "" };
                let list = list.join(", ");
                write!(
                    f,
                    "{count} of {units} units have no result: {list}{more}; run 'betza work' until there are none"
                )
            }
            RunError::Disagree { unit, results: [(a, x), (b, y)] } => {
                let (a, b) = (a.display(), b.display());
                write!(
                    f,
                    "two results for unit {unit} disagree: {x} in {a}, {y} in {b}; take both away and count the unit again"
                )
            }
            RunError::Unverified { unit, kept, again } => write!(
                f,
                "unit {unit} was counted again with other position keys and without a table: {again}, but its result is {kept}; \
                 count the run again without --hash"
            ),
            RunError::Sum { found, expected } => {
                write!(f, "the units stand for {found} ways to reach the ply of the split, but there are {expected}")
            }
            RunError::Overflow => f.write_str("the total is over 128 bits"),
            RunError::Perft(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<PerftError> for RunError {
    fn from(e: PerftError) -> RunError {
        RunError::Perft(e)
    }
}

//! What reading a text costs: processor time, and the most memory at once.

use betza_compile::single::lowered::LoweredPiece;
use betza_game::fen;
use betza_ir::geometry::{Board, Side};
use betza_notation::{Dialect, read};
use betza_variants::{check_ini, find, read_toml};
use std::time::{Duration, Instant};

/// What reads a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A notation, which is compiled for both sides of 16x16 squares, too.
    Notation(Dialect),
    /// A game file.
    Toml,
    /// All games of a `variants.ini`.
    Ini,
    /// A position of a built-in game.
    Fen(&'static str),
}

impl Reader {
    /// Reads a text.
    ///
    /// # Errors
    /// The sentence that says why it was refused.
    ///
    /// # Panics
    /// If there is no built-in game of the name.
    pub fn read(self, text: &str) -> Result<(), String> {
        match self {
            Reader::Notation(dialect) => notation(dialect, text),
            Reader::Toml => read_toml("hostile.toml", text).map(drop).map_err(|report| report.to_string()),
            Reader::Ini => {
                let report = check_ini("hostile.ini", text);
                if report.has_errors() { Err(report.to_string()) } else { Ok(()) }
            }
            Reader::Fen(game) => {
                let variant = find(game).expect("a built-in game").variant;
                fen::read(&variant, text).map(drop).map_err(|e| e.message)
            }
        }
    }
}

fn notation(dialect: Dialect, text: &str) -> Result<(), String> {
    let piece = read(text, dialect).map_err(|found| found.first().map_or(String::new(), |d| d.message.clone()))?.piece;
    let board = Board::new(16, 16).expect("the largest board");
    for side in Side::BOTH {
        LoweredPiece::new(&board, &piece, side).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Does something and returns the processor time of this thread that it took; where the system (not Linux) does not say
/// it, the time by the clock.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (started, before) = (Instant::now(), processor_time());
    let done = work();
    let by_clock = started.elapsed();
    let time = before.zip(processor_time()).map_or(by_clock, |(before, after)| after.saturating_sub(before));
    (done, time)
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// The most memory that this process has had at once, in bytes; `None` where the system (not Linux) does not say it.
#[must_use]
pub fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

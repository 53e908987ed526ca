//! The command line, and the groups of options that several subcommands share.

use crate::commands::Command;
use betza_ir::geometry::Board;
use betza_notation::Dialect;
use clap::{Parser, ValueEnum};

/// What pieces of chess variants may do, from their notations.
#[derive(Debug, Parser)]
#[command(name = "betza", version, propagate_version = true)]
#[command(after_help = "Exit status: 0 done; 1 the input is wrong (bad notation, bad square); 2 wrong usage.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// How many threads do the work.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
}

impl Threads {
    /// Their number.
    pub fn number(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |n| n as usize)
    }
}

/// How long work is done, and how it is told.
#[derive(Debug, clap::Args)]
pub struct WorkArgs {
    #[command(flatten)]
    threads: Threads,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress bar
    #[arg(long)]
    pub no_progress: bool,
}

impl WorkArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.number()
    }
}

/// A board as a command line value.
///
/// # Errors
/// What is wrong with it, in words.
pub fn board(text: &str) -> Result<Board, String> {
    Board::parse(text).map_err(|e| e.to_string())
}

/// [`Dialect`] as a command line value.
#[derive(Clone, Copy, Debug)]
pub struct DialectArg(pub Dialect);

impl ValueEnum for DialectArg {
    fn value_variants<'a>() -> &'a [DialectArg] {
        const ALL: [DialectArg; Dialect::ALL.len()] = {
            let mut all = [DialectArg(Dialect::Betza); Dialect::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = DialectArg(Dialect::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.id()))
    }
}

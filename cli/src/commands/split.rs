//! `betza split`: makes a long count a folder of units.

use crate::args::Threads;
use crate::commands::perft::Moves;
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::progress::Bar;
use crate::signals;
use betza_perft::session::{Session, Watch};
use betza_perft::{DEEPEST, Options};
use betza_runs::split::{Plan, split};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
The folder holds the game's whole definition, the root, the depth and the units: the positions at the ply of the split, each once, with the
number of ways to reach it, those with most work first. `betza work` counts them, `betza merge` sums them up."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=DEEPEST.into()))]
    depth: u32,
    /// The ply of the units
    #[arg(long, value_name = "PLY")]
    at: u32,
    /// What counts as one move
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    count: Moves,
    /// The folder, which must not exist yet
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    threads: Threads,
    /// No progress bar
    #[arg(long)]
    no_progress: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let mut loaded = args.game.load()?;
    loaded.variant.counting = args.count.into();
    let threads = args.threads.number();
    let session = Session::new(&loaded.variant, &Options { threads, ..Options::default() })?;
    let stop = signals::stop_flag()?;
    let bar = Bar::new(args.no_progress);
    let plan =
        Plan { variant: &loaded.variant, report: &loaded.report, root: &loaded.setup, depth: args.depth, at: args.at };
    let folder = split(&args.output, plan, &session, Watch { progress: &bar, stop: &stop });
    bar.finish();
    let folder = folder?;
    let (units, occurrences) = (folder.units.len(), folder.occurrences);
    Ok(writeln!(std::io::stdout(), "Units: {units}\nOccurrences: {occurrences}\nRun: {}", folder.id)?)
}

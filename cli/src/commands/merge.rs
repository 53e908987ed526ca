//! `betza merge`: the total of a run.

use crate::args::Threads;
use crate::failure::Failure;
use crate::progress::Bar;
use crate::signals;
use betza_perft::Options;
use betza_perft::session::{Session, Watch};
use betza_runs::folder::Folder;
use betza_runs::merge;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The last line of standard output is `Nodes searched: COUNT`. A unit without a result, a result that is cut off or of another run, and two
results for a unit that disagree are errors. Results of several copies of a folder may be put together before: copy the files of their
results/ into one.")]
pub struct Args {
    /// The run's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Count so many percent of the units again, with other position keys, and compare
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    verify: Option<f64>,
    #[command(flatten)]
    threads: Threads,
    /// No progress bar
    #[arg(long)]
    no_progress: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok().filter(|p| *p > 0.0 && *p <= 100.0);
    number.ok_or_else(|| "write a number over 0 and up to 100".to_owned())
}

pub fn run(args: Args) -> Result<(), Failure> {
    let folder = Folder::open(&args.folder)?;
    let total = merge::merge(&folder)?;
    if total.twice > 0 {
        say!(
            "Counted twice: {} of {} units, with other position keys and the same results",
            total.twice,
            folder.units.len()
        );
    }
    if let Some(percent) = args.verify {
        let stop = signals::stop_flag()?;
        let bar = Bar::new(args.no_progress);
        let options = Options { threads: args.threads.number(), ..Options::default() };
        let session = Session::new(&folder.variant, &options.with_other_keys())?;
        let verified = merge::verify(&folder, percent, &session, Watch { progress: &bar, stop: &stop });
        bar.finish();
        say!("Verified: {} of {} units", verified?, folder.units.len());
    }
    Ok(writeln!(std::io::stdout(), "Nodes searched: {}", total.nodes)?)
}

/// What is said of a run that cannot go on.
impl From<betza_runs::RunError> for Failure {
    fn from(error: betza_runs::RunError) -> Failure {
        match error {
            betza_runs::RunError::Perft(e) => e.into(),
            error => Failure::Input(error.to_string()),
        }
    }
}

//! `betza work`: counts units of a run.

use crate::commands::perft::{Machine, per_second};
use crate::failure::Failure;
use crate::progress::Bar;
use crate::signals;
use betza_perft::PerftError;
use betza_perft::count::{GRAIN, Progress};
use betza_perft::session::{Session, Watch};
use betza_runs::RunError;
use betza_runs::folder::Folder;
use betza_runs::results::Pass;
use betza_runs::work::{Observer, work};
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Any number of these may work in one folder, on one machine or on several that share it: units that have a result and units that another one
is counting are passed over. It may be stopped at any moment, SIGKILL and power failure included, and started again: a result is there in
full or not at all. Interrupted (SIGINT, SIGTERM), it ends with status 128 and the signal's number.")]
pub struct Args {
    /// The run's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only these units, from 1 (default: all)
    #[arg(long, value_name = "A-B")]
    units: Option<Range>,
    #[command(flatten)]
    machine: Machine,
    /// Count units a second time, with other position keys, into results of their own; `merge` compares. Give it
    /// another --hash, too
    #[arg(long)]
    again: bool,
    /// Stop, as if by SIGTERM, when standard input ends: whoever started this and holds the other end has died
    #[arg(long)]
    until_eof: bool,
    /// No progress bar
    #[arg(long)]
    no_progress: bool,
}

/// `3-17`, or one number.
#[derive(Clone, Copy, Debug)]
struct Range(usize, usize);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |t: &str| {
            t.parse().map_err(|_| format!("'{text}' is no range of units: write the first and the last, as in 1-100"))
        };
        Ok(Range(number(first)?, number(last)?))
    }
}

/// Tells the bar of units, and the user of files put aside.
struct Tell<'a> {
    bar: &'a Bar,
    share: f64,
    counted: usize,
}

impl Observer for Tell<'_> {
    fn done(&mut self, _: usize, counted: bool) {
        self.counted += usize::from(counted);
        self.bar.advance(self.share);
    }

    fn set_aside(&mut self, path: PathBuf, reason: &RunError) {
        self.bar.say(&format!("warning: {reason}\n         it was set aside as {}", path.display()));
    }
}

pub fn run(args: Args) -> Result<(), Failure> {
    let folder = Folder::open(&args.folder)?;
    let (pass, options) = match (args.again, args.machine.options()) {
        (false, options) => (Pass::First, options),
        (true, options) => (Pass::Again, options.with_other_keys()),
    };
    let session = Session::new(&folder.variant, &options)?;
    let stop = signals::stop_flag()?;
    if args.until_eof {
        signals::stop_at_end_of_input(&stop);
    }
    let bar = Bar::new(args.no_progress);
    let range = args.units.map_or((1, folder.units.len()), |r| (r.0, r.1));
    let share = 1.0 / (range.1.saturating_sub(range.0) + 1) as f64;
    let start = Instant::now();
    let mut tell = Tell { bar: &bar, share, counted: 0 };
    let done = work(&folder, range, pass, &session, Watch { progress: &(), stop: &stop }, &mut tell);
    let (time, counted) = (start.elapsed(), tell.counted);
    bar.finish();
    let summary = match done {
        Err(RunError::Perft(PerftError::Stopped)) => {
            return Err(Failure::Interrupted(format!(
                "interrupted: {counted} units were counted and stay; run the same command to go on"
            )));
        }
        done => done?,
    };
    say!("Time: {:.3} s, {} nodes/s", time.as_secs_f64(), per_second(summary.nodes, time));
    if args.machine.has_table() && summary.nodes > 0 {
        // Leaves that were known in a unit stopped halfway are in the one sum and not in the other: hence at most all.
        let share = (session.known_leaves() as f64 / summary.nodes as f64).min(1.0);
        say!(
            "Table: {:.1}% of the leaves were known, below positions {} plies and more above them",
            share * 100.0,
            GRAIN + 1
        );
    }
    Ok(writeln!(
        std::io::stdout(),
        "Units: {} counted, {} had results, {} claimed by others",
        summary.counted,
        summary.had_results,
        summary.claimed_by_others
    )?)
}

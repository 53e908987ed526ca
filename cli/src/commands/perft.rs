//! `betza perft`: counts the leaves of a game's tree.

use crate::args::Threads;
use crate::failure::Failure;
use crate::game::{GameArgs, Loaded};
use crate::json;
use crate::progress::Bar;
use crate::signals;
use betza_game::variant::Counting;
use betza_perft::session::{Session, Watch};
use betza_perft::tally::Tally;
use betza_perft::{Counts, DEEPEST, Options};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
The last line of standard output is `Nodes searched: COUNT`; with --divide a line `MOVE: COUNT` for each root move and an empty line come
before it. Time and nodes a second go to standard error, and so does a progress bar where that is a terminal.

Interrupted (SIGINT, SIGTERM), it prints no count and ends with status 128 and the signal's number: 130, 143."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=DEEPEST.into()))]
    depth: u32,
    /// Print the count below each move at the root
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    machine: Machine,
    /// What counts as one move
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    count: Moves,
    /// Tell the moves to the leaves apart by kind: captures, promotions, checks, ...
    #[arg(long, conflicts_with_all = ["divide", "verify"])]
    stats: bool,
    /// Count again with other position keys and compare
    #[arg(long)]
    verify: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress bar
    #[arg(long)]
    no_progress: bool,
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub enum Moves {
    /// What differs in destination, effects or promotion
    #[default]
    Distinct,
    /// Sequences of the squares where legs end, with their effects
    Paths,
}

impl From<Moves> for Counting {
    fn from(counts: Moves) -> Counting {
        match counts {
            Moves::Distinct => Counting::Distinct,
            Moves::Paths => Counting::Paths,
        }
    }
}

/// What of the machine a count may use.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Machine {
    #[command(flatten)]
    threads: Threads,
    /// Mebibytes for counts already made, shared by all threads (default: none are kept)
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
}

impl Machine {
    /// How many threads that is.
    pub fn threads(&self) -> usize {
        self.threads.number()
    }

    /// Whether counts already made are kept.
    pub fn has_table(&self) -> bool {
        self.hash > 0
    }

    /// The library's options.
    pub fn options(&self) -> Options {
        Options { threads: self.threads(), hash_mebibytes: self.hash, ..Options::default() }
    }
}

/// The answer of `betza perft --json`.
#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    nodes: String,
    seconds: f64,
    nps: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
}

#[derive(Serialize)]
struct Part<'a> {
    r#move: &'a str,
    nodes: String,
}

/// Numbers of moves by kind.
#[derive(Serialize)]
struct Stats {
    captures: String,
    en_passant: String,
    side_captures: String,
    castlings: String,
    promotions: String,
    drops: String,
    checks: String,
    mates: String,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let mut loaded = args.game.load()?;
    loaded.variant.counting = args.count.into();
    let mut options = args.machine.options();
    if args.stats && options.hash_mebibytes > 0 {
        say!("note: --stats looks at each leaf: it counts without the table that --hash asks for");
        options.hash_mebibytes = 0;
    }
    let stop = signals::stop_flag()?;
    let bar = Bar::new(args.no_progress);
    let watch = Watch { progress: &bar, stop: &stop };
    let session = Session::new(&loaded.variant, &options)?;
    for found in session.game().contradictions(&loaded.setup) {
        say!("Warning: no game can come to this position, as {}; {}", found.message(), found.remedy());
    }
    let start = Instant::now();
    let result = if args.stats {
        session.tally(&loaded.setup, args.depth, watch).map(|t| (t.nodes, Found::Tally(t)))
    } else {
        session.divide(&loaded.setup, args.depth, watch).map(|c| (c.nodes, Found::Divide(c)))
    };
    let time = start.elapsed();
    bar.finish();
    let (nodes, found) = result?;
    let report = Report { loaded: &loaded, depth: args.depth, nodes, time, threads: options.threads };
    let text = if args.json { report.as_json(&found)? } else { report.in_words(&found, args.divide) };
    let rate = report.rate();
    say!("Time: {:.3} s, {rate} nodes/s, {} threads", time.as_secs_f64(), options.threads);
    // What was counted is told whatever comes of the second count, which has the memory of the first one's table.
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    drop(session);
    if args.verify { verify(&args, &loaded, &options, nodes, &stop) } else { Ok(()) }
}

/// Counts again with other position keys.
fn verify(args: &Args, loaded: &Loaded, options: &Options, nodes: u128, stop: &AtomicBool) -> Result<(), Failure> {
    let session = Session::new(&loaded.variant, &options.with_other_keys())?;
    let bar = Bar::new(args.no_progress);
    let again = session.count(&loaded.setup, args.depth, Watch { progress: &bar, stop });
    bar.finish();
    let again = again?;
    if again != nodes {
        return Err(Failure::Input(format!(
            "{nodes} nodes with one set of position keys, {again} with another: two positions have the same key, or there is a bug; \
             count with --hash 0"
        )));
    }
    say!("Verified: the same count with other position keys");
    Ok(())
}

/// What was counted.
enum Found {
    Divide(Counts),
    Tally(Tally),
}

/// A count and its circumstances.
struct Report<'a> {
    loaded: &'a Loaded,
    depth: u32,
    nodes: u128,
    time: Duration,
    threads: usize,
}

impl Report<'_> {
    fn rate(&self) -> u64 {
        per_second(self.nodes, self.time)
    }

    fn in_words(&self, found: &Found, divide: bool) -> String {
        let mut text = String::new();
        match found {
            Found::Divide(counts) if divide => {
                counts.divide.iter().for_each(|(m, nodes)| text.push_str(&format!("{m}: {nodes}\n")));
                text.push('\n');
            }
            Found::Divide(_) => {}
            Found::Tally(t) => {
                let lines = [
                    ("Captures", t.captures),
                    ("En passant", t.en_passant),
                    ("Side captures", t.side_captures),
                    ("Castlings", t.castlings),
                    ("Promotions", t.promotions),
                    ("Drops", t.drops),
                    ("Checks", t.checks),
                    ("Mates", t.mates),
                ];
                lines.iter().for_each(|(name, n)| text.push_str(&format!("{name}: {n}\n")));
                text.push('\n');
            }
        }
        text.push_str(&format!("Nodes searched: {}\n", self.nodes));
        text
    }

    fn as_json(&self, found: &Found) -> Result<String, Failure> {
        let (divide, stats) = match found {
            Found::Divide(counts) => (Some(&counts.divide), None),
            Found::Tally(t) => (None, Some(t)),
        };
        let answer = Answer {
            variant: &self.loaded.variant.name,
            fen: self.loaded.fen(),
            depth: self.depth,
            nodes: self.nodes.to_string(),
            seconds: self.time.as_secs_f64(),
            nps: self.rate(),
            threads: self.threads,
            divide: divide.map(|d| d.iter().map(|(m, n)| Part { r#move: m, nodes: n.to_string() }).collect()),
            stats: stats.map(|t| Stats {
                captures: t.captures.to_string(),
                en_passant: t.en_passant.to_string(),
                side_captures: t.side_captures.to_string(),
                castlings: t.castlings.to_string(),
                promotions: t.promotions.to_string(),
                drops: t.drops.to_string(),
                checks: t.checks.to_string(),
                mates: t.mates.to_string(),
            }),
        };
        Ok(json::line(&answer)? + "\n")
    }
}

/// Nodes a second.
pub fn per_second(nodes: u128, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

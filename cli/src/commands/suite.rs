//! `betza suite`: files of positions with known counts.

mod against;
mod confirm;
mod missing;

use crate::args::WorkArgs;
use crate::commands::perft::per_second;
use crate::engine::EngineArgs;
use crate::failure::Failure;
use crate::json;
use crate::progress::Bar;
use crate::shell::quoted;
use crate::signals;
use betza_game::variant::{Counting, Variant};
use betza_perft::Options;
use betza_perft::suite::{self, Case, Format, Verdict};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE.epd has a position a line, `FEN ;D1 20 ;D2 400`, with `;variant NAME` before the counts if need be; FILE.perft has lines `epd FEN` and `perft 1 20`; FILE.tsv names its columns in the
first line: variant, fen, depth, nodes, and if there are such format (fen or sfen) and count (distinct or paths; else what the game's
published counts take for one move). Blank lines and lines that begin with # are skipped.

The game of .epd and .perft files is --variant; without it, the game that the file is named after if that is built in, else chess.

The exit status is 1 if a count differs, or if a line cannot be counted because its game is not built in, a rule of it is missing or
its position cannot be read; --known-only leaves those lines out and says how many there were.

--against lets another program count instead, as betza bisect --help describes it: ENGINE answers `go perft N` or, if its command has {fen}
in it, is started for each line. Games that it does not know cannot be counted.

--missing counts nothing. It lists what files of the ledger lack (docs/ledger.md): built-in games without rows, starts and positions whose
counts could go deeper, and rows that no other way of counting confirms; the exit status is 1 if something is missing.")]
pub struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game of files that name none
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Leave out counts of more nodes
    #[arg(long, value_name = "N")]
    max_nodes: Option<u128>,
    /// Leave out counts of more plies
    #[arg(long, value_name = "N")]
    max_depth: Option<u32>,
    /// Let another program count
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Add these words to the column `confirmed` of the lines of .tsv files that are met
    #[arg(long, value_name = "WORDS", conflicts_with = "missing")]
    confirm: Option<String>,
    /// List what a ledger lacks by its rule
    #[arg(long, conflicts_with_all = ["against", "variant", "max_nodes", "max_depth", "known_only", "threads", "json"])]
    missing: bool,
    /// Leave out lines that cannot be counted
    #[arg(long)]
    known_only: bool,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// The answer of `betza suite --json`.
#[derive(Serialize)]
struct Answer {
    passed: usize,
    failed: usize,
    impossible: usize,
    beyond_limits: usize,
    nodes: String,
    seconds: f64,
    failures: Vec<Failing>,
}

/// A line that failed.
#[derive(Serialize)]
struct Failing {
    file: String,
    line: usize,
    variant: String,
    fen: String,
    depth: u32,
    expected: String,
    /// What was counted; `None` if nothing could be, for `reason`.
    nodes: Option<String>,
    reason: Option<String>,
    command: String,
}

/// One file's cases within the limits.
struct File {
    name: String,
    cases: Vec<Case>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    args.engine.check().map_err(Failure::Usage)?;
    if args.missing {
        return missing::run(&args);
    }
    let mut files = Vec::new();
    let mut beyond_limits = 0;
    for path in &args.files {
        let mut file = read(path, args.variant.as_deref())?;
        let all = file.cases.len();
        file.cases
            .retain(|c| args.max_nodes.is_none_or(|n| c.nodes <= n) && args.max_depth.is_none_or(|d| c.depth <= d));
        beyond_limits += all - file.cases.len();
        files.push(file);
    }
    if args.confirm.is_some() {
        confirm::check(&files)?;
    }
    let stop = signals::stop_flag()?;
    let bar = Bar::new(args.work.no_progress);
    let options = Options { threads: args.work.threads(), ..Options::default() };
    let cases: Vec<Case> = files.iter().flat_map(|f| f.cases.iter().cloned()).collect();
    let start = Instant::now();
    let verdicts = match &args.against {
        Some(command) => against::run(&cases, command, &args.engine, &bar, &stop)?,
        None => suite::run(&cases, game, &options, &bar, &stop)?,
    };
    let time = start.elapsed();
    bar.finish();
    let names = files.iter().flat_map(|f| f.cases.iter().map(|_| f.name.as_str()));
    if let Some(words) = &args.confirm {
        confirm::write(&files, &verdicts, words)?;
    }
    let answer = judge(names.zip(&cases).zip(&verdicts), beyond_limits, args.known_only, time);
    let text = if args.work.json { json::line(&answer)? + "\n" } else { in_words(&answer) };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    if answer.failures.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

fn game(label: Option<&str>) -> Result<Variant, String> {
    betza_variants::find(label.unwrap_or("chess")).map(|l| l.variant).map_err(|e| e.to_string())
}

fn read(path: &Path, variant: Option<&str>) -> Result<File, Failure> {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    let format = Format::of_extension(extension)
        .ok_or_else(|| Failure::Usage(format!("{name}: the name of a suite ends with .epd, .perft or .tsv")))?;
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    let mut cases = suite::read(format, &text).map_err(|e| Failure::Input(format!("{name}:{e}")))?;
    let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let label = variant.unwrap_or(if betza_variants::find(stem).is_ok() { stem } else { "chess" });
    cases.iter_mut().for_each(|c| {
        c.game.get_or_insert_with(|| label.to_owned());
    });
    Ok(File { name, cases })
}

fn judge<'a>(
    rows: impl Iterator<Item = ((&'a str, &'a Case), &'a Verdict)>,
    beyond_limits: usize,
    known_only: bool,
    time: Duration,
) -> Answer {
    let mut answer = Answer {
        passed: 0,
        failed: 0,
        impossible: 0,
        beyond_limits,
        nodes: String::new(),
        seconds: time.as_secs_f64(),
        failures: Vec::new(),
    };
    let mut nodes = 0;
    for ((file, case), verdict) in rows {
        let (found, reason) = match verdict {
            Verdict::Met => {
                answer.passed += 1;
                nodes += case.nodes;
                continue;
            }
            Verdict::Differs { found } => {
                answer.failed += 1;
                nodes += found;
                (Some(found.to_string()), None)
            }
            Verdict::Impossible(reason) => {
                answer.impossible += 1;
                if known_only {
                    continue;
                }
                (None, Some(reason.clone()))
            }
        };
        answer.failures.push(Failing {
            file: file.to_owned(),
            line: case.line,
            variant: case.game.clone().unwrap_or_default(),
            fen: case.fen.clone(),
            depth: case.depth,
            expected: case.nodes.to_string(),
            nodes: found,
            reason,
            command: command(case),
        });
    }
    answer.nodes = nodes.to_string();
    answer
}

/// What counts one case again.
fn command(case: &Case) -> String {
    let game = quoted(case.game.as_deref().unwrap_or("chess"));
    let fen = if case.fen.is_empty() { String::new() } else { format!(" --fen {}", quoted(&case.fen)) };
    let counting =
        case.counting.or_else(|| betza_variants::find(case.game.as_deref()?).ok().map(|l| l.variant.counting));
    let count = if counting == Some(Counting::Paths) { " --count paths" } else { "" };
    format!("betza perft {game} {}{fen}{count} --divide", case.depth)
}

fn in_words(answer: &Answer) -> String {
    let mut text = String::new();
    let differing = answer.failures.iter().find(|f| f.nodes.is_some());
    if let Some(f) = differing {
        let nodes = f.nodes.as_deref().unwrap_or_default();
        text.push_str(&format!("The first count that differs: {}:{}\n", f.file, f.line));
        text.push_str(&format!("  {} {} at depth {}\n", f.variant, f.fen, f.depth));
        text.push_str(&format!("  expected {}\n  counted  {nodes}\n", f.expected));
        text.push_str(&format!("  again:   {}\n\n", f.command));
    }
    let rest: Vec<&Failing> =
        answer.failures.iter().filter(|f| differing.is_none_or(|d| !std::ptr::eq(*f, d))).collect();
    for f in rest {
        let what = match (&f.nodes, &f.reason) {
            (Some(nodes), _) => format!("expected {}, counted {nodes}", f.expected),
            (None, reason) => reason.clone().unwrap_or_default(),
        };
        text.push_str(&format!("{}:{}: {} {} at depth {}: {what}\n", f.file, f.line, f.variant, f.fen, f.depth));
    }
    let seconds = answer.seconds;
    let nodes: u128 = answer.nodes.parse().unwrap_or(0);
    let rate = per_second(nodes, Duration::from_secs_f64(seconds));
    text.push_str(&format!(
        "{} passed, {} failed, {} not countable, {} beyond the limits; {nodes} nodes in {seconds:.2} s ({rate} nodes/s)\n",
        answer.passed, answer.failed, answer.impossible, answer.beyond_limits
    ));
    text
}

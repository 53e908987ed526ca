//! `betza bench`: nodes a second, as people report them.

mod earlier;

use crate::args::Threads;
use crate::engine::{Engine, EngineArgs, EngineError};
use crate::failure::Failure;
use crate::json;
use crate::shell::quoted;
use crate::signals;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_movegen::Processor;
use betza_perft::bisect::At;
use betza_perft::session::{Session, Watch};
use betza_perft::{DEEPEST, Options};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each game is counted from its start, on one thread and on all (with --threads 1: on one alone), without a table of counts and with one; the
rounds take turns, so that a slow minute of the machine meets all of them. A table is new in each round. Compiling the game and reserving
the table are not timed. The spread is the range of the rounds.

--against times the perft of another program in turn with one thread without a table, whose count must be the same; it is given
the threads and the memory that --option and --uci say. The quotient is the median of the rounds' quotients: how many times as fast this
program was in the same round.

--compare FILE takes the games, depths, threads and tables of an earlier run's JSON and ends with status 1 if one of them is slower: if its
median is slower by more than the spread of either run.")]
pub struct Args {
    /// Built-in games, by name or alias
    #[arg(value_name = "GAME", default_values_t = GAMES.map(str::to_owned))]
    games: Vec<String>,
    /// Plies (default: the first depth that takes --seconds on one thread)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST.into()))]
    depth: Option<u32>,
    /// How long a count on one thread takes at least, where the depth is chosen
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3)]
    seconds: f64,
    /// How many times each count is timed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Mebibytes of the table of counts; 0: without one alone
    #[arg(long, value_name = "MB", default_value_t = 256)]
    hash: usize,
    #[command(flatten)]
    threads: Threads,
    /// Time the perft of another program in turn
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Compare with an earlier run's JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "depth", "hash", "threads"])]
    compare: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is timed if no game is named: one for each way of generating that many games share.
const GAMES: [&str; 8] = ["chess", "crazyhouse", "atomic", "capablanca", "xiangqi", "shogi", "makruk", "chushogi"];

/// The answer of `betza bench --json`.
#[derive(Serialize, Deserialize)]
struct Answer {
    version: String,
    machine: Machine,
    rows: Vec<Row>,
}

/// Where it ran.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Machine {
    processor: String,
    cores: usize,
    system: String,
    /// How moves of sliders are looked up on this processor: `tables` or `rays`.
    lookups: String,
}

impl Machine {
    fn here() -> Machine {
        let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model =
            described.lines().find_map(|l| l.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
        Machine {
            processor: model.unwrap_or(std::env::consts::ARCH).trim().to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            lookups: Processor::detect().lookup_path().to_owned(),
        }
    }
}

/// One count, timed.
#[derive(Serialize, Deserialize)]
struct Row {
    variant: String,
    depth: u32,
    nodes: String,
    threads: usize,
    hash: usize,
    /// Of each round.
    seconds: Vec<f64>,
    /// The median of the rounds, and their range.
    nps: u64,
    nps_low: u64,
    nps_high: u64,
    /// The other program beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<Beside>,
}

/// Another program's perft, timed in turn.
#[derive(Serialize, Deserialize)]
struct Beside {
    command: String,
    seconds: Vec<f64>,
    nps: u64,
    /// How many times as fast this program was: the median of the rounds.
    quotient: f64,
}

/// What is to be timed.
struct Task {
    setup: Setup,
    variant: Variant,
    depth: u32,
    threads: usize,
    hash: usize,
    nodes: u128,
    seconds: Vec<f64>,
    theirs: Vec<f64>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    args.engine.check().map_err(Failure::Usage)?;
    let stop = signals::stop_flag()?;
    let before = args.compare.as_deref().map(earlier::read).transpose()?;
    let mut tasks = match &before {
        Some(answer) => {
            answer.rows.iter().map(|r| task(&r.variant, r.depth, r.threads, r.hash)).collect::<Result<_, _>>()?
        }
        None => tasks(&args, &stop)?,
    };
    let mut rivals: Vec<(String, Engine)> = Vec::new();
    for _ in 0..args.rounds {
        for task in &mut tasks {
            let nodes = time(task, &stop)?;
            if let Some(command) = args.against.as_ref().filter(|_| task.threads == 1 && task.hash == 0) {
                beside(command, &args.engine, task, nodes, &mut rivals, &stop)?;
            }
        }
    }
    let rows = tasks.iter().map(|t| row(t, args.against.as_deref())).collect();
    let answer = Answer { version: env!("CARGO_PKG_VERSION").to_owned(), machine: Machine::here(), rows };
    let text = if args.json { json::line(&answer)? + "\n" } else { in_words(&answer) };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    match before {
        Some(before) if earlier::is_slower(&before, &answer) => Err(Failure::Reported),
        _ => Ok(()),
    }
}

fn task(game: &str, depth: u32, threads: usize, hash: usize) -> Result<Task, Failure> {
    let variant = betza_variants::find(game).map_err(|e| Failure::Input(e.to_string()))?.variant;
    let setup = fen::read(&variant, &variant.start).map_err(|e| Failure::Input(format!("{game}: {e}")))?;
    Ok(Task { setup, variant, depth, threads, hash, nodes: 0, seconds: Vec::new(), theirs: Vec::new() })
}

/// Every game on one thread and on all, without a table and with one.
fn tasks(args: &Args, stop: &AtomicBool) -> Result<Vec<Task>, Failure> {
    let all = args.threads.number();
    let mut tasks = Vec::new();
    for game in &args.games {
        let depth = match args.depth {
            Some(depth) => depth,
            None => depth_for(&task(game, 1, 1, 0)?, args.seconds, stop)?,
        };
        for threads in if all == 1 { vec![1] } else { vec![1, all] } {
            for hash in if args.hash == 0 { vec![0] } else { vec![0, args.hash] } {
                tasks.push(task(game, depth, threads, hash)?);
            }
        }
    }
    Ok(tasks)
}

/// The first depth that takes so long.
fn depth_for(task: &Task, seconds: f64, stop: &AtomicBool) -> Result<u32, Failure> {
    let session = Session::new(&task.variant, &Options { threads: 1, ..Options::default() })?;
    let mut depth = 1;
    loop {
        let start = Instant::now();
        let nodes = session.count(&task.setup, depth, Watch { progress: &(), stop })?;
        // A game that ends soon has no deeper count.
        if start.elapsed().as_secs_f64() >= seconds || nodes == 0 || depth == DEEPEST {
            return Ok(depth);
        }
        depth += 1;
    }
}

/// Times a count once more, and returns it.
fn time(task: &mut Task, stop: &AtomicBool) -> Result<u128, Failure> {
    let options = Options { threads: task.threads, hash_mebibytes: task.hash, ..Options::default() };
    let session = Session::new(&task.variant, &options)?;
    let start = Instant::now();
    let nodes = session.count(&task.setup, task.depth, Watch { progress: &(), stop })?;
    task.seconds.push(start.elapsed().as_secs_f64());
    if task.seconds.len() > 1 && task.nodes != nodes {
        return Err(Failure::Input(format!(
            "{}: {} nodes in one round and {nodes} in another: two positions have the same key, or there is a bug; count with --hash 0",
            task.variant.name, task.nodes
        )));
    }
    task.nodes = nodes;
    Ok(nodes)
}

/// Times the other program's count once more.
fn beside(
    command: &str,
    args: &EngineArgs,
    task: &mut Task,
    nodes: u128,
    rivals: &mut Vec<(String, Engine)>,
    stop: &Arc<AtomicBool>,
) -> Result<(), Failure> {
    let name = &task.variant.name;
    let failed = |e: EngineError| match e {
        EngineError::Stopped => signals::interrupted(),
        e => Failure::Input(format!("{command}: {name}: {e}")),
    };
    if !rivals.iter().any(|(game, _)| game == name) {
        rivals.push((name.clone(), Engine::start(command, args, &task.variant, stop).map_err(failed)?));
    }
    let Some((_, engine)) = rivals.iter_mut().find(|(game, _)| game == name) else { return Ok(()) };
    let start = Instant::now();
    let at = At { root: &task.setup, moves: &[], setup: &task.setup };
    let theirs = engine.perft(&task.variant, &at, task.depth).map_err(failed)?.nodes;
    task.theirs.push(start.elapsed().as_secs_f64());
    if theirs == nodes {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{command}: {name}: it counts {theirs} nodes at depth {}, and {nodes} are counted here: see where they part with \
         betza bisect {name} {} --against {}{}",
        task.depth,
        task.depth,
        quoted(command),
        args.words()
    )))
}

/// The median of some numbers; of an even number of them, the mean of the two in the middle.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n => (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
    }
}

fn row(task: &Task, command: Option<&str>) -> Row {
    let rate = |seconds: f64| (task.nodes as f64 / seconds.max(1e-9)) as u64;
    let (least, most) = range(&task.seconds);
    let against = command.filter(|_| !task.theirs.is_empty()).map(|command| {
        let quotients: Vec<f64> = task.theirs.iter().zip(&task.seconds).map(|(theirs, ours)| theirs / ours).collect();
        Beside {
            command: command.to_owned(),
            seconds: task.theirs.clone(),
            nps: rate(median(&task.theirs)),
            quotient: median(&quotients),
        }
    });
    Row {
        variant: task.variant.name.clone(),
        depth: task.depth,
        nodes: task.nodes.to_string(),
        threads: task.threads,
        hash: task.hash,
        seconds: task.seconds.clone(),
        nps: rate(median(&task.seconds)),
        nps_low: rate(most),
        nps_high: rate(least),
        against,
    }
}

/// The least and the most of some numbers.
fn range(numbers: &[f64]) -> (f64, f64) {
    numbers.iter().fold((f64::INFINITY, 0.0), |(least, most), &n| (least.min(n), most.max(n)))
}

fn in_words(answer: &Answer) -> String {
    let machine = &answer.machine;
    let mut text = format!(
        "betza {}, {}, {} cores, {}, sliders by {}\n\n{:<14} {:>5} {:>14} {:>7} {:>8} {:>9} {:>17}\n",
        answer.version,
        machine.processor,
        machine.cores,
        machine.system,
        machine.lookups,
        "game",
        "depth",
        "nodes",
        "threads",
        "hash MB",
        "Mnodes/s",
        "range",
    );
    for row in &answer.rows {
        let millions = |rate: u64| format!("{:.1}", rate as f64 / 1e6);
        let range = format!("{}-{}", millions(row.nps_low), millions(row.nps_high));
        text.push_str(&format!(
            "{:<14} {:>5} {:>14} {:>7} {:>8} {:>9} {range:>17}",
            row.variant,
            row.depth,
            row.nodes,
            row.threads,
            row.hash,
            millions(row.nps),
        ));
        if let Some(beside) = &row.against {
            text.push_str(&format!("   {:.2} times {} ({})", beside.quotient, beside.command, millions(beside.nps)));
        }
        text.push('\n');
    }
    text
}

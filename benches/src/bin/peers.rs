//! Counts every game of `peers.tsv` beside shakmaty, in one process, and prints the table that is kept as
//! `benches/record/games.csv`.
//!
//! `cargo run --profile fast -p betza-benches --bin peers [--repeat N] [GAME ...]`; with
//! `RUSTFLAGS="-C target-cpu=native"` as the published figures were taken. Times are processor time, by one thread, the
//! least of N runs; shakmaty runs before each row, so that a change of the machine's clock affects both. `lionchess`
//! and `chess16` (chess in the middle of 16x16) are rows of our own.

use betza_benches::{Bench, KIWIPETE, START, cozy};
use cpu_time::ProcessTime;
use std::fmt::Write;
use std::time::Duration;

/// The speeds of other programs, as ratios to shakmaty.
const PEERS: &str = include_str!("../../peers.tsv");

/// The least quotient wanted of every game, and the least geometric mean wanted of all games.
const EACH: f64 = 5.0;
const MEAN: f64 = 12.0;

/// Million nodes a second that are wanted of the Lion game on a machine on which shakmaty makes [`REFERENCE`].
const LION: f64 = 20.0;
const REFERENCE: f64 = 223.6;

/// Chess on four words: the same moves, and how many times as long they may take.
const CHESS16: &str = include_str!("../../chess16.toml");
const WIDE: f64 = 4.0;

/// A row of the table.
struct Row<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    /// The peer, and its ratio to shakmaty, which is the mark to meet.
    peer: (&'a str, f64),
}

/// The time that one thread took to count.
struct Timed {
    nodes: u64,
    /// Positions one ply above the leaves.
    parents: u64,
    seconds: f64,
}

impl Timed {
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds / 1e6
    }

    fn per_parent(&self) -> f64 {
        self.seconds * 1e9 / self.parents as f64
    }
}

fn main() {
    let mut repeat = 3;
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--repeat" => {
                let number: Option<u32> = arguments.next().and_then(|n| n.parse().ok());
                repeat = number.unwrap_or_else(|| usage()).max(1);
            }
            a if a.starts_with('-') => usage(),
            _ => wanted.push(argument),
        }
    }
    let rows: Vec<Row> =
        rows().into_iter().filter(|r| wanted.is_empty() || wanted.iter().any(|w| w == r.game)).collect();
    println!("| game | position | depth | Mnodes/s | ns per parent | ratio | peer's | quotient |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut quotients: Vec<(f64, &Row)> = Vec::new();
    let mut refused = String::new();
    for row in &rows {
        match measure(row, repeat) {
            Ok((timed, ratio)) => {
                let quotient = ratio / row.peer.1;
                println!(
                    "| {} | {} | {} | {:.1} | {:.1} | {ratio:.3} | {:.4} ({}) | {quotient:.2} |",
                    row.game,
                    row.position,
                    row.depth,
                    timed.rate(),
                    timed.per_parent(),
                    row.peer.1,
                    row.peer.0,
                );
                if row.peer.0 == FAIRY {
                    quotients.push((quotient, row));
                }
            }
            Err(reason) => {
                println!(
                    "| {} | {} | {} | - | - | - | {:.4} ({}) | - |",
                    row.game, row.position, row.depth, row.peer.1, row.peer.0
                );
                let _ = writeln!(refused, "- {}: {reason}", row.game);
            }
        }
    }
    let start = shakmaty_position(START);
    let shakmaty = time(repeat, 6, |depth| shakmaty::perft(&start, depth));
    println!(
        "\nshakmaty, chess, start, depth 6: {:.1} Mnodes/s, {:.1} ns per parent",
        shakmaty.rate(),
        shakmaty.per_parent()
    );
    if wanted.is_empty() || wanted.iter().any(|w| w == "chess") {
        for (name, fen, depth) in [("start", None, 6), ("kiwipete", Some(KIWIPETE), 5)] {
            let fen = fen.unwrap_or(START);
            let board: cozy_chess::Board = fen.parse().expect("a position");
            let timed = time(repeat, depth, |depth| cozy(&board, depth));
            let ratio = timed.rate() / shakmaty.rate();
            println!(
                "cozy-chess, {name}: {:.1} Mnodes/s, {:.1} ns per parent, ratio {ratio:.3}",
                timed.rate(),
                timed.per_parent()
            );
        }
    }
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    if is_wanted("lionchess") {
        let bench = ours("lionchess");
        let lion = time(repeat.min(2), 5, |depth| bench.count(depth));
        let asked = LION * shakmaty.rate() / REFERENCE;
        println!(
            "lionchess, start, depth 5: {:.1} Mnodes/s ({asked:.1} asked, {})",
            lion.rate(),
            met(lion.rate() >= asked)
        );
    }
    if is_wanted("chess16") {
        let chess = ours("chess");
        let narrow = time(repeat, 6, |depth| chess.count(depth));
        let loaded =
            betza_variants::read_toml("chess16.toml", CHESS16).unwrap_or_else(|e| panic!("chess16.toml: {e:?}"));
        let bench = Bench::new(&loaded.variant, None, 1, 0).unwrap_or_else(|e| panic!("chess16.toml: {e}"));
        let wide = time(repeat, 6, |depth| bench.count(depth));
        assert_eq!(narrow.nodes, wide.nodes, "the same game on a larger board");
        let times = wide.seconds / narrow.seconds;
        println!(
            "chess, start, depth 6: {:.1} ns per parent on 8x8, {:.1} in the middle of 16x16, {times:.2} times ({WIDE} allowed, {})",
            narrow.per_parent(),
            wide.per_parent(),
            met(times <= WIDE)
        );
    }
    if !quotients.is_empty() {
        let mean = (quotients.iter().map(|q| q.0.ln()).sum::<f64>() / quotients.len() as f64).exp();
        println!(
            "\nGeometric mean over {FAIRY}, {} games: {mean:.2} ({} asked, {})",
            quotients.len(),
            MEAN,
            met(mean >= MEAN)
        );
        let short: Vec<&str> = quotients.iter().filter(|q| q.0 < EACH).map(|q| q.1.game).collect();
        println!("Below {EACH}: {}", if short.is_empty() { "none".to_owned() } else { short.join(", ") });
    }
    if !refused.is_empty() {
        println!("\nNot counted:\n{refused}");
    }
}

fn met(ok: bool) -> &'static str {
    if ok { "met" } else { "missed" }
}

/// Returns a built-in game's start.
fn ours(name: &str) -> Bench {
    Bench::new(&betza_benches::game(name), None, 1, 0).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn usage() -> ! {
    eprintln!("usage: peers [--repeat N] [GAME ...]");
    std::process::exit(2)
}

const FAIRY: &str = "Fairy-Stockfish";
const COZY: &str = "cozy-chess";

/// Returns the rows of the table: Fairy-Stockfish's games, and chess as cozy-chess counts it.
fn rows() -> Vec<Row<'static>> {
    let fields = PEERS.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split('\t').collect::<Vec<_>>());
    let mut rows = Vec::new();
    for f in fields {
        let [program, game, position, depth, _, ratio] = f[..] else {
            panic!("a row of peers.tsv has six fields: {f:?}")
        };
        let (depth, ratio) = (depth.parse().expect("a depth"), ratio.parse().expect("a ratio"));
        let name = match program {
            "cozy-chess 0.3.4 pext" => COZY,
            p if p.starts_with("Fairy-Stockfish ") => FAIRY,
            _ => continue,
        };
        rows.push(Row { game, position, depth, peer: (name, ratio) });
    }
    rows
}

/// Returns our time for a row and the ratio of our speed to shakmaty's from the start of chess at depth 6, or why the
/// row cannot be counted.
fn measure(row: &Row, repeat: u32) -> Result<(Timed, f64), String> {
    let variant = betza_variants::find(row.game).map_err(|e| e.to_string())?.variant;
    let start = shakmaty_position(START);
    let shakmaty = time(1, 6, |depth| shakmaty::perft(&start, depth));
    let text = (row.position == "kiwipete").then_some(KIWIPETE);
    let bench = Bench::new(&variant, text, 1, 0).map_err(|e| e.to_string())?;
    let timed = time(repeat, row.depth, |depth| bench.count(depth));
    let again = time(1, 6, |depth| shakmaty::perft(&start, depth));
    let ratio = timed.rate() / shakmaty.rate().max(again.rate());
    Ok((timed, ratio))
}

/// Returns the least processor time of some runs.
fn time(repeat: u32, depth: u32, count: impl Fn(u32) -> u64) -> Timed {
    let parents = count(depth - 1);
    let mut least = Duration::MAX;
    let mut nodes = 0;
    for _ in 0..repeat {
        let started = ProcessTime::now();
        nodes = count(depth);
        least = least.min(started.elapsed());
    }
    Timed { nodes, parents, seconds: least.as_secs_f64() }
}

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let setup: shakmaty::fen::Fen = fen.parse().expect("a position");
    setup.into_position(shakmaty::CastlingMode::Standard).expect("legal")
}

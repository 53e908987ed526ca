//! What an engine does ([`Work`]), beside shakmaty and cozy-chess in turn. `engines [ROUNDS]` (5 if none is given)
//! prints medians in million moves a second of processor time (of captures: million positions), and ours divided by
//! theirs.
//!
//! The counts of moves are asserted to agree.

use betza_benches::contest::{Contest, Done, Program, Work};
use betza_benches::{KIWIPETE, START};
use cpu_time::ProcessTime;

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(5, |n| n.parse().expect("a number of rounds"));
    println!("| position | work | betza | shakmaty | cozy-chess | of shakmaty | of cozy-chess |");
    println!("|---|---|---|---|---|---|---|");
    for (name, text, depth) in [("start", START, 5), ("Kiwipete", KIWIPETE, 4)] {
        let contest = Contest::new(text);
        for work in Work::ALL {
            row(name, work, rounds, |program| contest.done(work, program, depth));
        }
    }
}

/// Measures the three programs at a work in turn, and prints the medians.
fn row(position: &str, work: Work, rounds: usize, done: impl Fn(Program) -> Done) {
    let mut speeds = [const { Vec::new() }; 3];
    let mut counts = [Done::default(); 3];
    for _ in 0..rounds {
        for (program, (speeds, count)) in Program::ALL.into_iter().zip(speeds.iter_mut().zip(&mut counts)) {
            let started = ProcessTime::now();
            *count = done(program);
            speeds.push(count.times as f64 / started.elapsed().as_secs_f64() / 1e6);
        }
    }
    assert!(counts.iter().all(|&count| count == counts[0]), "{work}: {counts:?}");
    let [betza, shakmaty, cozy] = speeds.map(|mut speeds| {
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    });
    println!(
        "| {position} | {work} | {betza:.1} | {shakmaty:.1} | {cozy:.1} | {:.2} | {:.2} |",
        betza / shakmaty,
        betza / cozy
    );
}

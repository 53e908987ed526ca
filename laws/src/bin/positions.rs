//! Holds random positions against the laws, for a range of seeds, on all cores.
//!
//! `positions pairs --seeds 0-1000 --each 200 --seconds 60 --queries 50 --rules 200`: each seed is a game with `--each`
//! positions. It ends after the range or the seconds, between two positions, and prints the seeds that are done, so
//! that the next run goes on from there. With `--game-seconds` a game's positions end after that time, also between two
//! positions, and the last line says how many games were cut short: most take a fraction of a second, and a few many
//! minutes. What it finds is printed at once, with its seed and the smallest position that shows it; the exit status is
//! then 1.

#![forbid(unsafe_code)]

use betza_laws::run::{Effort, Games, Report, run};
use betza_testkit::on_all_cores;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: positions pairs|builtin|mixed|any --seeds A-B [--each N] [--seconds S] [--game-seconds S] [--queries N] [--rules N] [--large] [--report]";

/// The words of the command line.
struct Arguments {
    games: Games,
    seeds: (u64, u64),
    each: u64,
    seconds: u64,
    game_seconds: u64,
    queries: u64,
    rules: u64,
    /// What is found does not make the run fail.
    only_reports: bool,
    large: bool,
}

fn arguments() -> Option<Arguments> {
    let mut words = std::env::args().skip(1);
    let games = Games::named(&words.next()?)?;
    let mut all = Arguments {
        games,
        seeds: (0, 0),
        each: 200,
        seconds: u64::MAX,
        game_seconds: u64::MAX,
        queries: 20,
        rules: 200,
        only_reports: false,
        large: false,
    };
    while let Some(word) = words.next() {
        if let Some(flag) = match word.as_str() {
            "--report" => Some(&mut all.only_reports),
            "--large" => Some(&mut all.large),
            _ => None,
        } {
            *flag = true;
            continue;
        }
        let value = words.next()?;
        if word == "--seeds" {
            let (first, last) = value.split_once('-')?;
            all.seeds = (first.parse().ok()?, last.parse().ok()?);
            continue;
        }
        let number = value.parse().ok().filter(|n| *n > 0)?;
        *match word.as_str() {
            "--each" => &mut all.each,
            "--seconds" => &mut all.seconds,
            "--game-seconds" => &mut all.game_seconds,
            "--queries" => &mut all.queries,
            "--rules" => &mut all.rules,
            _ => return None,
        } = number;
    }
    Some(all)
}

fn main() -> ExitCode {
    let Some(Arguments { games, seeds, each, seconds, game_seconds, queries, rules, only_reports, large }) =
        arguments()
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let started = Instant::now();
    let until = started.checked_add(Duration::from_secs(seconds));
    let game = (game_seconds < u64::MAX).then(|| Duration::from_secs(game_seconds));
    let effort = Effort { positions: each, queries: queries as usize, rules: rules as usize, until, game, large };
    let next = AtomicU64::new(seeds.0);
    let is_over = || until.is_some_and(|until| Instant::now() > until);
    let work = |seed: u64| {
        if is_over() {
            return Report::default();
        }
        let report = run(games, seed, &effort);
        if !is_over() {
            next.fetch_max(seed + 1, Relaxed);
        }
        report.found.iter().for_each(|found| println!("{found}"));
        report
    };
    let reports = on_all_cores(seeds.0..seeds.1, work);
    let sum = |part: fn(&Report) -> u64| reports.iter().map(part).sum::<u64>();
    let (positions, by_rules, found) = (sum(|r| r.positions), sum(|r| r.by_rules), sum(|r| r.found.len() as u64));
    let cut_short = sum(|r| u64::from(r.cut_short));
    println!(
        "{games:?} seeds {}-{}: {positions} positions, {by_rules} by the rules as written, {found} faults, \
         {cut_short} games cut short, {} s",
        seeds.0,
        next.load(Relaxed),
        started.elapsed().as_secs()
    );
    ExitCode::from(u8::from(found > 0 && !only_reports))
}

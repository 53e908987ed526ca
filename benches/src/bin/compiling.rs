//! How long games take to compile, from the variant to the tables of the generator: `compiling [RUNS] [GAME ...]`.
//!
//! Medians of the processor time, in milliseconds, of 21 runs of a few games unless others are named. Games take turns,
//! so that what slows the machine down slows all of them.

use betza_benches::game;
use betza_movegen::keys::DEFAULT_SEED;
use cpu_time::ProcessTime;
use std::hint::black_box;

const GAMES: [&str; 8] = ["chess", "capablanca", "shogi", "xiangqi", "janggi", "grand", "chushogi", "tenjiku"];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let runs: usize = arguments.next().map_or(21, |n| n.parse().expect("a number of runs"));
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        names = GAMES.map(str::to_owned).to_vec();
    }
    let variants: Vec<_> = names.iter().map(|name| game(name)).collect();
    let mut times = vec![Vec::new(); names.len()];
    for _ in 0..runs.max(1) {
        for (variant, times) in variants.iter().zip(&mut times) {
            let started = ProcessTime::now();
            black_box(betza_perft::game(black_box(variant), DEFAULT_SEED).expect("it compiles"));
            times.push(started.elapsed());
        }
    }
    for (name, times) in names.iter().zip(&mut times) {
        times.sort_unstable();
        println!("{name}\t{:.2} ms", times[times.len() / 2].as_secs_f64() * 1e3);
    }
}

//! One bench for an instruction counter: `.ci/instructions` runs each under callgrind once and twice; the difference is one count.
//!
//! `instructions NAME TIMES` counts leaves so many times and prints the number of leaf parents; `instructions --list` prints the names,
//! `instructions --path` how the generator looks moves up on this processor.

use betza_benches::{Bench, KIWIPETE, game};

/// Name, game, position, depth, leaves. The counts are those of testdata/perft/reference.tsv.
const BENCHES: [(&str, &str, Option<&str>, u32, u64); 5] = [
    ("chess-start-4", "chess", None, 4, 197_281),
    ("chess-kiwipete-3", "chess", Some(KIWIPETE), 3, 97_862),
    ("capablanca-start-3", "capablanca", None, 3, 25_228),
    ("shogi-start-3", "shogi", None, 3, 25_470),
    ("crazyhouse-start-4", "crazyhouse", None, 4, 197_281),
];

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.as_str() {
        "--list" => BENCHES.iter().for_each(|b| println!("{}", b.0)),
        "--path" => println!("{}", movegen::lookup_path()),
        name => {
            let Some(&(_, name, fen, depth, leaves)) = BENCHES.iter().find(|b| b.0 == name) else {
                eprintln!("usage: instructions NAME [TIMES] | --list | --path");
                std::process::exit(2)
            };
            let bench = Bench::new(&game(name), fen, 1, 0).expect("compiles");
            let parents = bench.count(depth - 1);
            let times = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(1);
            for _ in 0..times {
                assert_eq!(bench.count(depth), leaves);
            }
            println!("{parents}");
        }
    }
}

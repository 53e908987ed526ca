//! The generator against the rules as they are written, in random play of the built-in games.
//!
//! `RULED_GAME=chess,makruk RULED_SEED=0 RULED_CASES=3 RULED_PLIES=60 cargo test -p betza-perft --test it by_rules`
//! plays some of them for longer.

use betza_laws::play::compiled;
use betza_laws::rulebook::{Verdict, compare};
use betza_testkit::on_all_cores;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn built_in_games_go_by_their_rules() {
    let only = std::env::var("RULED_GAME").ok();
    let is_wanted = |name: &str| only.as_ref().is_none_or(|only| only.split(',').any(|game| game == name));
    let (first, cases) = (number("RULED_SEED", 0), number("RULED_CASES", 1));
    let plies = number("RULED_PLIES", 6) as usize;
    // What a game has wrong.
    let play = |name: &str| {
        let started = std::time::Instant::now();
        let game = compiled(&betza_variants::find(name).expect("a built-in game").variant);
        let mut fault = String::new();
        for seed in first..first + cases {
            let play = || compare(&game, seed, plies);
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)) {
                Ok(Verdict::Agrees) => continue,
                Ok(Verdict::GaveUp) => {
                    println!("{name}: too many ways to go");
                    continue;
                }
                Ok(Verdict::Differs(how)) => fault = format!("{name}, seed {seed}: {how}\n"),
                Err(_) => fault = format!("{name}, seed {seed}: panicked\n"),
            }
            break;
        }
        println!("{name}: {:?}", started.elapsed());
        fault
    };
    let names: Vec<&str> = betza_variants::names().filter(|name| is_wanted(name)).collect();
    let faults: String = on_all_cores(names, play).concat();
    assert!(faults.is_empty(), "{faults}");
}

//! The generator against the rules as they are written, in random play of the built-in games.
//!
//! `RULED_GAME=chess,makruk RULED_SEED=0 RULED_CASES=3 RULED_PLIES=60 cargo test -p betza-perft --test it by_rules` plays some of them for longer.

use crate::ruled::{Verdict, compare};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn built_in_games_go_by_their_rules() {
    let only = std::env::var("RULED_GAME").ok();
    let is_wanted = |name: &str| only.as_ref().is_none_or(|only| only.split(',').any(|game| game == name));
    let (first, cases) = (number("RULED_SEED", 0), number("RULED_CASES", 1));
    let plies = number("RULED_PLIES", 6) as usize;
    let mut faults = String::new();
    for name in variants::names().filter(|name| is_wanted(name)) {
        let variant = variants::find(name).expect("a built-in game").variant;
        let started = std::time::Instant::now();
        for seed in first..first + cases {
            let play = || compare(&variant, seed, plies);
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)) {
                Ok(Verdict::Agrees) => {}
                Ok(Verdict::GaveUp) => println!("{name}: too many ways to go"),
                Ok(Verdict::Differs(how)) => {
                    faults += &format!("{name}, seed {seed}: {how}\n");
                    break;
                }
                Err(_) => {
                    faults += &format!("{name}, seed {seed}: panicked\n");
                    break;
                }
            }
        }
        println!("{name}: {:?}", started.elapsed());
    }
    assert!(faults.is_empty(), "{faults}");
}

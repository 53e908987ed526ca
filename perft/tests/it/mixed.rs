//! The laws of play in games that nobody designed: rules, pieces and boards of the built-in ones, mixed at random.

use betza_game::fen;
use betza_laws::mixed::mixed;
use betza_laws::play::{compiled, making_and_unmaking_restores, replies_are_those_after_each_move};
use betza_laws::rulebook::{Verdict, compare};
use betza_perft::Options;
use betza_perft::session::{Session, Watch};
use betza_testkit::{Random, on_all_cores};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Games that take longer are named.
const LONG: Duration = Duration::from_secs(60);

/// The game, if its rules can be together.
fn read(text: &str) -> Option<Session> {
    let variant = betza_variants::read_toml("mixed", text).ok()?.variant;
    let setup = fen::read(&variant, &variant.start).ok()?;
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).ok()?;
    session.divide(&setup, 1, Watch { progress: &(), stop: &AtomicBool::new(false) }).ok()?;
    Some(session)
}

#[test]
fn the_laws_hold_whatever_rules_come_together() {
    let seeds = std::env::var("MIXED_SEED").map_or(0, |s| s.parse().expect("a number"));
    let cases: u64 = std::env::var("MIXED_CASES").map_or(240, |s| s.parse().expect("a number"));
    let play = |seed: u64| {
        let text = mixed(&mut Random(seed));
        let Some(session) = read(&text) else { return false };
        let law = || {
            replies_are_those_after_each_move(session.game(), seed);
            making_and_unmaking_restores(session.game(), seed);
        };
        if catch_unwind(AssertUnwindSafe(law)).is_err() {
            panic!("seed {seed}:\n{text}");
        }
        true
    };
    let played = on_all_cores(seeds..seeds + cases, play).into_iter().filter(|&was_played| was_played).count() as u64;
    assert!(played * 4 > cases, "{played} games of {cases} could be played");
}

/// `MIXED_SEED`, `MIXED_CASES` and `MIXED_PLIES` play others; `MIXED_GAME` names a file with a game to play instead,
/// `MIXED_ONLY` a text that the games have.
#[test]
fn mixed_games_go_by_their_rules() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |s| s.parse().expect("a number"));
    let (first, cases, plies) = (number("MIXED_SEED", 0), number("MIXED_CASES", 60), number("MIXED_PLIES", 14));
    let only = std::env::var("MIXED_ONLY").unwrap_or_default();
    if let Ok(path) = std::env::var("MIXED_GAME") {
        let text = std::fs::read_to_string(path).expect("a game file");
        let variant = betza_variants::read_toml("mixed", &text).expect("a game").variant;
        if let Verdict::Differs(how) = compare(&compiled(&variant), first, plies as usize) {
            panic!("{how}");
        }
        return;
    }
    // What each game that could be played has wrong.
    let play = |seed: u64| {
        let text = mixed(&mut Random(seed));
        let session = if text.contains(&only) { read(&text)? } else { return None };
        let play = || compare(session.game(), seed, plies as usize);
        let started = Instant::now();
        let fault = match catch_unwind(AssertUnwindSafe(play)) {
            Ok(Verdict::Agrees | Verdict::GaveUp) => String::new(),
            Ok(Verdict::Differs(how)) => format!("==== seed {seed}:\n{text}{how}\n"),
            Err(_) => format!("==== seed {seed}: panic\n{text}\n"),
        };
        // Thousands of games take long: who waits sees at once what was found, and which games have very many moves.
        let taken = started.elapsed();
        if !fault.is_empty() || taken > LONG {
            eprintln!("seed {seed}, {} s\n{fault}", taken.as_secs());
        }
        Some(fault)
    };
    let faults: Vec<String> = on_all_cores(first..first + cases, play).into_iter().flatten().collect();
    let (played, faults) = (faults.len(), faults.concat());
    println!("{played} played of {cases}");
    assert!(faults.is_empty(), "{faults}");
}

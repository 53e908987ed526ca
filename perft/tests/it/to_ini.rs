//! Sections of `variants.ini` that are written for built-in games, read by Fairy-Stockfish.

use crate::pyffish::{Enough, Oracle, Verdict, differing, work};
use betza_game::variant::Variant;
use betza_testkit::{on_all_cores, on_each_core};
use betza_variants::exchange::{Written, ini};
use betza_variants::problem::ProblemCode;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A section for a game of which it says all but names and when results come about by themselves, and its name. `None`
/// too if a Fairy-Stockfish without betza takes a piece for another one.
fn section(variant: &Variant) -> Option<(String, String)> {
    let Written { text, unsaid } = ini::write(variant);
    let name = betza_variants::ini_sections(&text).pop()?;
    let read = betza_variants::read_ini("written.ini", &text, &name).ok()?;
    let is_plain = read.warnings.problems.iter().all(|problem| problem.code != ProblemCode::ReadDifferently);
    let is_small = |rule: &String| rule.contains(" (results.") || rule.starts_with("the names of pieces: ");
    (is_plain && unsaid.iter().all(is_small)).then_some((name, text))
}

#[test]
fn written_sections_are_the_same_games_to_fairy_stockfish() {
    if let Err(reason) = Oracle::start() {
        return eprintln!("skipped: the comparison with Fairy-Stockfish, because {reason}");
    }
    let known = differing();
    // Each second game, which takes half a minute.
    let names = betza_variants::names().filter(|name| !known.contains_key(*name));
    let names: Vec<&str> = names.step_by(2).collect();
    let write = |i: u64| {
        let variant = betza_variants::find(names[i as usize]).expect("built in").variant;
        section(&variant).map(|(name, text)| (name, text, variant))
    };
    let written: Vec<_> = on_all_cores(0..names.len() as u64, write).into_iter().flatten().collect();
    assert!(written.len() >= 40, "{} games can be written", written.len());
    let file: String = written.iter().map(|(_, text, _)| text.as_str()).collect();
    let games = Mutex::new(written.into_iter().map(|(name, _, variant)| (name, variant)).collect::<Vec<_>>());
    let verdicts = Mutex::new(BTreeMap::new());
    let enough = Enough { positions: 100, moves: 5000 };
    on_each_core(|| work(&games, &file, enough, &verdicts));
    let problems = verdicts.into_inner().expect("no panic").into_iter().filter_map(|(name, verdict)| match verdict {
        Verdict::Agrees(_) => None,
        Verdict::Differs(reason) | Verdict::Refused(reason) => Some(format!("{name}: {reason}")),
    });
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

//! Known counts: the rows of testdata/perft/reference.tsv, each met exactly.
//!
//! `cargo test` counts rows up to [`QUICK`] nodes; with `BETZA_PERFT_NODES=all` (or a number) in the environment, up to the limits below.

use perft::Options;
use perft::suite::{self, Case, Format, Verdict};
use std::sync::atomic::AtomicBool;

/// Rows with more nodes are left to a run with `BETZA_PERFT_NODES`: the tests of the whole workspace take minutes, not hours.
const QUICK: u128 = 1_000_000;

/// The games and the most nodes of a row that is met.
const GAMES: &[(&str, u128)] = &[
    ("chess", 200_000_000),
    ("chess960", 5_000_000),
    ("losalamos", 50_000_000),
    ("shatranj", 50_000_000),
    ("makruk", 50_000_000),
    ("capablanca", 50_000_000),
    ("chancellor", 50_000_000),
    ("amazon", 50_000_000),
    ("berolina", 50_000_000),
    ("nightrider", 50_000_000),
    ("grand", 50_000_000),
];

fn limit() -> u128 {
    match std::env::var("BETZA_PERFT_NODES") {
        Err(_) => QUICK,
        Ok(text) if text == "all" => u128::MAX,
        Ok(text) => text.parse().expect("BETZA_PERFT_NODES is a number or 'all'"),
    }
}

/// The rows of one game, by whatever name the table has it.
fn rows(name: &str) -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/perft/reference.tsv");
    let cases = suite::read(Format::Table, &std::fs::read_to_string(path).unwrap()).unwrap();
    let is_of_game = |c: &Case| variants::find(c.game.as_deref().unwrap()).is_ok_and(|l| l.variant.name == name);
    let labels: std::collections::BTreeSet<String> =
        cases.iter().filter(|c| is_of_game(c)).filter_map(|c| c.game.clone()).collect();
    cases.into_iter().filter(|c| c.game.as_ref().is_some_and(|g| labels.contains(g))).collect()
}

#[test]
fn every_row_is_met() {
    let mut failed = Vec::new();
    for &(name, most) in GAMES {
        let most = most.min(limit());
        let cases: Vec<Case> = rows(name).into_iter().filter(|c| c.nodes <= most).collect();
        assert!(!cases.is_empty(), "{name} has no rows");
        let find = |label: Option<&str>| variants::find(label.unwrap()).map(|l| l.variant).map_err(|e| e.to_string());
        let verdicts = suite::run(&cases, find, &Options::default(), &(), &AtomicBool::new(false)).unwrap();
        for (case, verdict) in cases.iter().zip(&verdicts).filter(|(_, v)| **v != Verdict::Met) {
            failed.push(format!(
                "{name}, line {}: {} at depth {}: {} expected, {verdict:?}",
                case.line, case.fen, case.depth, case.nodes
            ));
        }
        eprintln!("{name}: {} rows, {} nodes", cases.len(), cases.iter().map(|c| c.nodes).sum::<u128>());
    }
    assert!(failed.is_empty(), "{} rows:\n{}", failed.len(), failed.join("\n"));
}

/// Counts that differ are told, with what came out, and so is what cannot be counted.
#[test]
fn a_wrong_row_is_found() {
    let text = "variant\tfen\tdepth\tnodes\tformat\n\
        chess\tstartpos\t3\t8902\tfen\nchess\tstartpos\t3\t8903\tfen\nchess\t8/8 w - -\t1\t1\tfen\nchess\tx\t1\t1\tpdn\nnone\tx\t1\t1\tfen\n";
    let cases = suite::read(Format::Table, text).unwrap();
    let find = |label: Option<&str>| variants::find(label.unwrap()).map(|l| l.variant).map_err(|e| e.to_string());
    let verdicts = suite::run(&cases, find, &Options::default(), &(), &AtomicBool::new(false)).unwrap();
    assert_eq!(verdicts[..2], [Verdict::Met, Verdict::Differs { found: 8902 }]);
    let reason = |i: usize| match &verdicts[i] {
        Verdict::Impossible(reason) => reason.clone(),
        other => panic!("{other:?}"),
    };
    assert!(reason(2).contains("fen-board-size"), "{}", reason(2));
    assert!(reason(3).contains("pdn"));
    assert!(reason(4).contains("'none'"));
}

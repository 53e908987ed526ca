//! The counts of testdata/perft/reference.tsv for every built-in game, up to a number of nodes that keeps the test short
//! (`COUNTS_MAX_NODES` raises it, `COUNTS_ONLY` names one label).

use movegen::fen;
use perft::{Options, PerftError};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use variants::find;

const MAX_NODES: u128 = 200_000;

/// Rows that are not counted as this test counts: the paths of Chu Shogi's Lion, and draughts.
fn is_other(label: &str) -> bool {
    label == "chushogi" || label.starts_with("draughts")
}

/// Rows on which the sources disagree, with what is counted here and why.
const DISPUTED: &[(&str, &str, u32, u128)] = &[
    // cutechess lets a King leap out of check (361793, the row that is met); Fairy-Stockfish does not.
    ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", 4, 361_793),
    ("karouk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1", 4, 361_793),
    // Fairy-Stockfish forbids to leave the Lion to be captured; the rows of lishogi, which are met, allow it.
    ("dobutsu", "g1e/1cL/lC1/E1G[] w - - 4 3", 4, 2_347),
];

#[test]
fn counts_are_those_of_the_reference() {
    let max = std::env::var("COUNTS_MAX_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(MAX_NODES);
    let only = std::env::var("COUNTS_ONLY").ok();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/perft/reference.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut met, mut wrong, mut refused) = (BTreeMap::<String, usize>::new(), Vec::new(), BTreeMap::new());
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [label, position, depth, nodes, ..] = columns[..] else { panic!("{line}") };
        let (depth, nodes): (u32, u128) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if nodes > max || is_other(label) || only.as_ref().is_some_and(|o| o != label) {
            continue;
        }
        let Ok(loaded) = find(label) else { continue };
        let setup = fen::read(&loaded.variant, position).unwrap();
        match perft::run(&loaded.variant, &setup, depth, &Options::default(), &(), &AtomicBool::new(false)) {
            Ok(counts) if DISPUTED.contains(&(label, position, depth, counts.nodes)) => {}
            Ok(counts) if counts.nodes == nodes => *met.entry(label.to_owned()).or_default() += 1,
            Ok(counts) => wrong.push(format!("{label} {position} depth {depth}: {} instead of {nodes}", counts.nodes)),
            Err(PerftError::Compile(e)) => {
                refused.insert(label.to_owned(), e.to_string());
            }
            Err(e) => wrong.push(format!("{label} {position}: {e}")),
        }
    }
    println!("{} labels met, {} rows", met.len(), met.values().sum::<usize>());
    for (label, reason) in &refused {
        println!("refused: {label}: {reason}");
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

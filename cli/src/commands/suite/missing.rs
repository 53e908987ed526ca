//! What a ledger lacks by its rule (docs/ledger.md).

use super::{Args, File, read};
use crate::failure::Failure;
use betza_perft::suite::{Case, expected_leaves};
use std::collections::BTreeMap;
use std::io::Write;

/// A game's start is counted up to so many leaves, and other positions up to fewer.
const START_LIMIT: u128 = 10_000_000_000;
const LIMIT: u128 = 10_000_000;

/// How many positions of a game there are besides its start.
const POSITIONS: usize = 10;

/// Lists what is missing.
///
/// # Errors
/// A file that cannot be read; [`Failure::Reported`] if something is missing.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut games: BTreeMap<String, Vec<Vec<Case>>> = BTreeMap::new();
    let mut lacking = Vec::new();
    for path in &args.files {
        let File { name, cases } = read(path, None)?;
        let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
        lacking.extend(unconfirmed(&name, &text));
        for case in cases {
            let positions = games.entry(case.game.clone().unwrap_or_default()).or_default();
            match positions.iter_mut().find(|rows| rows[0].fen == case.fen) {
                Some(rows) => rows.push(case),
                None => positions.push(vec![case]),
            }
        }
    }
    for name in betza_variants::names() {
        match games.get(name) {
            None => lacking.push(format!("{name}: no rows")),
            Some(positions) => lacking.extend(lacks(name, positions)),
        }
    }
    let mut out = std::io::stdout().lock();
    lacking.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "{} games, {} lines are missing", games.len(), lacking.len())?;
    if lacking.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

/// What the positions of a game lack. Its start comes first.
fn lacks(name: &str, positions: &[Vec<Case>]) -> Vec<String> {
    let mut lacking = Vec::new();
    if positions.len() <= POSITIONS {
        lacking.push(format!("{name}: {} positions besides the start, of {POSITIONS}", positions.len() - 1));
    }
    for (number, rows) in positions.iter().enumerate() {
        let limit = if number == 0 { START_LIMIT } else { LIMIT };
        let counts: BTreeMap<u32, u128> = rows.iter().map(|row| (row.depth, row.nodes)).collect();
        let fen = if rows[0].fen.is_empty() { "the start" } else { &rows[0].fen };
        let deepest = counts.keys().last().copied().unwrap_or(0);
        let gaps = (1..deepest).filter(|depth| !counts.contains_key(depth));
        let next = Some(deepest + 1).filter(|_| next_fits(&counts, deepest, limit));
        lacking.extend(gaps.chain(next).map(|depth| format!("{name}: {fen}: depth {depth}")));
    }
    lacking
}

/// Whether the ply after the deepest one is to be expected within the limit.
fn next_fits(counts: &BTreeMap<u32, u128>, deepest: u32, limit: u128) -> bool {
    let before = counts.get(&(deepest - 1)).copied();
    let last: Vec<u128> = before.into_iter().chain([counts[&deepest]]).collect();
    counts[&deepest] > 0 && expected_leaves(&last) <= limit
}

/// The lines of a table whose column `confirmed` is empty.
fn unconfirmed(name: &str, text: &str) -> Vec<String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let place = lines.next().and_then(|(_, header)| header.split('\t').position(|column| column == "confirmed"));
    let is_empty = |line: &str| place.is_some_and(|place| line.split('\t').nth(place).is_none_or(str::is_empty));
    lines.filter(|(_, line)| is_empty(line)).map(|(i, _)| format!("{name}:{}: not confirmed", i + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::{lacks, unconfirmed};
    use betza_perft::suite::{Format, read};

    #[test]
    fn what_the_rule_asks_for_is_missing() {
        // Twenty times as many a ply: 20, 400, 8000 and so on stay within 10^10 up to depth 7, and 10^7 up to depth 5.
        let rows = |fen: &str, depths: &[u32]| {
            let lines = depths.iter().map(|&d| format!("g\t{fen}\t{d}\t{}\n", 20u128.pow(d))).collect::<String>();
            read(Format::Table, &format!("variant\tfen\tdepth\tnodes\n{lines}")).unwrap()
        };
        let mut positions = vec![rows("start", &[1, 2, 3, 4, 5, 6, 7])];
        positions.extend((0..10).map(|i| rows(&format!("p{i}"), &[1, 2, 3, 4, 5])));
        assert_eq!(lacks("g", &positions), Vec::<String>::new());
        positions[0].pop();
        positions[1].remove(1);
        positions.pop();
        let expected = ["g: 9 positions besides the start, of 10", "g: start: depth 7", "g: p0: depth 2"];
        assert_eq!(lacks("g", &positions), expected);
        assert_eq!(unconfirmed("f", "fen\tconfirmed\na\tkeys\nb\t\n"), ["f:3: not confirmed"]);
    }
}

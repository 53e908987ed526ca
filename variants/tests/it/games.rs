//! The built-in games, and every position of testdata/perft/reference.tsv.

use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_variants::{FindError, find, names};
use std::collections::{BTreeMap, BTreeSet};

/// The rows of the reference: label, FEN, format.
fn reference() -> Vec<(String, String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/perft/reference.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        (columns[0].to_owned(), columns[1].to_owned(), columns[4].to_owned())
    });
    rows.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn every_built_in_game_is_read() {
    let failed: Vec<String> = names().filter_map(|name| find(name).err()).map(|e| e.to_string()).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    for name in names() {
        let loaded = find(name).unwrap();
        assert!(loaded.warnings.problems.is_empty(), "{name}: {}", loaded.warnings);
        assert_eq!(loaded.variant.name, name, "a file is named after its game");
        assert!(!loaded.variant.sources.is_empty(), "{name} names no source");
        for alias in &loaded.variant.aliases {
            assert_eq!(find(alias).unwrap().variant.name, name, "{alias}");
        }
    }
}

#[test]
fn start_positions_print_as_they_are_written() {
    for name in names() {
        let variant = find(name).unwrap().variant;
        let setup = fen::read(&variant, &variant.start).unwrap();
        let printed = fen::write(&variant, &setup);
        assert_eq!(fen::read(&variant, &printed).as_ref(), Ok(&setup), "{name}: {printed}");
        // The order of a hand is the printer's own.
        if setup.hands.iter().flatten().all(|&n| n == 0) {
            assert_eq!(printed, variant.start, "{name}");
        }
    }
}

/// Labels that stand for no built-in game yet.
const NOT_YET: &[&str] = &[];

#[test]
fn every_reference_position_reads_and_prints() {
    let mut games: BTreeMap<String, Option<Variant>> = BTreeMap::new();
    let mut failed = Vec::new();
    let mut unknown = BTreeSet::new();
    for (label, text, format) in reference() {
        let variant = games.entry(label.clone()).or_insert_with(|| match find(&label) {
            Ok(loaded) => Some(loaded.variant),
            Err(FindError::Broken { reason, .. }) => panic!("{label}: {reason}"),
            Err(FindError::Unknown { name, .. }) => {
                unknown.insert(name);
                None
            }
        });
        let Some(variant) = variant else { continue };
        let flavour = match format.as_str() {
            "sfen" => Flavour::Sfen,
            "pdn" => Flavour::Pdn,
            _ => Flavour::Fen,
        };
        match fen::read(variant, &text) {
            Err(e) => failed.push(format!("{label}: {text}\n    {e}")),
            Ok(setup) => {
                if fen::read_as(variant, &text, flavour).as_ref() != Ok(&setup) {
                    failed.push(format!("{label}: {text}\n    is read in another flavour than {format}"));
                }
                for flavour in [Flavour::Fen, variant.flavour] {
                    let printed = fen::write_as(variant, &setup, flavour);
                    if fen::read(variant, &printed).as_ref() != Ok(&setup) {
                        failed.push(format!("{label}: {text}\n    prints as {printed}"));
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{} positions:\n{}", failed.len(), failed.join("\n"));
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
    assert_eq!(unknown, NOT_YET);
}

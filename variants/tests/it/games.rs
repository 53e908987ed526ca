//! The built-in games, and every position of testdata/perft/reference.tsv.

use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_variants::{FindError, find, names, read_toml};
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

/// A small game of one's own, in which a piece may have an id of several letters and be written in short.
fn small(pieces: &str, start: &str) -> Result<betza_variants::Loaded, betza_variants::problem::Report> {
    let text = format!(
        "format = 1\nname = \"x\"\nboard = \"4x4\"\ndialect = \"betza\"\nstart = \"{start} w - - 0 1\"\n\n[pieces]\nK = {{ move = \"K\", royal = true }}\n{pieces}"
    );
    betza_variants::read_toml("x.toml", &text)
}

/// FORMAT.md: the id of `[pieces.Kn]` is `(Kn)` for White and `(kn)` for Black.
#[test]
fn an_id_of_several_letters_stands_in_parentheses() {
    let loaded = small("Kn = { move = \"N\" }\n", "1(kn)k1/4/4/1K(Kn)1").unwrap_or_else(|e| panic!("{e}"));
    let setup = fen::read(&loaded.variant, &loaded.variant.start).unwrap();
    assert_eq!(fen::write(&loaded.variant, &setup), "1(kn)k1/4/4/1K(Kn)1 w - - 0 1");
    assert!(loaded.warnings.problems.is_empty(), "{}", loaded.warnings);
}

/// FORMAT.md: a file has 262,144 bytes at most, a table 1,024 entries.
#[test]
fn long_files_and_tables_are_refused_at_once() {
    let pieces: String = (0..1024).map(|n| format!("[pieces.A{n}]\nmove = \"N\"\n")).collect();
    let refused = |text: &str| read_toml("long.toml", text).expect_err("it is too long").to_string();
    let message = refused(&format!("format = 1\nparent = \"chess\"\n{pieces}[pieces.last]\nmove = \"N\"\n"));
    assert!(message.contains("'last' is one more than the 1024 entries"), "{message}");
    let message = refused(&format!("format = 1\n# {}", "x".repeat(1 << 18)));
    assert!(message.contains("262144 is the limit"), "{message}");
}

/// FORMAT.md: `Q = "RN"` is short for a table with `move` alone; over a parent the piece keeps the rest of its own.
#[test]
fn a_notation_is_short_for_a_piece() {
    let short = small("Q = \"RN\"\n", "1qk1/4/4/1KQ1").unwrap_or_else(|e| panic!("{e}")).variant;
    assert_eq!(short, small("Q = { move = \"RN\" }\n", "1qk1/4/4/1KQ1").unwrap().variant);
    let over = "format = 1\nname = \"x\"\nparent = \"chess\"\n[pieces]\nP = \"fW\"\n";
    let over = betza_variants::read_toml("x.toml", over).unwrap_or_else(|e| panic!("{e}")).variant;
    let pawn = over.kinds.iter().find(|kind| kind.id == "P").unwrap();
    assert_eq!(pawn.notation[0], "fW");
    assert!(pawn.promotion.is_some(), "the pawns of chess promote");
    let wrong = small("Q = \"R~\"\n", "1qk1/4/4/1KQ1").unwrap_err().to_string();
    assert!(wrong.contains("error[notation]"), "{wrong}");
}

/// X4 of docs/notation: `=Q,N` of dialect `bex` lists what the piece may become; where and when is the game's business.
#[test]
fn a_notation_names_what_a_piece_may_become() {
    let read = |pawn: &str| {
        let text = format!(
            "format = 1\nname = \"x\"\nparent = \"chess\"\n[en_passant]\nvictims = []\n[pieces.P]\ndialect = \"bex\"\n{pawn}"
        );
        betza_variants::read_toml("x.toml", &text)
    };
    let becomes = |pawn: &str| -> [Vec<String>; 2] {
        let variant = read(pawn).unwrap_or_else(|e| panic!("{e}")).variant;
        let pawn = variant.kinds.iter().find(|kind| kind.id == "P").unwrap();
        let ids = |kinds: &Vec<_>| {
            let id = |kind: &betza_game::KindId| variant.kinds[kind.index()].id.clone();
            kinds.iter().map(id).collect()
        };
        pawn.promotion.as_ref().unwrap().to.each_ref().map(ids)
    };
    let both = |ids: [&str; 2]| [ids.map(str::to_owned).to_vec(), ids.map(str::to_owned).to_vec()];
    assert_eq!(becomes("move = \"fmWfcF=Q,N\"\n"), both(["Q", "N"]), "the parent's Pawn becomes any of four");
    let by_side = becomes("move = { white = \"fmWfcF=Q,N\", black = \"fmWfcF=R\" }\n");
    assert_eq!(by_side, [vec!["Q".to_owned(), "N".to_owned()], vec!["R".to_owned()]]);
    let own = "move = \"fmWfcF=Q,N\"\npromotion = { to = [\"R\", \"B\"] }\n";
    assert_eq!(becomes(own), both(["R", "B"]), "the file's own table counts more");
    let unknown = read("move = \"fmWfcF=Q,Z\"\n").unwrap_err().to_string();
    assert!(unknown.contains("8:8: error[unknown-piece]: the game has no piece 'Z'"), "{unknown}");
}

#[test]
fn a_piece_that_no_game_ever_has_is_told() {
    let told = |pieces: &str, start: &str| {
        let loaded = small(pieces, start).unwrap_or_else(|e| panic!("{e}"));
        loaded.warnings.to_string()
    };
    let unused = told("N = \"N\"\nQ = \"Q\"\n", "1qk1/4/4/1KQ1");
    assert!(unused.starts_with("x.toml:9:1: warning[no-effect]: no game ever has the piece N"), "{unused}");
    assert_eq!(unused.lines().count(), 1, "{unused}");
    // In a hand, by promotion, and by the promotion of what another becomes.
    let hands = "N = \"N\"\n[hands]\ncaptures = true\n";
    assert_eq!(told(hands, "2k1/4/4/1K2[Nn]"), "");
    let chain = "P = { move = \"fW\", promotion = { zone = \"rank 3\", to = [\"G\"] } }\n\
        G = { move = \"WfF\", promotion = { zone = \"rank 4\", to = [\"N\"] } }\nN = \"N\"\n";
    assert_eq!(told(chain, "1pk1/4/4/1KP1"), "");
    assert!(told(chain, "2k1/4/4/1K2").lines().count() == 3);
}

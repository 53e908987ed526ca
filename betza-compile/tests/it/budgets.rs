//! Budgets of bytes and time for compiling pieces: every piece of `testdata/cases` on 16x16 squares, and errors at the
//! limits before memory is used up.
//!
//! Bytes are asserted exactly. Times depend on the machine and its load, so only gross excesses fail; `cargo bench`
//! measures times.

use betza_compile::lower::{LowerError, Lowering, LowersPieces};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side};
use betza_notation::{Dialect, read};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// The most bytes of one piece.
const BYTES: usize = 16 << 20;

/// The most time of one piece: 250 ms, and room for a slow machine at work.
const TIME: Duration = Duration::from_secs(10);

/// Every notation of the cases, with its dialect.
fn pieces() -> BTreeMap<(String, &'static str), Piece> {
    let file = |name: &str| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/cases").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut found = BTreeMap::new();
    let mut add = |text: &str, dialect: Dialect| {
        // Errors of reading are tested elsewhere.
        if let Ok(reading) = read(text, dialect) {
            found.insert((text.to_owned(), dialect.id()), reading.piece);
        }
    };
    for name in ["documents.jsonl", "single_leg.jsonl", "xbetza.jsonl", "xbetza_more.jsonl"] {
        for line in file(name).lines().filter(|line| !line.trim().is_empty()) {
            let json: Value = serde_json::from_str(line).unwrap();
            let dialect = json["dialect"].as_str().map_or(Dialect::Xbetza, |d| d.parse().unwrap());
            add(json["piece"].as_str().or(json["betza"].as_str()).unwrap(), dialect);
        }
    }
    for (name, dialect) in [("betza_strings_seen.txt", Dialect::Xbetza), ("betza_strings_fsf_ini.txt", Dialect::Fsf)] {
        file(name).lines().for_each(|line| add(line, dialect));
    }
    found
}

#[test]
fn every_piece_of_the_cases_is_small_on_the_largest_board() {
    let board = Board::new(16, 16).unwrap();
    let (mut most, mut slowest) = ((0, String::new()), (Duration::ZERO, String::new()));
    let pieces = pieces();
    assert!(pieces.len() > 500, "{} pieces", pieces.len());
    for ((text, dialect), piece) in &pieces {
        // Alone: nothing is shared with other pieces.
        let mut lowering = Lowering::<4>::new(&board).unwrap();
        let tables = lowering.piece(piece, Side::White).unwrap_or_else(|e| panic!("{text} ({dialect}): {e}"));
        let bytes = lowering.memory_usage() + tables.own_memory();
        assert!(bytes <= BYTES, "{text} ({dialect}): {bytes} bytes");
        assert!(tables.build_time < TIME, "{text} ({dialect}): {:?}", tables.build_time);
        most = most.max((bytes, text.clone()));
        slowest = slowest.max((tables.build_time, text.clone()));
    }
    println!("{} pieces; most bytes {most:?}; longest {slowest:?}", pieces.len());
}

/// The orthodox pieces for both sides: 1.5 MB at most, before what a game adds.
#[test]
fn chess_is_small() {
    let board = Board::new(8, 8).unwrap();
    let mut lowering = Lowering::<1>::new(&board).unwrap();
    let mut own = 0;
    for text in ["fmWfceFifmnD", "N", "B", "R", "Q", "KisO2"] {
        let piece = read(text, Dialect::Xbetza).unwrap().piece;
        for side in Side::BOTH {
            own += lowering.piece(&piece, side).unwrap().own_memory();
        }
    }
    let bytes = lowering.memory_usage() + own;
    assert!(bytes <= 1_500_000, "{bytes} bytes");
}

/// The pieces of Chu Shogi, plain and promoted, for both sides: 24 MB at most. Source: en.wikipedia.org/wiki/Chu_shogi.
/// Promoted pieces that move as others do are not there twice.
#[test]
fn chu_shogi_is_small() {
    let board = Board::new(12, 12).unwrap();
    let mut lowering = Lowering::<3>::new(&board).unwrap();
    let (mut own, mut time) = (0, Duration::ZERO);
    for text in CHU_SHOGI {
        let piece = read(text, Dialect::Xbetza).unwrap_or_else(|e| panic!("{text}: {e:?}")).piece;
        for side in Side::BOTH {
            let tables = lowering.piece(&piece, side).unwrap();
            own += tables.own_memory();
            time += tables.build_time;
        }
    }
    let bytes = lowering.memory_usage() + own;
    println!("{bytes} bytes, {time:?}");
    assert!(bytes <= 24 << 20, "{bytes} bytes");
    assert!(time < TIME, "{time:?}");
}

const CHU_SHOGI: [&str; 31] = [
    "fW",
    "fbW",
    "fFfbW",
    "FfW",
    "WfF",
    "FfbW",
    "FsbW",
    "FfsW",
    "FD",
    "WA",
    "fR",
    "fbR",
    "fbRsW",
    "sRfbW",
    "B",
    "R",
    "BW",
    "RF",
    "Q",
    "K",
    // The Lion, and those that have a part of its powers ahead.
    "KNADcaKmcabK",
    "BsbRfWfDfcafWfmcabW",
    "RbBfFfAfcafFfmcabF",
    "fbRbB",
    "fbRfB",
    "fbRsWF",
    "sRB",
    "fbRB",
    "FfsWbW",
    "sRbB",
    "sRfB",
];

/// Nested groups past the limit, and a board that is too large for the words, are errors that name the limit.
#[test]
fn limits_are_errors() {
    let board = Board::new(16, 16).unwrap();
    let error = Lowering::<3>::new(&board).unwrap_err();
    assert_eq!(error, LowerError::Board { given: 256, limit: 192 });
    let deep = format!("{}W{}", "(".repeat(12), "-F)2".repeat(12));
    let piece = read(&deep, Dialect::Bex).unwrap().piece;
    match Lowering::<4>::new(&board).unwrap().piece(&piece, Side::White) {
        Err(LowerError::Limit { given, limit, .. }) => assert!(given > limit),
        other => panic!("{deep}: {:?}", other.map(|tables| tables.report())),
    }
}

/// By hand: a leap is a mask of eight bytes for each square, forwards and backwards, and has bounds: three masks for
/// each square.
#[test]
fn a_leap_takes_what_it_holds() {
    let board = Board::new(8, 8).unwrap();
    let piece = read("N", Dialect::Xbetza).unwrap().piece;
    let tables = Lowering::<1>::new(&board).unwrap().piece(&piece, Side::White).unwrap();
    let [table] = &tables.report()[..] else { panic!("one table") };
    assert_eq!((table.kind, table.entries, table.bytes), ("leap", 5 * 64, 8 * 5 * 64));
}

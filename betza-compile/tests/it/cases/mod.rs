//! Every case of `testdata/`, through the walk and through the tables: what notations mean on stated boards, and what
//! must be refused.

mod answers;
mod exotics;
mod robust;

use answers::{by_tables, by_walking};
use betza_compile::walk::{Outcome, Scene};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Diagnostic, Dialect, Reading};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How a piece's moves are found.
type Answer = fn(&Piece, &Scene<'_>, Square) -> Result<Vec<Outcome>, String>;

/// At most this many failures are shown.
const SHOWN: usize = 5;

/// A move as files write it: destination, captures, relocations.
type Key = (Option<String>, Vec<String>, Vec<(String, String)>);

/// A position with one mover.
struct Case {
    line: usize,
    dialect: Dialect,
    piece: String,
    board: Board,
    at: Square,
    side: Side,
    friends: Vec<Square>,
    foes: Vec<Square>,
    moved: Vec<Square>,
    expected: Expected,
    json: Value,
}

/// What a case says of the moves.
enum Expected {
    Moves(BTreeSet<Key>),
    Destinations(BTreeSet<String>),
}

fn testdata(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The objects of a file, with their line numbers.
fn lines(file: &str) -> Vec<(usize, Value)> {
    let text = testdata(file);
    let written = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(i, line): (usize, &str)| {
        (i + 1, serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}:{}: {error}", i + 1)))
    };
    written.map(read).collect()
}

fn text<'a>(json: &'a Value, key: &str, default: &'a str) -> &'a str {
    json.get(key).map_or(default, |v| v.as_str().unwrap_or_else(|| panic!("{key} of {json} is no text")))
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().unwrap_or_else(|| panic!("{value} is no list"));
    items.iter().map(|v| v.as_str().unwrap_or_else(|| panic!("{v} is no text")).to_owned()).collect()
}

/// A line of the format that `betza moves --batch` reads, with the moves that are expected.
fn placed(line: usize, json: Value) -> Case {
    let board = Board::parse(text(&json, "board", "8x8")).unwrap();
    let square = |name: &str| board.parse_square(name).unwrap_or_else(|e| panic!("line {line}: {e}"));
    let squares = |key: &str| -> Vec<Square> {
        json.get(key).map_or(Vec::new(), |list| texts(list).iter().map(|name| square(name)).collect())
    };
    let (friends, foes, moved) = (squares("friends"), squares("foes"), squares("moved"));
    let dialect = text(&json, "dialect", "").parse().unwrap();
    let side = if text(&json, "side", "white") == "black" { Side::Black } else { Side::White };
    let occupied: BTreeSet<String> = friends.iter().chain(&foes).map(|&s| board.name(s)).collect();
    let key = |m: &Value| -> Key {
        if let Some(to) = m.as_str() {
            return (Some(to.to_owned()), occupied.get(to).cloned().into_iter().collect(), Vec::new());
        }
        let pair = |v: &Value| -> (String, String) {
            let [from, to] = &texts(v)[..] else { panic!("line {line}: {v} is no relocation") };
            (from.clone(), to.clone())
        };
        let mut captures = texts(&m["captures"]);
        captures.sort_unstable();
        let mut relocations: Vec<_> = m["relocations"].as_array().expect("relocations").iter().map(pair).collect();
        relocations.sort_unstable();
        (m["to"].as_str().map(str::to_owned), captures, relocations)
    };
    let expected = Expected::Moves(json["moves"].as_array().expect("moves").iter().map(key).collect());
    let piece = text(&json, "piece", "").to_owned();
    let at = square(text(&json, "at", ""));
    Case { line, dialect, piece, board, at, side, friends, foes, moved, expected, json }
}

/// A line with a diagram: `rows` from the top rank down, `w` for friends, `b` for foes.
fn drawn(line: usize, json: Value) -> Case {
    let rows = texts(&json["rows"]);
    let board = Board::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let (mut friends, mut foes) = (Vec::new(), Vec::new());
    for (rank, row) in rows.iter().rev().enumerate() {
        for (file, c) in row.chars().enumerate() {
            let square = board.at(file as i32, rank as i32).unwrap();
            match c {
                'w' => friends.push(square),
                'b' => foes.push(square),
                '.' => {}
                c => panic!("line {line}: '{c}' in a diagram"),
            }
        }
    }
    let at = board.parse_square(text(&json, "sq", "")).unwrap();
    let expected = match json.get("to") {
        Some(to) => Expected::Destinations(texts(to).into_iter().collect()),
        None => {
            assert_eq!((text(&json, "color", ""), json["virgin"].as_bool()), ("w", Some(true)), "line {line}");
            let key = |m: &Value| -> Key {
                let to = m[0].as_str().unwrap().to_owned();
                let mut captures = texts(&m[2]);
                captures.extend(m[1].as_str().map(|_| to.clone()));
                captures.sort_unstable();
                (Some(to), captures, Vec::new())
            };
            Expected::Moves(json["moves"].as_array().unwrap().iter().map(key).collect())
        }
    };
    let piece = text(&json, "betza", "").to_owned();
    let (dialect, side) = (Dialect::Xbetza, Side::White);
    Case { line, dialect, piece, board, at, side, friends, foes, moved: Vec::new(), expected, json }
}

impl Case {
    fn scene(&self) -> Scene<'_> {
        Scene::bare(&self.board, self.side, self.at, &self.friends, &self.foes, &self.moved)
    }

    fn key(&self, outcome: &Outcome) -> Key {
        let name = |&square: &Square| self.board.name(square);
        let mut captures: Vec<String> = outcome.captures.iter().map(name).collect();
        captures.sort_unstable();
        let mut relocations: Vec<_> = outcome.relocations.iter().map(|(from, to)| (name(from), name(to))).collect();
        relocations.sort_unstable();
        (outcome.to.as_ref().map(name), captures, relocations)
    }

    /// What is wrong with the answer, if anything.
    fn check(&self, answer: Answer) -> Result<(), String> {
        let reading =
            betza_notation::read(&self.piece, self.dialect).map_err(|errors| format!("not read: {errors:?}"))?;
        self.check_reading(&reading)?;
        let outcomes = answer(&reading.piece, &self.scene(), self.at)?;
        let found: BTreeSet<Key> = outcomes.iter().map(|o| self.key(o)).collect();
        if found.len() != outcomes.len() {
            return Err("a move is given twice".to_owned());
        }
        match &self.expected {
            Expected::Moves(expected) if *expected != found => Err(differences(expected, &found)),
            Expected::Destinations(expected) => {
                let found: BTreeSet<String> = found.into_iter().filter_map(|key| key.0).collect();
                if *expected == found { Ok(()) } else { Err(differences(expected, &found)) }
            }
            Expected::Moves(_) => Ok(()),
        }
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), String> {
        let promotions = reading.piece.promotions.clone().map_or(Value::Null, Value::from);
        for (key, found) in [("royal", Value::from(reading.piece.royal)), ("promotions", promotions)] {
            if self.json.get(key).is_some_and(|expected| *expected != found) {
                return Err(format!("{key}: found {found}"));
            }
        }
        // Files made by other programs say nothing of warnings.
        if self.json.get("source").is_some() {
            let expected = self.json.get("warnings").map_or(Vec::new(), texts);
            let found: Vec<String> = reading.warnings.iter().map(rendered).collect();
            if expected != found {
                return Err(format!("warnings: found {found:?}"));
            }
        }
        Ok(())
    }
}

fn differences<T: Ord + std::fmt::Debug>(expected: &BTreeSet<T>, found: &BTreeSet<T>) -> String {
    let missing: Vec<_> = expected.difference(found).collect();
    let wrong: Vec<_> = found.difference(expected).collect();
    format!("missing {missing:?}, wrong {wrong:?}")
}

fn rendered(d: &Diagnostic) -> String {
    format!("{} {}..{}: {}; {}", d.code.as_str(), d.span.start, d.span.end, d.message, d.remedy)
}

fn report(file: &str, failures: &[String], run: usize) {
    assert!(run > 0, "{file}: no case was run");
    let shown = failures.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{file}: {} of {run} cases fail:\n{shown}", failures.len());
}

fn run(file: &str, cases: impl Iterator<Item = Case>, answer: Answer) {
    let mut failures = Vec::new();
    let mut count = 0;
    for case in cases {
        count += 1;
        if let Err(why) = case.check(answer) {
            let (line, piece, at) = (case.line, &case.piece, case.board.name(case.at));
            failures.push(format!("{file}:{line}: {} {piece} at {at} on {}: {why}", case.dialect, case.board));
        }
    }
    report(file, &failures, count);
}

fn run_placed(file: &str, dialect: Dialect, answer: Answer) {
    let cases = lines(file).into_iter().map(|(line, json)| placed(line, json));
    run(file, cases.filter(|case| case.dialect == dialect), answer);
}

fn run_drawn(file: &str, answer: Answer) {
    run(file, lines(file).into_iter().map(|(line, json)| drawn(line, json)), answer);
}

fn run_refused(file: &str) {
    let mut failures = Vec::new();
    let cases = lines(file);
    for (line, json) in &cases {
        let (piece, dialect) = (text(json, "piece", ""), text(json, "dialect", "").parse().unwrap());
        let expected = texts(&json["errors"]);
        let found: Vec<String> = match betza_notation::read(piece, dialect) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(rendered).collect(),
        };
        if expected != found {
            failures.push(format!("{file}:{line}: {dialect} {piece}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    report(file, &failures, cases.len());
}

/// The tests of one way to find moves, in a module of its own.
macro_rules! by {
    ($($answer:ident)*) => {$(
        mod $answer {
            use super::*;

            #[test]
            fn programs_single_leg() {
                run_drawn("cases/single_leg.jsonl", super::$answer);
            }

            #[test]
            fn programs_xbetza() {
                run_drawn("cases/xbetza.jsonl", super::$answer);
            }

            #[test]
            fn programs_xbetza_more() {
                run_placed("cases/xbetza_more.jsonl", Dialect::Xbetza, super::$answer);
            }
        }
    )*};
}

by! { by_walking by_tables }

/// The tests of one dialect's own files: a module each, so that each dialect passes or fails by itself.
macro_rules! by_dialect {
    ($($module:ident: $dialect:expr $(, $documents:ident)?;)*) => {$(
        mod $module {
            use super::*;

            $(#[test]
            fn $documents() {
                run_placed("cases/documents.jsonl", $dialect, by_walking);
                run_placed("cases/documents.jsonl", $dialect, by_tables);
            })?

            #[test]
            fn by_hand() {
                let file = concat!("notation/", stringify!($module), ".jsonl");
                run_placed(file, $dialect, by_walking);
                run_placed(file, $dialect, by_tables);
            }

            #[test]
            fn refused() {
                run_refused(concat!("notation/", stringify!($module), "_errors.jsonl"));
            }
        }
    )*};
}

by_dialect! {
    betza: Dialect::Betza, documents;
    extended: Dialect::Extended, documents;
    bex: Dialect::Bex, documents;
    betza2: Dialect::Betza2, documents;
    xbetza: Dialect::Xbetza;
    fsf: Dialect::Fsf;
}

//! Every case of testdata, through the program: by the tables, and by the walk with `--reference`. The two must say the
//! same, and what the case says.

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name)
}

/// The answers of `betza moves --batch` to the lines of a file.
fn answers(input: &str, flags: &[&str]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_betza"))
        .args(["moves", "--batch"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).expect("the program reads"));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("all is written");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    lines.lines().map(|l| serde_json::from_str(l).expect("an answer is JSON")).collect()
}

/// The moves of an answer or a case as a set: sorted texts. A case may write a move as its destination alone, which
/// captures what stands there and does nothing else (testdata/notation/README.md).
fn moves(of: &Value, case: &Value) -> Vec<String> {
    let holds = |square: &Value| {
        ["friends", "foes"].iter().any(|men| case[men].as_array().is_some_and(|squares| squares.contains(square)))
    };
    let whole = |m: &Value| match m {
        Value::String(_) if holds(m) && *m != case["at"] => json!({"to": m, "captures": [m], "relocations": []}),
        Value::String(_) => json!({"to": m, "captures": [], "relocations": []}),
        whole => whole.clone(),
    };
    let mut all: Vec<String> = of["moves"].as_array().into_iter().flatten().map(|m| whole(m).to_string()).collect();
    all.sort();
    all
}

/// A case as a question. Some files draw the board: `rows` from the top rank down, `w` for the mover's side, `b` for
/// the other; their pieces are White's, in `xbetza`, and have not moved.
fn question(case: &Value) -> Value {
    let Some(rows) = case["rows"].as_array() else { return case.clone() };
    let rows: Vec<&str> = rows.iter().map(|row| row.as_str().expect("a row is a text")).collect();
    let squares = |of: char| -> Vec<String> {
        let ranks = rows.iter().rev().zip(1..);
        let files = |(row, rank): (&&str, usize)| -> Vec<String> {
            let named = row.chars().zip('a'..).filter(|&(c, _)| c == of);
            named.map(|(_, file)| format!("{file}{rank}")).collect()
        };
        ranks.flat_map(files).collect()
    };
    let board = format!("{}x{}", rows[0].len(), rows.len());
    json!({"dialect": "xbetza", "board": board, "piece": case["betza"], "at": case["sq"], "friends": squares('w'), "foes": squares('b')})
}

/// What a case expects of an answer to its question, and what the answer says, in the form in which the case has it.
fn compared(case: &Value, question: &Value, answer: &Value) -> [Vec<String>; 2] {
    let sorted = |texts: &mut dyn Iterator<Item = String>| -> Vec<String> {
        let mut all: Vec<String> = texts.collect();
        all.sort();
        all.dedup();
        all
    };
    let array = |of: &Value| of.as_array().cloned().unwrap_or_default();
    if !case["to"].is_null() {
        let to = |m: &Value| m["to"].to_string();
        let found = sorted(&mut array(&answer["moves"]).iter().map(to));
        return [sorted(&mut array(&case["to"]).iter().map(Value::to_string)), found];
    }
    if case["rows"].is_null() {
        return [moves(case, question), moves(answer, question)];
    }
    // Destination, what stood there if it was taken, other squares taken.
    let whole = |m: &Value| {
        let mut captures = array(&m[2]);
        captures.extend((!m[1].is_null()).then(|| m[0].clone()));
        captures.sort_by_key(Value::to_string);
        json!({"to": m[0], "captures": captures, "relocations": []})
    };
    let expected: Vec<Value> = array(&case["moves"]).iter().map(whole).collect();
    [moves(&json!({ "moves": expected }), question), moves(answer, question)]
}

/// Whether the piece depends on the types of the others, which only a position of a game has
/// (betza-compile/tests/it/cases/exotics.rs).
fn needs_types(piece: &str) -> bool {
    piece.contains("[ci]")
}

fn every_line_is_answered(name: &str) {
    let text = std::fs::read_to_string(testdata(name)).expect("the file is there");
    let cases: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("a case is JSON")).collect();
    assert!(!cases.is_empty(), "{name} has no cases");
    let questions: Vec<Value> = cases.iter().map(question).collect();
    let input: String = questions.iter().map(|q| format!("{q}\n")).collect();
    for flags in [&[][..], &["--reference"][..]] {
        let answers = answers(&input, flags);
        assert_eq!(answers.len(), cases.len(), "{name} {flags:?}");
        for (i, (case, (question, answer))) in cases.iter().zip(questions.iter().zip(&answers)).enumerate() {
            let piece = question["piece"].as_str().expect("a notation");
            let error = &answer["error"];
            if needs_types(piece) {
                assert!(error.as_str().is_some_and(|e| e.contains("types")), "{name}, line {}: {answer}", i + 1);
                continue;
            }
            assert!(error.is_null(), "{name}, line {}: {answer}", i + 1);
            let [expected, found] = compared(case, question, answer);
            assert_eq!(found, expected, "{name}, line {}, {flags:?}: {piece}", i + 1);
        }
    }
}

macro_rules! files {
    ($($test:ident $name:literal)*) => {
        $(
            #[test]
            fn $test() {
                every_line_is_answered($name);
            }
        )*
    };
}

files! {
    betza "notation/betza.jsonl"
    extended "notation/extended.jsonl"
    bex "notation/bex.jsonl"
    betza2 "notation/betza2.jsonl"
    xbetza "notation/xbetza.jsonl"
    fsf "notation/fsf.jsonl"
    documents "cases/documents.jsonl"
    single_leg "cases/single_leg.jsonl"
    xbetza_programs "cases/xbetza.jsonl"
    xbetza_more "cases/xbetza_more.jsonl"
}

//! Every case of testdata, through the program: by the tables, and by the walk with `--reference`. The two must say the same, and what the
//! case says.

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

/// The moves of an answer or a case as a set: sorted texts. A case may write a move as its destination alone, which captures what stands
/// there and does nothing else (testdata/notation/README.md).
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

/// Whether only a game can say how the piece moves: it asks for the types of other pieces, for a starting square of its kind or for a
/// region of double steps. On a bare board the program says so, or takes the piece to stand where it starts.
fn asks_for_a_game(dialect: &Value, piece: &str) -> bool {
    let on_start = piece.contains("ii") || (dialect == "fsf" && piece.contains('i'));
    piece.contains("[ci]") || piece.contains("[xi") || on_start
}

fn every_line_is_answered(name: &str) {
    let text = std::fs::read_to_string(testdata(name)).expect("the file is there");
    let cases: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("a case is JSON")).collect();
    assert!(!cases.is_empty(), "{name} has no cases");
    for flags in [&[][..], &["--reference"][..]] {
        let answers = answers(&text, flags);
        assert_eq!(answers.len(), cases.len(), "{name} {flags:?}");
        for (i, (case, answer)) in cases.iter().zip(&answers).enumerate() {
            let piece = case["piece"].as_str().expect("a notation");
            if asks_for_a_game(&case["dialect"], piece) {
                continue;
            }
            assert!(answer.get("error").is_none(), "{name}, line {}: {answer}", i + 1);
            assert_eq!(moves(answer, case), moves(case, case), "{name}, line {}, {flags:?}: {piece}", i + 1);
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
    xbetza_more "cases/xbetza_more.jsonl"
}

//! Every numbered decision has a case or a test that cites it by its number: those of the crate's own documentation (lists of `- X9. ...`
//! in the dialects' modules), and those of SEMANTICS that cases can show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The decisions of SEMANTICS, which is no part of this repository: the model, directions, lame leaps, and the dialects' own.
const SEMANTICS: &str = "M1 M2 M3 M4 M5 M6 M7 M8 M9 D1 D2 D3 D4 D5 D6 D6a D6b D7 L1 L2 \
    B1 B2 B3 B3a B4 B5 B6 B7 B7a B8 B9 E1 E1a E2 E2a E3 E4 E5 E6 E7 E8 E9 X1 X2 X3 X4 X5 X6 X7 X7a X8 T1 T2 T3 T4 T5 T5a T6 T7 T8 T9";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files under a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a word is a decision's number: a letter, a number, and perhaps a small letter.
fn is_number(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(['M', 'D', 'L', 'B', 'E', 'X', 'T', 'S']) else { return false };
    let digits = rest.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
    !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit())
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_number(word))
}

/// The crate's own decisions and the file that takes each.
fn taken() -> BTreeMap<String, PathBuf> {
    let mut all = BTreeMap::new();
    for path in files(&root().join("src"), "rs") {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let item = line.strip_prefix("//! - ").and_then(|rest| rest.split_once(". "));
            let Some((number, _)) = item.filter(|(number, _)| is_number(number)) else { continue };
            let before = all.insert(number.to_owned(), path.clone());
            assert_eq!(before, None, "{number} is taken twice, once in {}", path.display());
        }
    }
    all
}

/// The numbers that the sources of cases and the comments of tests cite.
fn cited() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for path in files(&root().join("../testdata/notation"), "jsonl") {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            all.extend(numbers(case["source"].as_str().expect("a case has a source")).map(str::to_owned));
        }
    }
    for path in files(&root().join("tests"), "rs") {
        let text = fs::read_to_string(&path).unwrap();
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        all.extend(comments.flat_map(numbers).map(str::to_owned));
    }
    all
}

#[test]
fn every_decision_has_a_case() {
    let (taken, cited) = (taken(), cited());
    for (series, least) in [('B', 7), ('E', 8), ('X', 7), ('T', 8), ('S', 11)] {
        let found = taken.keys().filter(|number| number.starts_with(series)).count();
        assert!(found >= least, "{found} decisions of series {series} are found in the crate's documentation");
    }
    let known = SEMANTICS.split_whitespace().chain(taken.keys().map(String::as_str));
    let lacking: Vec<&str> = known.filter(|number| !cited.contains(*number)).collect();
    assert!(lacking.is_empty(), "no case cites {}", lacking.join(", "));
}

/// What is cited exists, so that a slip of the pen is not taken for a case.
#[test]
fn every_number_cited_is_a_decision() {
    let taken = taken();
    let known: BTreeSet<&str> = SEMANTICS.split_whitespace().chain(taken.keys().map(String::as_str)).collect();
    let unknown: Vec<String> = cited().into_iter().filter(|number| !known.contains(number.as_str())).collect();
    // Capitals with a number are also notations: `W3` and its like are no series, but `B2` is both.
    let unknown: Vec<&String> = unknown.iter().filter(|n| !["B", "D", "L"].contains(&&n[..1])).collect();
    assert!(unknown.is_empty(), "no decision has the number {unknown:?}");
}

//! Every numbered decision of docs/notation has a case or a test that cites it by its number.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

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

/// The decisions, and the page that has each: list items that begin with the number in bold (`- **D3.** ...`).
fn decisions() -> BTreeMap<String, PathBuf> {
    let mut all = BTreeMap::new();
    for path in files(&root().join("../docs/notation"), "md") {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let item = line.strip_prefix("- **").and_then(|rest| rest.split_once(".**"));
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
    let tests = ["notation", "betza-compile", "explain"].map(|name| root().join("..").join(name).join("tests"));
    for path in tests.iter().flat_map(|folder| files(folder, "rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
        all.extend(comments.flat_map(numbers).map(str::to_owned));
    }
    all
}

#[test]
fn every_decision_has_a_case() {
    let (decisions, cited) = (decisions(), cited());
    for (series, least) in [('M', 9), ('D', 9), ('L', 2), ('B', 18), ('E', 19), ('X', 16), ('T', 18), ('S', 11)] {
        let found = decisions.keys().filter(|number| number.starts_with(series)).count();
        assert!(found >= least, "{found} decisions of series {series} are found in docs/notation");
    }
    let lacking: Vec<&str> = decisions.keys().filter(|number| !cited.contains(*number)).map(String::as_str).collect();
    assert!(lacking.is_empty(), "no case cites {}", lacking.join(", "));
}

/// A number that is cited exists, so that a misspelt one does not count as a case.
#[test]
fn every_number_cited_is_a_decision() {
    let decisions = decisions();
    let unknown: Vec<String> = cited().into_iter().filter(|number| !decisions.contains_key(number)).collect();
    // Capitals with a number are also notations, such as `B2`, so these series are not checked.
    let unknown: Vec<&String> = unknown.iter().filter(|n| !["B", "D", "L"].contains(&&n[..1])).collect();
    assert!(unknown.is_empty(), "no decision has the number {unknown:?}");
}

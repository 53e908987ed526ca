//! Correct and misspelt texts: every notation of testdata and random changes of it, read in every dialect. Nothing
//! panics or takes long, errors have a place, pieces are written so that they read back the same, and tables and walk
//! agree.

use super::answers::{by_tables, by_walking};
use betza_compile::walk::Scene;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Code, Diagnostic, Dialect, read, write};
use betza_testkit::Random;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The longest that reading and writing one text may take, on a machine that does other things as well. Blow-ups take
/// minutes.
const PATIENCE: Duration = Duration::from_secs(20);

/// All notations of testdata.
fn notations() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let mut all = BTreeSet::new();
    for sub in ["cases", "notation"] {
        for entry in fs::read_dir(folder.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            match path.extension().and_then(|e| e.to_str()) {
                Some("txt") => all.extend(text.lines().map(str::to_owned)),
                Some("jsonl") => all.extend(text.lines().map(|line| {
                    let case: serde_json::Value = serde_json::from_str(line).unwrap();
                    case["piece"].as_str().or(case["betza"].as_str()).expect("a notation").to_owned()
                })),
                _ => {}
            }
        }
    }
    assert!(all.len() > 500, "{} notations", all.len());
    all.into_iter().collect()
}

/// A source of choices that a seed decides.
struct Dice(Random);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides.max(1))
    }

    fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.roll(options.len())]
    }

    /// The text with letters left out, put in, exchanged, repeated, or taken from another one.
    fn changed(&mut self, text: &str, all: &[String]) -> String {
        const LETTERS: &str = "WFDNAHLJGCZKQRBOIUXY@fblrvshamcgdjnopzqtiekyux-+*?!=[](),.0123456789ß ";
        let letters: Vec<char> = LETTERS.chars().collect();
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..self.roll(5) {
            let at = self.roll(text.len() + 1);
            match self.roll(5) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.insert(at, *self.pick(&letters)),
                2 if at < text.len() => text[at] = *self.pick(&letters),
                3 => {
                    let other: Vec<char> = self.pick(all).chars().collect();
                    let start = self.roll(other.len());
                    let end = (start + 1 + self.roll(8)).min(other.len());
                    text.splice(at..at, other[start..end].iter().copied());
                }
                _ => {
                    let end = (at + self.roll(6)).min(text.len());
                    let piece = text[at..end].repeat(1 + self.roll(3));
                    text.splice(at..at, piece);
                }
            }
        }
        text.into_iter().collect()
    }
}

fn is_good(text: &str, d: &Diagnostic) -> bool {
    text.get(d.span.clone()).is_some() && !d.message.is_empty() && !d.remedy.is_empty()
}

/// Reads a text, and writes what was read.
fn check_reading(text: &str, dialect: Dialect) {
    let started = Instant::now();
    match read(text, dialect) {
        Err(errors) => {
            assert!(!errors.is_empty(), "{dialect} {text:?} is refused without a word");
            assert!(errors.iter().all(|d| is_good(text, d)), "{dialect} {text:?}: {errors:?}");
        }
        Ok(reading) => {
            let warnings = &reading.warnings;
            assert!(warnings.iter().all(|d| is_good(text, d)), "{dialect} {text:?}: {warnings:?}");
            match write(&reading.piece, dialect) {
                Ok(written) => {
                    let again = read(&written, dialect).map(|again| again.piece);
                    assert!(again.as_ref() == Ok(&reading.piece), "{dialect} {text} is written {written}");
                }
                Err(error) => assert_eq!(error.code, Code::CannotSay, "{dialect} {text}: {error}"),
            }
        }
    }
    assert!(started.elapsed() < PATIENCE, "{dialect} {text:?} took {:?}", started.elapsed());
}

#[test]
fn every_text_is_read_or_refused_with_a_place() {
    let all = notations();
    for text in &all {
        Dialect::ALL.into_iter().for_each(|dialect| check_reading(text, dialect));
    }
    let mut dice = Dice(Random(1));
    for _ in 0..6_000 {
        let text = dice.pick(&all).clone();
        let text = dice.changed(&text, &all);
        check_reading(&text, *dice.pick(&Dialect::ALL));
    }
}

#[test]
fn tables_and_walk_agree_on_what_is_read() {
    let all = notations();
    let board = Board::new(6, 5).unwrap();
    let squares: Vec<Square> = board.squares().collect();
    let mut dice = Dice(Random(2));
    let mut compared = 0;
    while compared < 2_000 {
        let text = dice.pick(&all).clone();
        let text = dice.changed(&text, &all);
        let dialect = *dice.pick(&Dialect::ALL);
        let Ok(reading) = read(&text, dialect) else { continue };
        let at = *dice.pick(&squares);
        let mut men = [Vec::new(), Vec::new(), Vec::new()];
        let density = dice.roll(8);
        for &square in squares.iter().filter(|s| **s != at) {
            if dice.roll(8) < density {
                men[dice.roll(2)].push(square);
            }
            if dice.roll(3) == 0 {
                men[2].push(square);
            }
        }
        let side = *dice.pick(&Side::BOTH);
        let scene = Scene::bare(&board, side, at, &men[0], &men[1], &men[2]);
        let key = |o: betza_compile::walk::Outcome| (o.to, o.captures, o.relocations);
        let found = [by_walking, by_tables].map(|answer| answer(&reading.piece, &scene, at));
        let [Ok(walked), Ok(looked_up)] = found else {
            // Limits, and types that a bare board does not know.
            continue;
        };
        let [walked, looked_up] =
            [walked, looked_up].map(|outcomes| outcomes.into_iter().map(key).collect::<BTreeSet<_>>());
        assert_eq!(looked_up, walked, "{dialect} {text} at {} {men:?}", board.name(at));
        compared += 1;
    }
}

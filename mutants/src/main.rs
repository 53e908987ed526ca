//! Tests mutants, all of which are in one build: `betza-mutants TREE DRAWN OUT [JOBS]`.
//!
//! TREE is a clone whose sources are changed: each mutant of DRAWN, a list as of cargo-mutants with a number each, is
//! put behind a switch that a variable of the environment sets. Those that do not compile so are left out: what does
//! not compile without a switch either is unviable, and the others are not switched. Then the tests are run for each
//! mutant until one fails; if none does, the instructions of the benches are counted. What came of each is a line of
//! OUT: number, result (caught, slower, missed, timeout, unviable, unswitched), seconds, name, and the test or bench
//! that caught it. Numbers that are in OUT are not tested again. JOBS is how many mutants are tested at once.

#![forbid(unsafe_code)]

mod drawn;
mod instructions;
mod places;
mod text;
mod tree;
mod trials;

use crate::drawn::Mutant;
use crate::instructions::Benches;
use crate::tree::Tree;
use crate::trials::{Outcome, Tests};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match &words[..] {
        [tree, drawn, out] => test(tree, drawn, out, 1),
        [tree, drawn, out, jobs] => {
            jobs.parse().map_err(|e| format!("{jobs}: {e}")).and_then(|n| test(tree, drawn, out, n))
        }
        _ => Err("usage: betza-mutants TREE DRAWN OUT [JOBS]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The records of what came of mutants.
struct Records {
    path: String,
    file: Mutex<fs::File>,
}

impl Records {
    fn open(path: &str) -> Result<Records, String> {
        let file = fs::OpenOptions::new().append(true).create(true).open(path).map_err(|e| format!("{path}: {e}"))?;
        Ok(Records { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// The records so far, each as the number and the result.
    fn read(&self) -> Result<BTreeMap<u32, String>, String> {
        let text = fs::read_to_string(&self.path).map_err(|e| format!("{}: {e}", self.path))?;
        let record = |line: &str| {
            let mut fields = line.split('\t');
            Some((fields.next()?.parse().ok()?, fields.next()?.to_owned()))
        };
        Ok(text.lines().filter_map(record).collect())
    }

    fn add(&self, mutant: &Mutant, result: &str, time: Duration, by: &str) -> Result<(), String> {
        let line = format!("{}\t{result}\t{}\t{}\t{by}\n", mutant.number, time.as_secs(), mutant.name);
        print!("{line}");
        let mut file = self.file.lock().map_err(|e| e.to_string())?;
        file.write_all(line.as_bytes()).map_err(|e| format!("{}: {e}", self.path))
    }
}

fn test(tree: &str, drawn: &str, out: &str, jobs: usize) -> Result<(), String> {
    let text = fs::read_to_string(drawn).map_err(|e| format!("{drawn}: {e}"))?;
    let records = Records::open(out)?;
    let known = records.read()?;
    let mut mutants = Mutant::read_all(&text)?;
    mutants.retain(|mutant| !known.contains_key(&mutant.number));
    let tree = Tree::new(Path::new(tree), mutants).map_err(|e| e.to_string())?;
    let switches = tree.switches()?;
    let unviable = tree.unviable(&tree.refused(&switches, &BTreeSet::new())?)?;
    // Some were refused only for the place of another one.
    let refused = tree.refused(&switches, &unviable)?;
    for mutant in tree.mutants().iter().filter(|mutant| refused.contains(&mutant.number)) {
        let result = if unviable.contains(&mutant.number) { "unviable" } else { "unswitched" };
        records.add(mutant, result, Duration::ZERO, "")?;
    }
    let tests = Tests::build(&tree)?;
    println!("{:.1} s: all tests", tests.iter().map(Tests::time).sum::<Duration>().as_secs_f64());
    let benches = Benches::build(&tree)?;
    try_all(&tree, &refused, &tests, benches.as_ref(), &records, jobs)?;
    let mut counts = BTreeMap::<String, usize>::new();
    for result in records.read()?.into_values() {
        *counts.entry(result).or_default() += 1;
    }
    println!("{counts:?}");
    Ok(())
}

/// Runs the tests, and then the benches, for each mutant that has not been refused.
fn try_all(
    tree: &Tree,
    refused: &BTreeSet<u32>,
    tests: &[Tests],
    benches: Option<&Benches>,
    records: &Records,
    jobs: usize,
) -> Result<(), String> {
    let left = Mutex::new(tree.mutants().iter().filter(|mutant| !refused.contains(&mutant.number)));
    let take = || left.lock().map_err(|e| e.to_string()).map(|mut left| left.next());
    let work = || -> Result<(), String> {
        while let Some(mutant) = take()? {
            let started = Instant::now();
            let (result, by) = match trials::all(tests, &mutant.file, mutant.number)? {
                Outcome::Caught(by) => ("caught", by),
                Outcome::TimedOut(by) => ("timeout", by),
                Outcome::Missed => match benches.map(|benches| benches.slower(mutant.number)).transpose()?.flatten() {
                    Some(by) => ("slower", by),
                    None => ("missed", String::new()),
                },
            };
            records.add(mutant, result, started.elapsed(), &by)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        running.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?)
    })
}

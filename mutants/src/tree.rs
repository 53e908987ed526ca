//! A clone whose sources hold mutants, and the compiler's word on which of them cannot be.

use crate::drawn::{Genre, Mutant};
use crate::places;
use crate::text::{self, Change, Piece};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, io};

/// The packages that mutants are drawn from.
const CHANGED: [&str; 3] = ["betza-compile", "betza-game", "betza-movegen"];

/// The module that says which mutant runs.
const SWITCH: &str = include_str!("../switch.rs");

/// The changes of each file.
pub type Changes = BTreeMap<String, Vec<Change>>;

/// The marked bytes of each file, with the numbers of the mutants.
pub type Marks = BTreeMap<String, Vec<(Range<usize>, u32)>>;

/// The tree with the texts of its files as they were.
pub struct Tree {
    root: PathBuf,
    files: BTreeMap<String, String>,
    mutants: Vec<Mutant>,
}

/// What the compiler says is wrong, at some bytes of a file.
struct Complaint {
    /// A match lacks arms.
    lacks_arms: bool,
    /// The file and the bytes of each place that it speaks of; the main ones come first.
    places: Vec<(String, Range<usize>)>,
    text: String,
}

impl Tree {
    /// Adds the switch to a clone.
    ///
    /// # Errors
    /// If files cannot be read or written.
    pub fn new(root: &Path, mutants: Vec<Mutant>) -> io::Result<Tree> {
        let library = root.join("ir/src/lib.rs");
        let text = fs::read_to_string(&library)?;
        if !text.contains("pub mod mutant;") {
            fs::write(&library, format!("{text}\n#[doc(hidden)]\npub mod mutant;\n"))?;
        }
        fs::write(root.join("ir/src/mutant.rs"), SWITCH)?;
        let names: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
        let read = |name: &str| Ok((name.to_owned(), fs::read_to_string(root.join(name))?));
        let files = names.into_iter().map(read).collect::<io::Result<_>>()?;
        Ok(Tree { root: root.to_owned(), files, mutants })
    }

    /// The mutants.
    #[must_use]
    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    /// The changes that put every mutant behind a switch, for each file.
    ///
    /// # Errors
    /// In words, if a file cannot be parsed.
    pub fn switches(&self) -> Result<Changes, String> {
        let of_file = |(file, text): (&String, &String)| {
            let mutants: Vec<&Mutant> = self.mutants.iter().filter(|mutant| mutant.file == *file).collect();
            let found = places::switched(text, &mutants).map_err(|e| format!("{file}: {e}"))?;
            Ok((file.clone(), found))
        };
        self.files.iter().map(of_file).collect()
    }

    /// Writes the changes but for those of some numbers, and those that do not compile. Returns the numbers of mutants
    /// that are not written.
    ///
    /// # Errors
    /// In words, if what does not compile cannot be found.
    pub fn refused(&self, changes: &Changes, without: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String> {
        let found: BTreeSet<u32> = changes.values().flatten().map(Change::number).collect();
        let all = self.mutants.iter().map(|mutant| mutant.number);
        let mut refused: BTreeSet<u32> = all.filter(|number| !found.contains(number)).collect();
        refused.extend(without);
        while self.refuse(changes, &mut refused)? > 0 {
            eprintln!("{} mutants do not compile behind a switch", refused.len());
        }
        Ok(refused)
    }

    /// Makes changes themselves, without switches, those together that do not touch. Returns the numbers of those that
    /// do not compile.
    ///
    /// # Errors
    /// In words, if what does not compile cannot be found.
    pub fn unviable(&self, numbers: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String> {
        let mut left: Vec<&Mutant> = self.mutants.iter().filter(|mutant| numbers.contains(&mutant.number)).collect();
        let mut refused = BTreeSet::new();
        while !left.is_empty() {
            let (mut together, mut later) = (Changes::new(), Vec::new());
            for mutant in left {
                let bytes =
                    mutant.bytes(&self.files[&mutant.file]).ok_or_else(|| format!("no place: {}", mutant.name))?;
                let change = Change::new(mutant.number, bytes, vec![Piece::text(format!(" {} ", mutant.replacement))]);
                let others = together.entry(mutant.file.clone()).or_default();
                if others.iter().any(|other| other.overlaps(&change)) {
                    later.push(mutant);
                } else {
                    others.push(change);
                }
            }
            while self.refuse(&together, &mut refused)? > 0 {}
            left = later;
        }
        Ok(refused)
    }

    /// Writes the files, with the changes that have not been refused. Returns which bytes of each are marked with which
    /// numbers.
    ///
    /// # Errors
    /// In words, if a file cannot be written.
    pub fn write(&self, changes: &Changes, refused: &BTreeSet<u32>) -> Result<Marks, String> {
        let of_file = |(file, text): (&String, &String)| {
            let all = changes.get(file).into_iter().flatten();
            let text = text::changed(text, all.filter(|change| !refused.contains(&change.number())).cloned().collect());
            fs::write(self.root.join(file), &text).map_err(|e| format!("{file}: {e}"))?;
            Ok((file.clone(), text::marked(&text)))
        };
        self.files.iter().map(of_file).collect()
    }

    /// Writes the changes, checks the tree, and refuses those that the compiler complains of. Returns how many.
    fn refuse(&self, changes: &Changes, refused: &mut BTreeSet<u32>) -> Result<usize, String> {
        let marked = self.write(changes, refused)?;
        let before = refused.len();
        let complaints = self.complaints()?;
        for complaint in &complaints {
            let around = |(file, bytes): &(String, Range<usize>)| {
                let holds = marked.get(file)?.iter().filter(|(range, _)| range.contains(&bytes.start));
                holds.min_by_key(|(range, _)| range.len()).map(|(_, number)| *number)
            };
            // Else a body before it that returns another type, or an arm after it that a match needs.
            let near = |(file, bytes): &(String, Range<usize>)| {
                let at = bytes.start;
                let is_genre = |number: u32| {
                    let mutant = self.mutants.iter().find(|mutant| mutant.number == number);
                    let genre = if complaint.lacks_arms { Genre::MatchArm } else { Genre::FnValue };
                    mutant.is_some_and(|mutant| mutant.genre == genre)
                };
                let on_its_side = marked.get(file)?.iter().filter(|(range, number)| {
                    is_genre(*number) && if complaint.lacks_arms { range.start > at } else { range.end <= at }
                });
                on_its_side.min_by_key(|(range, _)| range.start.abs_diff(at)).map(|(_, number)| *number)
            };
            // At last an operator between what it speaks of.
            let within = |(file, bytes): &(String, Range<usize>)| {
                let mut held = marked.get(file)?.iter();
                held.find(|(range, _)| bytes.start <= range.start && range.end <= bytes.end).map(|(_, number)| *number)
            };
            let places = || complaint.places.iter();
            let blamed = [places().find_map(around), places().find_map(near), places().find_map(within)];
            refused.extend(blamed.into_iter().flatten().find(|number| !refused.contains(number)));
        }
        match (complaints.first(), refused.len() - before) {
            (Some(complaint), 0) => Err(complaint.text.clone()),
            (_, blamed) => Ok(blamed),
        }
    }

    /// Cargo in the tree. Lints do not count.
    #[must_use]
    pub fn cargo(&self, command: &str, packages: &[&str]) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root).env("RUSTFLAGS", "--cap-lints=allow").stderr(Stdio::inherit());
        cargo.args([command, "--locked", "--message-format", "json"]);
        cargo.args(packages.iter().flat_map(|package| ["-p", package]));
        cargo
    }

    /// What cargo prints as messages.
    pub fn messages(output: &Output) -> Vec<Value> {
        let text = String::from_utf8_lossy(&output.stdout);
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn complaints(&self) -> Result<Vec<Complaint>, String> {
        let output = self.cargo("check", &CHANGED).arg("--keep-going").output().map_err(|e| e.to_string())?;
        let found: Vec<Complaint> =
            Tree::messages(&output).iter().filter_map(|message| complaint(&message["message"])).collect();
        if found.is_empty() && !output.status.success() {
            return Err("cargo check failed without a complaint".to_owned());
        }
        Ok(found)
    }
}

/// What an error of the compiler says; `None` for other messages, and for those that have no place.
fn complaint(message: &Value) -> Option<Complaint> {
    if message["level"] != "error" {
        return None;
    }
    let (mut main, mut others) = (Vec::new(), Vec::new());
    let mut spans: Vec<&Value> = message["spans"].as_array()?.iter().collect();
    spans.extend(message["children"].as_array()?.iter().filter_map(|child| child["spans"].as_array()).flatten());
    while let Some(span) = spans.pop() {
        if !span["expansion"].is_null() {
            spans.push(&span["expansion"]["span"]);
        }
        let at = |key: &str| usize::try_from(span[key].as_u64()?).ok();
        let place = (span["file_name"].as_str()?.to_owned(), at("byte_start")?..at("byte_end")?);
        if span["is_primary"] == true { main.push(place) } else { others.push(place) }
    }
    main.append(&mut others);
    if main.is_empty() {
        return None;
    }
    let text = message["rendered"].as_str().unwrap_or_default().to_owned();
    Some(Complaint { lacks_arms: message["code"]["code"] == "E0004", places: main, text })
}

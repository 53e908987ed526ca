//! The floors of every crate: imports go down them, and no files import each other in a ring of more than two.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of every crate, and what goes up all the same.
const FLOORS: &str = include_str!("floors.txt");

/// A crate: its name, its floors, and its files by their path from `src` without the ending, each with what it imports.
struct Crate {
    name: String,
    /// The paths that stand on each floor, the lowest floor first.
    floors: Vec<Vec<String>>,
    /// What goes up all the same: the importing file, and the beginning of what it imports.
    exceptions: Vec<(String, String)>,
    files: BTreeMap<String, BTreeSet<String>>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// The crates of `floors.txt`.
fn crates() -> Vec<Crate> {
    let mut all: Vec<Crate> = Vec::new();
    for line in FLOORS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let files = files(&root().join(name).join("src"));
            all.push(Crate { name: name.to_owned(), floors: Vec::new(), exceptions: Vec::new(), files });
            continue;
        }
        let of = all.last_mut().expect("a crate before its floors");
        match line.strip_prefix("^ ") {
            Some(exception) => {
                let parts: Vec<&str> = exception.splitn(3, ", ").collect();
                let [file, path, why] = parts[..] else { panic!("file, import, and why: {line}") };
                assert!(why.len() > 10, "an exception has a reason: {line}");
                of.exceptions.push((file.to_owned(), path.to_owned()));
            }
            None => of.floors.push(line.split(' ').map(str::to_owned).collect()),
        }
    }
    all
}

/// The source files below a folder with what they import.
fn files(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    fn add(folder: &Path, from: &str, all: &mut BTreeMap<String, BTreeSet<String>>) {
        for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" {
                add(&path, &format!("{from}{name}/"), all);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
                let file = format!("{from}{name}");
                let imports = imports(&file, &code.join("\n"));
                all.insert(file, imports);
            }
        }
    }
    let mut all = BTreeMap::new();
    add(src, "", &mut all);
    all
}

/// The paths after `crate::` and `super::` that a file names, with `/` between their parts, those of groups in braces
/// one by one.
fn imports(file: &str, code: &str) -> BTreeSet<String> {
    let mut above: Vec<&str> = file.split('/').collect();
    if above.last() == Some(&"mod") {
        above.pop();
    }
    let mut found = BTreeSet::new();
    let mut before = 0;
    for (start, word) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        // The second of `super::super::` is read with the first.
        if word == "super::" && start < before {
            continue;
        }
        let mut rest = &code[start..];
        let mut base = if word == "crate::" { Vec::new() } else { above.clone() };
        if let Some(inside) = rest.strip_prefix("crate::") {
            rest = inside;
        }
        while let Some(inside) = rest.strip_prefix("super::") {
            (rest, _) = (inside, base.pop());
            before = code.len() - rest.len();
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(rest.len());
        let path = |tail: &str| {
            let parts = tail.split("::").map(str::trim).filter(|part| !part.is_empty());
            base.iter().copied().chain(parts).collect::<Vec<_>>().join("/")
        };
        match rest[end..].strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            Some((names, _)) => found.extend(names.split(',').map(|name| path(&format!("{}::{name}", &rest[..end])))),
            None => drop(found.insert(path(&rest[..end]))),
        }
    }
    found
}

/// How many parts of a path a pattern covers, if it is a beginning of it.
fn covers(pattern: &str, path: &str) -> Option<usize> {
    let mut parts = path.split('/');
    let mut covered = 0;
    for name in pattern.split('/') {
        if parts.next().is_none_or(|part| name != "*" && name != part) {
            return None;
        }
        covered += 1;
    }
    Some(covered)
}

impl Crate {
    /// The floor on which a path stands, as a number; none for what `lib.rs` or `main.rs` holds or re-exports.
    fn floor(&self, path: &str) -> Option<usize> {
        let on = self.floors.iter().enumerate();
        let patterns = on.flat_map(|(floor, patterns)| patterns.iter().map(move |pattern| (pattern, floor)));
        patterns
            .filter_map(|(pattern, floor)| Some((covers(pattern, path)?, !pattern.contains('*'), floor)))
            .max()
            .map(|best| best.2)
    }

    /// The files but `lib.rs` and `main.rs`.
    fn rooms(&self) -> impl Iterator<Item = (&String, &BTreeSet<String>)> {
        self.files.iter().filter(|(file, _)| !["lib", "main"].contains(&file.as_str()))
    }
}

/// A crate whose floors nobody wrote down has none that could be broken.
#[test]
fn every_crate_has_floors() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace's manifest");
    let members = manifest.lines().find(|line| line.starts_with("members")).expect("members");
    let members: BTreeSet<&str> = members.split('"').skip(1).step_by(2).collect();
    let listed = crates();
    let listed: BTreeSet<&str> = listed.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(listed, members);
}

#[test]
fn imports_go_down_the_floors() {
    let mut faults = Vec::new();
    for of in crates() {
        let mut used = BTreeSet::new();
        for (file, imports) in of.rooms() {
            let Some(own) = of.floor(file) else {
                faults.push(format!("{}: {file}.rs stands on no floor", of.name));
                continue;
            };
            for path in imports.iter().filter(|path| of.floor(path).is_some_and(|floor| floor > own)) {
                match of.exceptions.iter().find(|(from, to)| from == file && path.starts_with(to)) {
                    Some(exception) => drop(used.insert(exception)),
                    None => faults.push(format!("{}: {file}.rs imports {path}", of.name)),
                }
            }
        }
        let unused = of.exceptions.iter().filter(|exception| !used.contains(exception));
        faults.extend(unused.map(|(file, path)| format!("{}: nothing needs the exception {file}, {path}", of.name)));
        for pattern in of.floors.iter().flatten() {
            if !of.rooms().any(|(file, _)| covers(pattern, file).is_some()) {
                faults.push(format!("{}: no file stands on {pattern}", of.name));
            }
        }
    }
    assert!(faults.is_empty(), "imports go up:\n{}", faults.join("\n"));
}

/// Without `count/` the generator still has positions, moves and results: nothing below the door imports it.
#[test]
fn only_the_door_knows_of_counting() {
    let all = crates();
    let movegen = all.iter().find(|of| of.name == "movegen").expect("the generator");
    for (file, imports) in movegen.rooms().filter(|(file, _)| !file.starts_with("count") && !file.starts_with("door")) {
        let counted: Vec<&String> = imports.iter().filter(|path| path.starts_with("count")).collect();
        assert!(counted.is_empty(), "{file}.rs imports {counted:?}");
    }
}

#[test]
fn no_ring_of_files_is_larger_than_two() {
    for of in crates() {
        // The file that a path names: the longest part of it that is one.
        let resolve = |path: &String| {
            let parts: Vec<&str> = path.split('/').collect();
            (1..=parts.len()).rev().find_map(|n| {
                let name = parts[..n].join("/");
                [name.clone(), format!("{name}/mod")].into_iter().find(|file| of.files.contains_key(file))
            })
        };
        let edges: BTreeMap<&str, BTreeSet<String>> = of
            .rooms()
            .map(|(file, imports)| {
                let named = imports.iter().filter_map(resolve);
                (file.as_str(), named.filter(|other| other != file).collect())
            })
            .collect();
        // The files that can be reached from a file.
        let reached = |from: &str| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
            while let Some(file) = open.pop() {
                for next in edges.get(file.as_str()).into_iter().flatten() {
                    if seen.insert(next.clone()) {
                        open.push(next.clone());
                    }
                }
            }
            seen
        };
        let all: BTreeMap<&str, BTreeSet<String>> = edges.keys().map(|file| (*file, reached(file))).collect();
        for file in edges.keys() {
            let back = |other: &&String| all.get(other.as_str()).is_some_and(|back| back.contains(*file));
            let ring: Vec<&String> = all[file].iter().filter(back).collect();
            assert!(ring.len() <= 2, "{}: a ring of files: {ring:?}", of.name);
        }
    }
}

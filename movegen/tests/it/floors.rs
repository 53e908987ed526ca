//! The floors of the crate: imports go down them, and no files import each other in a ring of more than two.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The floors, the lowest first. Files that stand alone in `src` are floors of their own.
const FLOORS: [&str; 13] = [
    "units", "position", "compile", "attack", "play", "generate", "rules", "results", "text", "count", "door",
    "strict", "style",
];

/// What imports upward all the same: importing file, imported path, and why.
const EXCEPTIONS: &str = include_str!("floors.txt");

/// The source files, by their path from `src` without the ending, each with its text without comments and tests.
fn sources() -> BTreeMap<String, String> {
    fn add(folder: &Path, from: &str, all: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                add(&path, &format!("{from}{name}/"), all);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
                all.insert(format!("{from}{name}"), code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    let mut all = BTreeMap::new();
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut all);
    all
}

/// The paths after `crate::` that a text names, the parts of groups in braces one by one.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(rest.len());
        let head = rest[..end].trim_end_matches(':');
        let group = rest[end..].strip_prefix('{').and_then(|inside| inside.split_once('}')).map(|parts| parts.0);
        match group {
            Some(names) => found.extend(names.split(',').map(|name| format!("{head}::{}", name.trim()))),
            None => drop(found.insert(head.to_owned())),
        }
    }
    found
}

/// The floor on which a path stands, as a number. The compiled form of a rule is a part of the compiled game.
fn floor(path: &str) -> Option<usize> {
    let mut parts = path.split(['/', ':']).filter(|part| !part.is_empty());
    let folder = parts.next()?;
    let is_plan = folder == "rules" && parts.nth(1) == Some("plan");
    FLOORS.iter().position(|floor| *floor == if is_plan { "compile" } else { folder })
}

#[test]
fn imports_go_down_the_floors() {
    let listed: Vec<(&str, &str)> = EXCEPTIONS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let (file, path) = (words.next().expect("a file"), words.next().expect("what it imports"));
            assert!(words.next().is_some_and(|why| why.len() > 10), "an exception has a reason: {line}");
            (file, path)
        })
        .collect();
    let (mut upward, mut used) = (Vec::new(), BTreeSet::new());
    for (file, code) in sources().iter().filter(|(file, _)| *file != "lib") {
        let own = floor(file).unwrap_or_else(|| panic!("{file}.rs stands on no floor"));
        for path in imports(code) {
            // What `lib.rs` re-exports is named by its short path.
            let Some(other) = floor(&path) else { continue };
            if other <= own {
                continue;
            }
            match listed.iter().find(|(from, to)| from == file && path.starts_with(to)) {
                Some(exception) => drop(used.insert(*exception)),
                None => upward.push(format!("{file}.rs imports {path}")),
            }
        }
    }
    assert!(upward.is_empty(), "imports go up:\n{}", upward.join("\n"));
    let unused: Vec<_> = listed.iter().filter(|exception| !used.contains(*exception)).collect();
    assert!(unused.is_empty(), "exceptions that nothing needs: {unused:?}");
}

/// Without `count/` the crate still has positions, moves and results: nothing below the door imports it.
#[test]
fn only_the_door_knows_of_counting() {
    for (file, code) in sources()
        .iter()
        .filter(|(file, _)| !["count", "door", "lib"].contains(&file.split('/').next().unwrap_or_default()))
    {
        let counted: Vec<String> = imports(code).into_iter().filter(|path| path.starts_with("count")).collect();
        assert!(counted.is_empty(), "{file}.rs imports {counted:?}");
    }
}

#[test]
fn no_ring_of_files_is_larger_than_two() {
    let sources = sources();
    // The file that a path names: the longest part of it that is one.
    let resolve = |path: &str| {
        let parts: Vec<&str> = path.split("::").collect();
        (1..=parts.len()).rev().find_map(|n| {
            let name = parts[..n].join("/");
            [name.clone(), format!("{name}/mod")].into_iter().find(|file| sources.contains_key(file))
        })
    };
    let edges: BTreeMap<&str, BTreeSet<String>> = sources
        .iter()
        .map(|(file, code)| {
            let named = imports(code).into_iter().filter_map(|path| resolve(&path));
            (file.as_str(), named.filter(|other| other != file && other != "lib").collect())
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
    for file in edges.keys().filter(|file| **file != "lib") {
        let ring: Vec<&String> =
            all[file].iter().filter(|other| all.get(other.as_str()).is_some_and(|back| back.contains(*file))).collect();
        assert!(ring.len() <= 2, "a ring of files: {ring:?}");
    }
}

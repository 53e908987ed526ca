//! What `explain` and `show` print, against files that were read by eye against the notation.
//!
//! A file in testdata/snapshots holds blocks: a line `$ betza ...`, then what that command prints. `BLESS=1` in the
//! environment rewrites the answers; what is new must then be checked against the notation by hand before it is
//! committed.

use std::path::{Path, PathBuf};
use std::process::Command;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/snapshots").join(name)
}

fn run(line: &str) -> String {
    let args = line.split(' ').skip(1).map(|a| a.trim_matches('\''));
    let output = Command::new(env!("CARGO_BIN_EXE_betza")).args(args).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

fn compare(name: &str) {
    let path = file(name);
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut printed = String::new();
    let mut commands = 0;
    for line in expected.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            if commands > 0 {
                printed.push('\n');
            }
            commands += 1;
            printed.push_str(&format!("$ {command}\n{}", run(command)));
        }
    }
    assert!(commands > 0, "{name} has no command");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).unwrap();
        return;
    }
    let same = printed.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    assert!(
        printed == expected,
        "{name} differs in line {}:\n  file:    {:?}\n  printed: {:?}",
        same + 1,
        expected.lines().nth(same),
        printed.lines().nth(same)
    );
}

#[test]
fn explanations() {
    compare("explain.txt");
}

#[test]
fn diagrams() {
    compare("show.txt");
}

/// The picture of a Lion, with every kind of mark that it needs.
#[test]
fn a_picture() {
    let path = file("lion.svg");
    let drawn = std::env::temp_dir().join(format!("betza-snapshot-{}.svg", std::process::id()));
    run(&format!("betza show KNADcaKmcabK --dialect xbetza --svg {}", drawn.display()));
    let svg = std::fs::read_to_string(&drawn).unwrap();
    let _ = std::fs::remove_file(&drawn);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &svg).unwrap();
    }
    assert!(svg == std::fs::read_to_string(&path).unwrap(), "the picture differs from {}", path.display());
}

#[cfg(unix)]
#[test]
fn the_readme_was_run_as_written() {
    was_run_as_written("../README.md");
}

#[cfg(unix)]
#[test]
fn the_tutorial_was_run_as_written() {
    was_run_as_written("../docs/first-variant.md");
}

#[cfg(unix)]
#[test]
fn the_page_for_inventors_was_run_as_written() {
    was_run_as_written("../docs/inventors.md");
}

#[cfg(unix)]
#[test]
fn the_guide_to_worth_was_run_as_written() {
    was_run_as_written("../docs/worth.md");
}

#[cfg(unix)]
#[test]
fn the_reference_of_notations_was_run_as_written() {
    for page in ["README", "model", "betza", "betza2", "bex", "extended", "xbetza"] {
        was_run_as_written(&format!("../docs/notation/{page}.md"));
    }
}

/// Every `console` block of a page, run as it stands there: lines `$ COMMAND` and then all that it prints. Blocks of
/// TOML or text with a name are files beside it.
#[cfg(unix)]
fn was_run_as_written(page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let expected = std::fs::read_to_string(&path).unwrap();
    let mut printed = String::new();
    let mut commands = 0;
    // Files that the commands make lie in a folder of their own.
    let dir = tempfile::tempdir().unwrap();
    // Inside of a block: whether a command has been printed in it already.
    let mut block: Option<bool> = None;
    // Inside of a file: its path.
    let mut file: Option<std::path::PathBuf> = None;
    for line in expected.lines() {
        if block.is_none() {
            printed.push_str(&format!("{line}\n"));
            let named = line.strip_prefix("```toml ").or(line.strip_prefix("```text "));
            match (&file, named) {
                (Some(_), _) if line == "```" => file = None,
                (Some(path), _) => {
                    let text = std::fs::read_to_string(path).unwrap_or_default();
                    std::fs::write(path, format!("{text}{line}\n")).unwrap();
                }
                (None, Some(name)) => file = Some(dir.path().join(name)),
                (None, None) => block = (line == "```console").then_some(false),
            }
            continue;
        }
        match (block, line.strip_prefix("$ ")) {
            (_, None) if line == "```" => {
                block = None;
                printed.push_str("```\n");
            }
            (Some(later), Some(command)) => {
                block = Some(true);
                commands += 1;
                printed.push_str(&format!(
                    "{}$ {command}\n{}",
                    if later { "\n" } else { "" },
                    shell(dir.path(), command)
                ));
            }
            _ => {}
        }
    }
    assert!(commands > 0);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &printed).unwrap();
        return;
    }
    let same = printed.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    assert!(
        printed == expected,
        "{page} differs in line {} (BLESS=1 runs it anew):\n  file:    {:?}\n  printed: {:?}",
        same + 1,
        expected.lines().nth(same),
        printed.lines().nth(same)
    );
}

/// What a shell prints for a command, errors last, with the program in its path.
#[cfg(unix)]
fn shell(dir: &Path, command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_betza")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&paths));
    let path = std::env::join_paths(all).unwrap();
    let output = Command::new("sh").args(["-c", command]).current_dir(dir).env("PATH", path).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    format!("{}\n", String::from_utf8(text).unwrap().trim_end())
}

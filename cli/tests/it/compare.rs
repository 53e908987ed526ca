//! `betza compare` and `betza translate-ini`.

use std::process::{Command, Output, Stdio};

const FILE: &str = "\
; written for this test
[good:chess] # a note
castling = false

[forked:chess]
castlingLimit = 3

[orphan:nobody]
maxRank = 5

[loose]
maxRank = 5
maxFile = e
king = k
customPiece1 = l:mRcN
shogiPawn = p
silver = s
promotedPieceType = p:s
promotionRegionWhite = *5
promotionRegionBlack = *1
startFen = k3l/p4/5/4P/L3K w - - 0 1
pieceDrops = true
capturesToHand = true
";

fn betza(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_betza")).args(args).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// The verdict of each section.
fn verdicts(output: &Output) -> Vec<(&str, &str)> {
    let columns = out(output).lines().map(|line| line.split('\t').collect::<Vec<_>>());
    columns.map(|row| (row[1], row[2])).collect()
}

#[test]
fn sections_are_compared_with_pyffish() {
    let python = std::env::var("BETZA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        return println!("SKIPPED: {python} has no package pyffish");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.ini"), FILE).unwrap();
    let o = betza(&["compare", folder.path().to_str().unwrap(), "--pyffish", &python, "--depth", "2", "--games", "1"]);
    let expected = [("good", "exact"), ("forked", "refused"), ("orphan", "neither"), ("loose", "exact")];
    assert_eq!(verdicts(&o), expected, "{}", out(&o));
    assert!(out(&o).contains("a key of a fork"), "{}", out(&o));
    assert_eq!(o.status.code(), Some(0));
}

/// Without the other program nothing is compared.
#[test]
fn a_program_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.ini"), FILE).unwrap();
    let o = betza(&["compare", folder.path().to_str().unwrap(), "--pyffish", "no-such-python"]);
    assert_eq!(o.status.code(), Some(1));
    let said = String::from_utf8_lossy(&o.stderr).into_owned();
    assert!(said.contains("no-such-python") && said.contains("--engine"), "{said}");
    // Before it is asked for: sections that no file has.
    let o =
        betza(&["compare", folder.path().to_str().unwrap(), "--pyffish", "no-such-python", "--section", "good,god"]);
    let said = String::from_utf8_lossy(&o.stderr).into_owned();
    assert!(o.status.code() == Some(1) && said.contains("--section god: no file has"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    let o = betza(&["translate-ini", empty.path().join("none.ini").to_str().unwrap()]);
    assert_eq!(o.status.code(), Some(1));
}

/// A translation counts as the section does.
#[test]
fn sections_are_translated() {
    let folder = tempfile::tempdir().unwrap();
    let ini = folder.path().join("games.ini");
    std::fs::write(&ini, FILE).unwrap();
    let (ini, to) = (ini.to_str().unwrap(), folder.path().join("toml"));
    let o = betza(&["translate-ini", ini, "--output", to.to_str().unwrap()]);
    // Two of the sections cannot be read.
    assert_eq!(o.status.code(), Some(1));
    for name in ["good", "loose"] {
        let file = to.join(format!("{name}.toml"));
        let translated = betza(&["perft", "3", "--file", file.to_str().unwrap()]);
        let section = betza(&["perft", "3", "--ini", &format!("{ini}:{name}")]);
        assert_eq!(out(&translated), out(&section), "{name}");
        assert!(out(&section).contains("Nodes searched: "));
    }
    assert!(!to.join("forked.toml").exists());
    // The place of an error has the file's whole name.
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, "format = 1\nparent = \"chess\"\nname = \"x\"\nbored = \"8x8\"\n").unwrap();
    let o = betza(&["translate-game", bad.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&o.stderr).into_owned();
    assert!(said.contains(&format!("{}:4:1", bad.display())), "{said}");
    let o = betza(&["translate-ini", ini, "loose"]);
    assert!(out(&o).starts_with("format = 1\nname = \"loose\"\n"), "{}", out(&o));
    assert_eq!(betza(&["translate-ini", ini]).status.code(), Some(2));
}

//! `betza suite` with another program, and with the ledger.

use std::fs;
use std::process::{Command, Output};

fn suite(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_betza")).arg("suite").args(args).output().unwrap()
}

fn out(o: &Output) -> String {
    String::from_utf8(o.stdout.clone()).unwrap()
}

/// A program that knows one number: the replies to White's first moves.
#[test]
#[cfg(unix)]
fn another_program_counts() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("some.tsv");
    let path = path.to_str().unwrap();
    fs::write(
        path,
        "variant\tfen\tdepth\tnodes\tconfirmed\nchess\tstartpos\t2\t400\tkeys\nchess\tstartpos\t3\t8902\t\n",
    )
    .unwrap();
    let o = suite(&[path, "--against", "sh -c 'echo Nodes searched: 400' {fen}", "--confirm", "a script"]);
    assert_eq!(o.status.code(), Some(1));
    assert!(out(&o).contains("expected 8902\n  counted  400"), "{}", out(&o));
    assert!(out(&o).contains("1 passed, 1 failed"), "{}", out(&o));
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>()[1..],
        ["chess\tstartpos\t2\t400\tkeys, a script", "chess\tstartpos\t3\t8902\t"]
    );
}

/// A file with one game has no rows of the others.
#[test]
fn what_a_ledger_lacks_is_listed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("chess.tsv");
    fs::write(&path, "variant\tfen\tdepth\tnodes\tconfirmed\nchess\tstartpos\t1\t20\t\n").unwrap();
    let o = suite(&[path.to_str().unwrap(), "--missing"]);
    assert_eq!(o.status.code(), Some(1));
    let text = out(&o);
    for line in ["shogi: no rows", "chess: the start: depth 2", "chess: 0 positions besides the start, of 10"] {
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
    assert!(text.contains("chess.tsv:2: not confirmed"), "{text}");
}

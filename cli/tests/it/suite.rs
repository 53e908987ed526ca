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

/// A program that says more after its sum: that is not read as the next answer.
#[test]
#[cfg(unix)]
fn what_comes_after_a_sum_is_no_answer() {
    let dir = tempfile::tempdir().unwrap();
    let (suite_file, script) = (dir.path().join("chess.epd"), dir.path().join("engine.sh"));
    fs::write(&suite_file, "startpos ;D1 20 ;D2 400 ;D1 20\n").unwrap();
    let more = "echo 'Nodes per second: 5000'";
    let lines = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;\n\
         protover*) echo 'feature ping=1 done=1';; ping*) echo \"pong ${{line#ping }}\";;\n\
         *'perft 1') echo 'Nodes searched: 20'; {more};; *'perft 2') echo 'Nodes searched: 400'; {more};; esac; done\n"
    );
    fs::write(&script, lines).unwrap();
    let against = format!("sh '{}'", script.display());
    for protocol in ["uci", "cecp"] {
        let o = suite(&[suite_file.to_str().unwrap(), "--against", &against, "--protocol", protocol]);
        assert!(out(&o).starts_with("3 passed, 0 failed"), "{protocol}: {}", out(&o));
    }
}

/// Before the other program is even started.
#[test]
fn words_need_a_column() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("chess.epd");
    fs::write(&path, "startpos ;D1 20\n").unwrap();
    let o = suite(&[path.to_str().unwrap(), "--against", "/no/such/program", "--confirm", "it"]);
    let said = String::from_utf8(o.stderr).unwrap();
    assert!(o.status.code() == Some(1) && said.contains("chess.epd: it has no column 'confirmed'"), "{said}");
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

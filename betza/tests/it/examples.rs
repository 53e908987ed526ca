//! The programs under `examples/`, run.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// An example as cargo has built it beside this test. Cargo builds it now if it was not asked to.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test is a file");
    let folder =
        test.parent().and_then(|deps| deps.parent()).expect("it lies in a folder of a folder").join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
        let mut build = Command::new(cargo);
        build.args(["build", "-p", "betza", "--example", name]).current_dir(env!("CARGO_MANIFEST_DIR"));
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo starts").success());
    }
    program
}

/// What it prints, errors last, and whether it succeeds.
fn run(name: &str, arguments: &[&str], input: &str) -> (bool, String) {
    let mut command = Command::new(example(name));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).expect("it writes text"))
}

#[test]
fn a_piece_of_ones_own_is_counted() {
    // Chess with amazons has published counts (testdata/perft/reference.tsv).
    let (is_done, said) = run("perft", &[], "");
    assert!(
        is_done && said.ends_with("perft(1) = 22\nperft(2) = 484\nperft(3) = 12483\nperft(4) = 318185\n"),
        "{said}"
    );
    // With a queen it is chess.
    assert!(run("perft", &["Q", "3"], "").1.ends_with("perft(3) = 8902\n"));
    let (is_done, said) = run("perft", &["Q~"], "");
    assert!(!is_done && said.starts_with("Error: error[unknown-letter]"), "{said}");
}

#[test]
fn a_random_player_comes_to_an_end() {
    for game in ["chess", "shogi", "xiangqi", "atomic"] {
        let (is_done, said) = run("random_player", &[game, "7"], "");
        let result = said.lines().rev().nth(1).expect("three lines");
        let has_ended = ["White wins: ", "Black wins: ", "draw: "].iter().any(|start| result.starts_with(start));
        assert!(is_done && said.starts_with("1. ") && has_ended, "{game}: {said}");
    }
}

#[test]
fn a_diagram_is_drawn() {
    let (is_done, said) = run("diagram", &["N", "b1"], "");
    assert!(is_done && said.starts_with("<svg") && said.contains("Alone on b1 it goes to a3 c3 d2."), "{said}");
    assert!(!run("diagram", &["N", "z9"], "").0);
}

#[test]
fn positions_are_told() {
    let input = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n4k3/8/8/8/8/8/8/4R1K1 w - - 0 1\n";
    let (is_done, said) = run("positions", &[], input);
    assert!(is_done, "{said}");
    // A king on its first rank has five squares and castles, a rook on h1 has seven on the file and two on the rank.
    assert!(said.contains("15 legal moves: ") && said.contains(" O-O"), "{said}");
    assert!(said.contains("draw: stalemate") && said.contains("  0 legal moves"), "{said}");
    // The side that has moved is in check.
    assert!(said.contains("refused: ") && said.contains("taken all the same: "), "{said}");
}

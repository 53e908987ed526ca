//! Faults planted in engines by a proxy, and found by `betza bisect`.

#![cfg(unix)]

use crate::proxy::{Fault, command};
use std::process::{Command, Stdio};

/// Where each fault is at work within two plies: a castling, an en-passant capture after a double step, a promotion.
///
/// The pieces of each position stand so that nothing else is needed, and some that shrinking can take away.
const POSITIONS: [(Fault, &str); 3] = [
    (Fault::Castling, "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K1NR w KQkq - 0 1"),
    (Fault::EnPassant, "4k3/2p1p3/8/3P4/8/8/5PP1/4K2R b - - 0 1"),
    (Fault::Underpromotion, "4k3/1P4pp/8/8/8/8/5PPP/4K3 w - - 0 1"),
];

/// The program, where one of these names is installed.
fn installed(names: &[&str]) -> Option<String> {
    let runs = |name: &&&str| {
        let child = Command::new(name).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        child.is_ok_and(|mut child| child.wait().is_ok())
    };
    let found = names.iter().find(runs).map(|name| (*name).to_owned());
    if found.is_none() {
        eprintln!("skipped: none of {names:?} is installed");
    }
    found
}

/// Every fault, planted in this engine, is found: the move that is missing is one of its sort, in the position found
/// and in the smallest one, which has fewer pieces.
fn finds_all(way: &str, depth: &str, options: &[&str], engine: &str) {
    for (fault, fen) in POSITIONS {
        let against = command(way, fault, engine);
        let words = ["bisect", "chess", depth, "--fen", fen, "--against", &against, "--threads", "1"];
        let o = Command::new(env!("CARGO_BIN_EXE_betza")).args(words).args(options).output().unwrap();
        let (out, err) = (String::from_utf8(o.stdout).unwrap(), String::from_utf8(o.stderr).unwrap());
        assert_eq!(o.status.code(), Some(1), "{fault:?}: {out}{err}");
        let positions: Vec<&str> = out.lines().filter_map(|l| l.strip_prefix("Position: ")).collect();
        let pieces = |fen: &str| fen.split(' ').next().unwrap().chars().filter(|c| c.is_alphabetic()).count();
        assert_eq!(positions.len(), 2, "{fault:?}: {out}{err}");
        assert!(pieces(positions[1]) < pieces(positions[0]), "{fault:?}: {out}");
        if way == "cecp" {
            // It tells no moves: one is missing where the fault is at work.
            assert!(out.contains("Counts:"), "{fault:?}: {out}");
        } else {
            let only: Vec<&str> = out.lines().filter_map(|l| l.strip_prefix("Only here:")).map(str::trim).collect();
            for (fen, moves) in positions.iter().zip(&only) {
                assert!(moves.split(' ').all(|text| fault.is(fen, text)), "{fault:?}: {moves} in {fen}");
            }
            assert!(out.contains("The piece is the "), "{fault:?}: {out}");
        }
    }
}

#[test]
fn faults_in_stockfish_are_found() {
    let Some(engine) = installed(&["stockfish", "/usr/games/stockfish"]) else { return };
    finds_all("uci", "3", &[], &engine);
}

#[test]
fn faults_in_fairy_stockfish_are_found() {
    let Some(engine) = installed(&["fairy-stockfish", "/usr/games/fairy-stockfish"]) else { return };
    finds_all("uci", "3", &[], &engine);
}

#[test]
fn faults_in_sjaak_are_found_without_divide() {
    let Some(engine) = installed(&["sjaakii", "/usr/games/sjaakii"]) else { return };
    finds_all("cecp", "3", &["--protocol", "cecp"], &engine);
}

/// python-chess, started for each position: the Python that BETZA_PYTHON names, if it has the package.
#[test]
fn faults_in_python_chess_are_found_by_template() {
    let python = std::env::var("BETZA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python).args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!("skipped: {python} has no package chess");
        return;
    }
    let count = r#"-c "import chess, sys; print(chess.Board(sys.argv[1]).legal_moves.count())" "$1""#;
    // It takes a while to start.
    finds_all("template", "2", &[], &format!("{python} {count}"));
}

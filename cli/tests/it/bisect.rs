//! `betza bisect` against programs that speak UCI: Fairy-Stockfish where it is installed, and scripts that behave
//! badly.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn betza(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_betza")).args(args).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

/// What a line of the answer says after its title.
fn after<'a>(output: &'a Output, title: &str) -> &'a str {
    let line = out(output).lines().find_map(|l| l.strip_prefix(title));
    line.unwrap_or_else(|| panic!("no '{title}' in {}{}", out(output), err(output))).trim()
}

/// Fairy-Stockfish, where it is installed: Debian's package fairy-stockfish, or what BETZA_FAIRY_STOCKFISH names.
fn fairy_stockfish() -> Option<String> {
    let named = std::env::var("BETZA_FAIRY_STOCKFISH").ok();
    let usual = ["fairy-stockfish", "/usr/games/fairy-stockfish"].map(str::to_owned);
    let runs = |command: &String| {
        let child = Command::new(command).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        child.is_ok_and(|mut c| c.wait().is_ok())
    };
    let found = named.into_iter().chain(usual).find(runs);
    if found.is_none() {
        eprintln!("skipped: no fairy-stockfish is installed (Debian's package of that name has it)");
    }
    found
}

/// Source of the counts: chessprogramming.org, Perft Results; for shogi the Shogi Perft page of the same site.
#[test]
fn fairy_stockfish_counts_the_same() {
    let Some(engine) = fairy_stockfish() else { return };
    for (game, depth, nodes) in [("chess", "4", 197_281), ("shogi", "3", 25_470)] {
        let o = betza(&["bisect", game, depth, "--against", &engine]);
        let expected = format!("The counts are the same: {nodes} nodes at depth {depth}\n");
        assert_eq!((out(&o), status(&o)), (expected.as_str(), Some(0)), "{}", err(&o));
    }
}

/// A Knight here that also steps one square ahead.
#[test]
fn a_game_that_differs_here() {
    let Some(engine) = fairy_stockfish() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("odd.toml");
    std::fs::write(&path, "format = 1\nparent = \"chess\"\nname = \"odd\"\n[pieces.N]\nmove = \"NfW\"\n").unwrap();
    let o = betza(&["bisect", "--file", path.to_str().unwrap(), "3", "--against", &engine, "--uci-variant", "chess"]);
    assert_eq!(status(&o), Some(1), "{}", err(&o));
    // At the start pawns stand before the knights, so it takes a move of either.
    assert!(!after(&o, "The moves part after:").starts_with("the root"), "{}", out(&o));
    assert_eq!(after(&o, "Only there:"), "none");
    // A knight's step ahead: the same file, the next rank up or down.
    for step in after(&o, "Only here:").split_whitespace() {
        let b = step.as_bytes();
        assert!(b[0] == b[2] && b[1].abs_diff(b[3]) == 1, "{step} in {}", out(&o));
    }
}

/// Chess without castling there, from a file of variants. White needs a move of the bishop before it can castle, and
/// Black, whose knight is still at home, cannot within three plies: the games part after two moves, the first the
/// bishop's, and by that castling alone.
#[test]
fn a_game_that_differs_there() {
    let Some(engine) = fairy_stockfish() else { return };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("odd.ini");
    std::fs::write(&path, "[nocastle:chess]\ncastling = false\n").unwrap();
    let load = format!("setoption name VariantPath value {}", path.to_str().unwrap());
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let bisect = |depth| {
        betza(&[
            "bisect",
            "chess",
            depth,
            "--fen",
            fen,
            "--against",
            &engine,
            "--uci",
            &load,
            "--uci-variant",
            "nocastle",
        ])
    };
    let o = bisect("2");
    assert!(out(&o).starts_with("The counts are the same: "), "{}{}", out(&o), err(&o));
    let o = bisect("3");
    assert_eq!(status(&o), Some(1), "{}", err(&o));
    let path: Vec<&str> = after(&o, "The moves part after:").split_whitespace().collect();
    assert!(path.len() == 2 && path[0].starts_with("f1"), "{path:?}");
    assert_eq!((after(&o, "Only here:"), after(&o, "Only there:")), ("e1g1", "none"));
    // Both lists are printed whole, and the command given counts the same moves.
    let (here, there) = (after(&o, "Moves here:"), after(&o, "Moves there:"));
    assert_eq!(here.split_whitespace().filter(|m| *m != "e1g1").collect::<Vec<_>>().join(" "), there);
    let again = after(&o, "Again: betza");
    let script = format!("'{}' {again}", env!("CARGO_BIN_EXE_betza"));
    let legal = Command::new("sh").args(["-c", &script]).output().unwrap();
    let moves: Vec<&str> = out(&legal).lines().take_while(|l| !l.is_empty()).collect();
    assert_eq!(moves.join(" "), here);
}

/// A program that is a script: what it does for the lines that come.
struct Script {
    dir: tempfile::TempDir,
}

impl Script {
    /// `cases` are those of a shell's `case` on a line; `isready` is answered.
    fn new(cases: &str) -> Script {
        let dir = tempfile::tempdir().unwrap();
        let text = format!(
            "#!/bin/sh\necho $$ > \"$0.pid\"\nwhile read -r line; do case \"$line\" in\n{cases}\nisready) echo readyok;;\nesac; done\n"
        );
        std::fs::write(dir.path().join("engine.sh"), text).unwrap();
        Script { dir }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("engine.sh")
    }

    fn command(&self) -> String {
        format!("sh '{}'", self.path().display())
    }

    /// What `betza bisect chess 2` says against it, waiting that many seconds for an answer; it must end with status 1
    /// and soon.
    fn told(&self, patience: &str) -> String {
        let start = Instant::now();
        let o = betza(&["bisect", "chess", "2", "--against", &self.command(), "--patience", patience]);
        assert_eq!((out(&o), status(&o)), ("", Some(1)), "{}", err(&o));
        assert!(start.elapsed() < Duration::from_secs(60));
        err(&o).to_owned()
    }
}

#[test]
fn programs_that_misbehave_are_told_of() {
    let cases = [
        ("uci) exec sleep 100;;", "it has not answered for 2 s"),
        ("uci) while :; do echo info; done;;", "it has not answered for 2 s"),
        ("uci) exit 3;;", "it ended without an answer"),
        ("uci) exec cat /dev/zero;;", "a line of its output is over"),
        ("uci) echo uciok;; go*) exec sleep 100;;", "it has not answered for 2 s"),
        ("uci) echo uciok;; go*) kill -9 $$;;", "it ended without an answer"),
        ("uci) echo uciok;; go*) echo Segmentation fault;;", "'Segmentation fault' is no line of an answer"),
        ("uci) echo uciok;; go*) echo 'e2e4: x';;", "'e2e4: x' is no line of an answer"),
        ("uci) echo uciok;; go*) echo 'e2e4: 20'; echo 'Nodes searched: 400';;", "add up to 20, but it says"),
        (
            "uci) echo 'option name UCI_Variant type combo default a var a var b'; echo uciok;;",
            "it knows no game named chess",
        ),
    ];
    for (case, expected) in cases {
        // Only where waiting is what is tested: a busy machine takes its time for a script.
        let patience = if expected.contains("2 s") { "2" } else { "30" };
        let said = Script::new(case).told(patience);
        assert!(said.contains(expected), "{case}: {said}");
    }
    let o = betza(&["bisect", "chess", "2", "--against", "/no/such/engine --fast"]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("/no/such/engine --fast: it cannot be run: No such file"), "{}", err(&o));
}

/// It counts 21 replies to e2e4, but then lists 20 of them.
#[test]
fn a_program_that_contradicts_itself_is_told_of() {
    let o = betza(&["perft", "2", "--divide"]);
    let below_root: String = out(&o).replace("e2e4: 20", "e2e4: 21").replace("searched: 400", "searched: 401");
    let o = betza(&["perft", "1", "--divide", "--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]);
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("2", below_root.as_str()), ("1", out(&o))] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let said = Script::new(&format!("uci) echo uciok;; 'go perft'*) cat '{}'/${{line##* }};;", dir.path().display()))
        .told("30");
    assert!(said.contains("it counts otherwise after e2e4, but not below any of the moves there"), "{said}");
}

/// A program that speaks XBoard's protocol, describes its Knight and lacks one of its moves.
#[test]
fn a_piece_is_shown_in_both_programs_words() {
    let o = betza(&["perft", "1", "--divide"]);
    let lacking: String = out(&o).replace("b1a3: 1\n", "").replace("searched: 20", "searched: 19");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("counts");
    std::fs::write(&file, lacking).unwrap();
    let script = Script::new(&format!(
        "protover*) echo 'feature ping=1 variants=\"normal\" done=1';; new) echo 'piece N& fN';; ping*) echo \"pong ${{line#ping }}\";; \
         perft*) cat '{}';;",
        file.display()
    ));
    let o = betza(&["bisect", "chess", "1", "--keep", "--protocol", "cecp", "--against", &script.command()]);
    assert_eq!(status(&o), Some(1), "{}", err(&o));
    assert_eq!((after(&o, "Only here:"), after(&o, "Only there:")), ("b1a3", "none"));
    assert_eq!(after(&o, "The piece is the"), "Knight (N, xbetza):");
    assert_eq!(after(&o, "The other program describes it:"), "piece N& fN");
}

/// SIGINT ends the wait for a program that hangs, and the program with it.
#[test]
fn an_interrupted_wait_ends_both() {
    let script = Script::new("uci) exec sleep 100;;");
    let mut child = Command::new(env!("CARGO_BIN_EXE_betza"))
        .args(["bisect", "chess", "2", "--against", &script.command()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let noted = script.path().with_extension("sh.pid");
    let start = Instant::now();
    let pid = loop {
        let text = std::fs::read_to_string(&noted).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(20));
    };
    let signal = |name: &str, pid: &str| {
        Command::new("kill").args([name, pid]).stderr(Stdio::null()).status().unwrap().success()
    };
    assert!(signal("-TERM", &child.id().to_string()));
    let o = child.wait_with_output().unwrap();
    assert_eq!((out(&o), status(&o)), ("", Some(143)), "{}", err(&o));
    assert!(!signal("-0", &pid), "the other program is still there");
}

//! Counting from outside: perft, legal, variants, suite and bisect; what they print, where, and their exit status.

use std::process::{Command, Output};

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

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Source of the counts: chessprogramming.org, Perft Results.
#[test]
fn perft_prints_the_count_last() {
    let o = betza(&["perft", "chess", "4"]);
    assert_eq!((out(&o), status(&o)), ("Nodes searched: 197281\n", Some(0)));
    assert!(err(&o).starts_with("Time: ") && err(&o).contains("nodes/s"), "{}", err(&o));
    assert_eq!(out(&betza(&["perft", "4"])), "Nodes searched: 197281\n", "chess is the default");
    assert_eq!(out(&betza(&["perft", "standard", "0"])), "Nodes searched: 1\n");
    let o = betza(&["perft", "chess", "3", "--fen", KIWIPETE, "--threads", "3", "--hash", "1", "--verify"]);
    assert_eq!(out(&o), "Nodes searched: 97862\n");
    assert!(err(&o).contains("Verified"), "{}", err(&o));
}

/// The Rook attacks Black's King while White is to move. It is counted all the same: whoever looks for bugs may want
/// it.
#[test]
fn a_position_to_which_no_game_comes_is_told() {
    let o = betza(&["perft", "chess", "1", "--fen", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"]);
    assert!(
        err(&o)
            .starts_with("Warning: no game can come to this position, as the side that is not to move is in check; ")
    );
    assert!(out(&o).starts_with("Nodes searched: ") && status(&o) == Some(0));
}

#[test]
fn divide_has_a_line_for_each_move() {
    let o = betza(&["perft", "chess", "2", "--divide"]);
    let (moves, rest) = out(&o).split_once("\n\n").unwrap();
    assert_eq!(moves.lines().count(), 20);
    assert!(moves.lines().all(|l| l.ends_with(": 20")) && moves.contains("e2e4: 20"), "{moves}");
    assert_eq!(rest, "Nodes searched: 400\n");
}

#[test]
fn perft_has_the_documented_json() {
    let o = betza(&["perft", "chess", "3", "--json", "--divide", "--threads", "2"]);
    let json: serde_json::Value = serde_json::from_str(out(&o)).unwrap();
    assert_eq!(json["variant"], "chess");
    assert_eq!(json["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&json["depth"], &json["threads"]), (&3.into(), &2.into()));
    assert_eq!(json["nodes"], "8902", "counts are decimal strings");
    assert!(json["seconds"].is_f64() && json["nps"].is_u64());
    let divide = json["divide"].as_array().unwrap();
    let sum: u64 = divide.iter().map(|d| d["nodes"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((divide.len(), sum), (20, 8902));
}

/// Source: chessprogramming.org, Perft Results, position 2 at depth 2.
#[test]
fn stats_tell_moves_apart() {
    let o = betza(&["perft", "--fen", KIWIPETE, "2", "--stats"]);
    for line in ["Captures: 351", "En passant: 1", "Castlings: 91", "Promotions: 0", "Checks: 3", "Mates: 0"] {
        assert!(out(&o).lines().any(|l| l == line), "{line} in {}", out(&o));
    }
    assert!(out(&o).ends_with("\n\nNodes searched: 2039\n"));
}

#[test]
fn wrong_input_is_1_and_wrong_usage_is_2() {
    let o = betza(&["perft", "ches", "3"]);
    assert_eq!((out(&o), status(&o)), ("", Some(1)));
    assert!(err(&o).contains("did you mean 'chess'"), "{}", err(&o));
    let o = betza(&["perft", "chess", "3", "--fen", "8/8/8/8/8/8/8/X7 w - - 0 1"]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("fen-unknown-piece") && err(&o).contains('^'), "{}", err(&o));
    for usage in
        [&["perft"][..], &["perft", "chess", "x"], &["perft", "chess", "3", "--threads", "0"], &["perft", "1000"]]
    {
        assert_eq!(status(&betza(usage)), Some(2), "{usage:?}");
    }
    let o = betza(&["perft", "--file", "no-such-file.toml", "3"]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("no-such-file.toml"));
}

#[test]
fn a_game_of_ones_own_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("knightless.toml");
    // Without knights only the pawns can move: 16 moves.
    let start = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1";
    std::fs::write(&path, format!("format = 1\nparent = \"chess\"\nname = \"knightless\"\nstart = \"{start}\"\n"))
        .unwrap();
    let o = betza(&["perft", "--file", path.to_str().unwrap(), "1"]);
    // And the rooks, to where the knights were.
    assert_eq!(out(&o), "Nodes searched: 18\n", "{}", err(&o));
    assert_eq!(status(&betza(&["perft", "--file", path.to_str().unwrap(), "chess", "1"])), Some(2));
    std::fs::write(&path, "format = 1\nparent = \"chess\"\nname = \"x\"\nbored = \"8x8\"\n").unwrap();
    let o = betza(&["perft", "--file", path.to_str().unwrap(), "1"]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("unknown-key") && err(&o).contains('^'), "{}", err(&o));
}

#[test]
fn legal_lists_moves_and_the_canonical_fen() {
    // Mate: the scholar's.
    let fen = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -";
    let o = betza(&["legal", "chess", "--fen", fen]);
    assert!(out(&o).starts_with("\nMoves: 0\nCheck: yes\nHash: "), "{}", out(&o));
    assert!(out(&o).ends_with(&format!("Fen: {fen} 0 1\n")), "{}", out(&o));
    let json = betza(&["legal", "--json"]);
    let json: serde_json::Value = serde_json::from_str(out(&json)).unwrap();
    assert_eq!((json["moves"].as_array().unwrap().len(), &json["check"]), (20, &false.into()));
    assert_eq!(json["hash"].as_str().unwrap().len(), 16);
}

#[test]
fn variants_lists_the_games() {
    let o = betza(&["variants"]);
    assert!(out(&o).lines().any(|l| l.starts_with("chess ")), "{}", out(&o));
    let o = betza(&["variants", "grand"]);
    for text in ["Board:   10x10", "Marshall", "Sources:", "Pawn promotes to"] {
        assert!(out(&o).contains(text), "{text} in {}", out(&o));
    }
    let json: serde_json::Value = serde_json::from_str(out(&betza(&["variants", "standard", "--json"]))).unwrap();
    assert_eq!((&json["name"], json["pieces"].as_array().unwrap().len()), (&"chess".into(), 6));
    assert_eq!(status(&betza(&["variants", "no-such-game"])), Some(1));
}

const LONE_LION: &str = "12/12/12/12/12/12/5N6/12/12/12/12/12 b - 1";

/// By hand: a lone Lion goes to 24 squares at once, and by each of its 8 neighbours to any of that square's 8 (64
/// paths, 8 of them back). Distinct are the 24 ends and standing still. The counts of the start: the tests of shogiops
/// (github.com/WandererXII/shogiops).
#[test]
fn paths_or_distinct_moves_are_counted() {
    for (what, nodes) in [("paths", 88), ("distinct", 25)] {
        let o = betza(&["perft", "chushogi", "1", "--fen", LONE_LION, "--count", what]);
        assert_eq!((out(&o), status(&o)), (format!("Nodes searched: {nodes}\n").as_str(), Some(0)), "{what}");
    }
    assert_eq!(out(&betza(&["perft", "chushogi", "2", "--count", "paths"])), "Nodes searched: 1296\n");
    let o = betza(&["perft", "chushogi", "1", "--fen", LONE_LION, "--count", "paths", "--divide"]);
    let texts: std::collections::BTreeSet<&str> =
        out(&o).lines().filter_map(|l| l.split_once(": ")).map(|l| l.0).collect();
    assert_eq!(texts.len(), 89, "every path has a text of its own, and the last line is the sum: {texts:?}");
    assert!(texts.contains("f6f7,f7g8") && texts.contains("f6g8") && texts.contains("f6f7,f7f6"), "{texts:?}");
    assert_eq!(status(&betza(&["perft", "chushogi", "1", "--count", "legs"])), Some(2));
}

#[test]
fn suites_pass_and_fail() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let good = write("good.epd", &format!("{start} ;D1 20 ;D2 400;D3 8902\n{KIWIPETE};D1 48;D9 1\n"));
    let o = betza(&["suite", &good, "--max-depth", "8"]);
    assert_eq!(status(&o), Some(0), "{}", out(&o));
    assert!(out(&o).starts_with("4 passed, 0 failed, 0 not countable, 1 beyond the limits; 9370 nodes"), "{}", out(&o));
    let bad = write("bad.perft", &format!("id a\nepd {start}\nperft 1 20\nperft 2 401\nperft 3 8901\n"));
    let o = betza(&["suite", &good, &bad, "--max-nodes", "10000", "--max-depth", "3"]);
    assert_eq!(status(&o), Some(1));
    for text in
        ["bad.perft:4", "expected 401", "counted  400", &format!("betza perft chess 2 --fen '{start}' --divide")]
    {
        assert!(out(&o).contains(text), "{text} in {}", out(&o));
    }
    let json: serde_json::Value = serde_json::from_str(out(&betza(&["suite", &bad, "--json"]))).unwrap();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &2.into()));
    assert_eq!(json["failures"][0]["nodes"], "400");
    let table = write("table.tsv", "variant\tfen\tdepth\tnodes\nchess\tstartpos\t1\t20\nataxx\tx\t1\t1\n");
    let o = betza(&["suite", &table]);
    assert_eq!(status(&o), Some(1));
    assert!(out(&o).contains("table.tsv:3") && out(&o).contains("1 not countable"), "{}", out(&o));
    assert_eq!(status(&betza(&["suite", &table, "--known-only"])), Some(0));
    let lions = format!("chushogi\t{LONE_LION}\t1\t88\t\nchushogi\t{LONE_LION}\t1\t25\tdistinct\n");
    let table = write("lions.tsv", &format!("variant\tfen\tdepth\tnodes\tcount\n{lions}"));
    let o = betza(&["suite", &table]);
    assert_eq!(status(&o), Some(0), "{}", out(&o));
    let o =
        betza(&["suite", &write("wrong.tsv", &format!("variant\tfen\tdepth\tnodes\nchushogi\t{LONE_LION}\t1\t25\n"))]);
    assert!(out(&o).contains("counted  88") && out(&o).contains("--count paths --divide"), "{}", out(&o));
    let o = betza(&["suite", &write("odd.epd", "8/8 w - - ;X1 2\n")]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("odd.epd:1:12: 'X1 2' is no depth with a count"), "{}", err(&o));
}

/// Waits until a program catches signals (the last that it sets is SIGXFSZ) where the system tells of it, and some time
/// for it to count.
#[cfg(unix)]
fn until_caught(pid: u32) {
    const SIGXFSZ: u64 = 1 << 24;
    let status = format!("/proc/{pid}/status");
    let start = std::time::Instant::now();
    while let Ok(text) = std::fs::read_to_string(&status) {
        let caught = text.lines().find_map(|l| l.strip_prefix("SigCgt:")).unwrap();
        if u64::from_str_radix(caught.trim(), 16).unwrap() & SIGXFSZ != 0 {
            break;
        }
        assert!(start.elapsed().as_secs() < 60, "it does not catch signals");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(700));
}

/// A signal ends a count that would take days, at once, and prints no number.
#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_no_number() {
    for (signal, expected) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_betza"))
            .args(["perft", "chess", "12"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        until_caught(child.id());
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let start = std::time::Instant::now();
        let _ = child.wait().unwrap();
        assert!(start.elapsed().as_secs() < 20, "it stops soon");
        let o = child.wait_with_output().unwrap();
        assert_eq!((out(&o), status(&o)), ("", Some(expected)));
        assert!(err(&o).contains("interrupted"), "{}", err(&o));
    }
}

/// Sections of `variants.ini`. Berolina's count is Fairy-Stockfish's (testdata/perft/reference.tsv).
#[test]
fn a_game_of_variants_ini_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.ini");
    let text = "[mine:chess]\ncustomPiece1 = p:mfFcfeWimfnA\npawnTypes = p\n\n[bare:mine]\ncastling = false\n";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let game = |name: &str| format!("{path}:{name}");
    let o = betza(&["perft", "3", "--ini", &game("mine")]);
    assert_eq!(out(&o), "Nodes searched: 28328\n", "{}", err(&o));
    let o = betza(&["legal", "--ini", &game("bare")]);
    assert!(out(&o).contains("\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"), "{}", out(&o));
    assert!(err(&o).contains("no-effect") && err(&o).contains("'KQkq'"), "{}", err(&o));
    let o = betza(&["check", path]);
    assert!(out(&o).starts_with(&format!("{path}:5:1: warning[no-effect]")), "{}", out(&o));
    assert_eq!((out(&o).lines().count(), status(&o)), (1, Some(0)));
    let o = betza(&["perft", "3", "--ini", &game("nobody")]);
    assert_eq!(status(&o), Some(1));
    assert!(err(&o).contains("nobody"), "{}", err(&o));
}

/// What would be ignored in silence is wrong usage.
#[test]
fn options_that_mean_nothing_there_are_refused() {
    for usage in [
        &["suite", "x.epd", "--missing", "--json"][..],
        &["suite", "x.epd", "--missing", "--max-depth", "3"],
        &["suite", "x.epd", "--missing", "--threads", "1"],
        &["suite", "x.epd", "--protocol", "cecp"],
        &["suite", "x.epd", "--against", "x", "--perft-command", "perft {depth}"],
        &["bench", "chess", "--depth", "1", "--rounds", "1", "--patience", "5"],
        &["bisect", "chess", "1", "--against", "x", "--perft-command", "perft {depth}", "--protocol", "usi"],
        &["worth", "chess", "--for", "N", "--games", "0"],
    ] {
        let o = betza(usage);
        assert_eq!((out(&o), status(&o)), ("", Some(2)), "{usage:?}: {}", err(&o));
    }
    // What the usage allows together is noted.
    for (usage, option) in [
        (&["perft", "chess", "2", "--stats", "--hash", "1"][..], "--hash"),
        (&["tables", "--variant", "chess", "--dialect", "betza"], "--dialect"),
    ] {
        let o = betza(usage);
        assert!(err(&o).contains("note: ") && err(&o).contains(option), "{usage:?}: {}", err(&o));
        assert_eq!(status(&o), Some(0), "{usage:?}");
    }
}

/// Counting goes down by recursion.
#[test]
fn depths_have_a_limit() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("deep.epd");
    std::fs::write(&path, "k7/8/8/8/8/8/8/K7 w - - 0 1 ;D100000 1\n").unwrap();
    let o = betza(&["suite", path.to_str().unwrap()]);
    assert_eq!((out(&o), status(&o)), ("", Some(1)), "{}", err(&o));
    assert!(err(&o).contains("deep.epd:1:31: depth 100000 is over 255"), "{}", err(&o));
    assert_eq!(status(&betza(&["perft", "256"])), Some(2));
}

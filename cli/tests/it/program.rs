//! The program from outside: what it prints, where, and its exit status.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub struct Run {
    pub out: String,
    pub err: String,
    pub status: i32,
}

pub fn betza(args: &[&str]) -> Run {
    betza_fed(args, "")
}

pub fn betza_fed(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_betza"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
    // On a thread of its own, so that neither side waits for the other; a program that stops early leaves the rest
    // unread.
    let feeding = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = feeding.join();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), status: output.status.code().unwrap() }
}

/// A file that lasts as long as the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str, content: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("betza-test-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }

    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn moves_have_the_documented_json() {
    // A Checkers capture: e5 is taken, f6 is where it ends.
    let r = betza(&["moves", "--dialect", "xbetza", "--piece", "fcafmF", "--at", "d4", "--foes", "e5", "--json"]);
    assert_eq!(
        r.out,
        "{\"moves\":[{\"to\":\"f6\",\"captures\":[\"e5\"],\"relocations\":[]}],\"royal\":false,\"promotions\":null}\n"
    );
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    // Castling moves the partner; b1 is occupied, so there is none to the left. Sorted by destination as text.
    let r = betza(&[
        "moves",
        "--dialect",
        "xbetza",
        "--piece",
        "isO2",
        "--at",
        "e1",
        "--friends",
        "a1,b1,h1",
        "--json",
        "--reference",
    ]);
    assert_eq!(
        r.out,
        "{\"moves\":[{\"to\":\"g1\",\"captures\":[],\"relocations\":[[\"h1\",\"f1\"]]}],\"royal\":false,\"promotions\":null}\n"
    );
    // Neither has a partner that has moved.
    let r = betza(&[
        "moves",
        "--dialect",
        "xbetza",
        "--piece",
        "isO2",
        "--at",
        "e1",
        "--friends",
        "h1",
        "--moved",
        "h1",
        "--json",
    ]);
    assert_eq!(r.out, "{\"moves\":[],\"royal\":false,\"promotions\":null}\n");
}

#[test]
fn defaults_are_betza_on_8x8_for_white() {
    let r = betza(&["moves", "--piece", "fW", "--at", "d4"]);
    assert_eq!((r.out.as_str(), r.status), ("d4-d5\n1 move\n", 0));
    let r = betza(&["moves", "--piece", "fW", "--at", "d4", "--side", "black", "--foes", "d3"]);
    assert_eq!(r.out, "d4xd3\n1 move\n");
    let r = betza(&["moves", "--piece", "fW", "--at", "h8"]);
    assert_eq!(r.out, "0 moves\n");
    let r = betza(&["moves", "--piece", "fW", "--at", "p15", "--board", "16x16"]);
    assert_eq!(r.out, "p15-p16\n1 move\n");
}

/// The largest board has files to `aj`, and is answered by the walk, as tables are made for up to 256 squares.
#[test]
fn pieces_move_on_boards_of_36_files_and_ranks() {
    let r = betza(&["moves", "--piece", "fWrD", "--at", "z35", "--board", "36x36"]);
    assert_eq!(r.out, "z35-ab35\nz35-z36\n2 moves\n");
    let r = betza(&["moves", "--piece", "R", "--at", "aj36", "--board", "36x36", "--friends", "aj2", "--foes", "b36"]);
    assert_eq!(r.out.lines().last(), Some("67 moves"), "33 down the file, 34 along the rank with the capture");
    assert!(r.out.contains("aj36xb36\n") && r.out.contains("aj36-aa36\n"), "{}", r.out);
    let r = betza(&["moves", "--piece", "R", "--at", "ak1", "--board", "36x36"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    assert!(r.err.contains("squares go from a1 to aj36"), "{}", r.err);
    let r = betza(&["tables", "N", "--board", "36x36"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    assert!(r.err.contains("up to 256 squares, and this one has 1296") && r.err.contains("betza show"), "{}", r.err);
}

#[test]
fn moves_are_sorted_as_text() {
    let r = betza(&["moves", "--piece", "vW", "--at", "a10", "--board", "1x16"]);
    assert_eq!(r.out, "a10-a11\na10-a9\n2 moves\n");
}

#[test]
fn a_bad_notation_is_shown_with_carets_and_a_remedy() {
    let r = betza(&["moves", "--piece", "fW~", "--at", "d4"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    let lines: Vec<&str> = r.err.lines().collect();
    assert!(lines[0].starts_with("error[unknown-letter]: "), "{}", r.err);
    let place = lines.iter().position(|l| l.ends_with("| fW~")).expect(&r.err);
    assert_eq!(lines[place + 1].find('^'), lines[place].find('~'), "{}", r.err);
    assert!(lines.iter().any(|l| l.starts_with("help: ")), "{}", r.err);
}

#[test]
fn errors_are_json_objects_where_json_is_asked_for() {
    let r = betza(&["moves", "--piece", "fW~", "--at", "d4", "--json"]);
    assert!(r.out.starts_with("{\"error\":\"") && r.out.ends_with(",\"offset\":2}\n"), "{}", r.out);
    assert_eq!(r.status, 1);
    let r = betza(&["moves", "--piece", "fW", "--at", "i1", "--json"]);
    assert_eq!(r.out, "{\"error\":\"at: 'i1' is no square of this board: squares go from a1 to h8\",\"offset\":0}\n");
    assert_eq!(r.status, 1);
    let r = betza(&["moves", "--piece", "fW", "--at", "a1", "--friends", "b1", "--foes", "b1", "--json"]);
    assert!(r.out.contains("two pieces stand on b1"), "{}", r.out);
    assert_eq!(r.status, 1);
    for args in [
        &["legal", "--fen", "xx"][..],
        &["perft", "nosuch", "1"],
        &["tables", "fW~"],
        &["variants", "nosuch"],
        &["worth", "~~"],
        &["bench", "nosuch"],
        &["suite", "nosuch.epd"],
        &["pgn", "nosuch.pgn"],
    ] {
        let r = betza(&[args, &["--json"]].concat());
        let object: serde_json::Value =
            serde_json::from_str(&r.out).unwrap_or_else(|e| panic!("{args:?}: {e}: {}", r.out));
        assert!(object["error"].is_string() && object["offset"].is_u64(), "{args:?}: {}", r.out);
        assert!(r.status == 1 && !r.err.is_empty(), "{args:?}");
    }
}

/// A count that runs is a part of the position (docs/rules.md, R39).
#[test]
fn legal_keeps_a_count_and_tells_what_cannot_be() {
    let r = betza(&["legal", "makruk", "--fen", "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1"]);
    assert!(r.out.ends_with("Fen: 8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1\n") && r.err.is_empty(), "{}{}", r.out, r.err);
    let r = betza(&["legal", "chess", "--fen", "k7/8/8/8/8/8/R7/K7 w - - 0 1"]);
    assert!(r.err.starts_with("warning: the side that is not to move is in check"), "{}", r.err);
    assert!(r.out.contains("\na2a3\n") && r.status == 0, "{}", r.out);
}

/// D7: a leap too large for the board has no moves, which is a warning.
#[test]
fn leaps_too_large_for_the_board_are_told() {
    for (dialect, piece, board, lengths) in
        [("extended", "(4,1)", "4x4", "(1,4)"), ("betza", "G", "3x3", "(3,3)"), ("betza2", "(0,5)", "5x5", "(0,5)")]
    {
        let r = betza(&["moves", "--dialect", dialect, "--piece", piece, "--board", board, "--at", "a1"]);
        assert!(r.err.contains(&format!("a leap of {lengths} fits nowhere on the board")), "{piece}: {}", r.err);
        assert_eq!(r.status, 0);
    }
    // One of its directions fits, and a cylinder has room for all.
    for (piece, board) in [("(0,5)", "3x8"), ("oN", "2x8"), ("N", "2x3")] {
        let r = betza(&["moves", "--dialect", "extended", "--piece", piece, "--board", board, "--at", "a1"]);
        assert_eq!(r.err, "", "{piece}");
    }
}

#[test]
fn a_batch_answers_each_line_in_order() {
    let input = concat!(
        r#"{"piece":"fW","at":"d4"}"#,
        "\n",
        r#"{"dialect":"xbetza","board":"10x10","piece":"fcafmF","at":"d4","side":"black","friends":[],"foes":["c3"],"moved":["d4"]}"#,
        "\n",
        r#"{"piece":"f","at":"d4"}"#,
        "\n",
        r#"{"piece":"fW","at":"d4","friends":["d9"]}"#,
        "\n",
        "{\"piece\":\n",
        "\n",
        r#"{"piece":"fW","at":"d4","side":"green"}"#,
        "\n",
        r#"{"piece":"W","at":"a1","note":"not read","moved":["h8"]}"#,
    );
    let r = betza_fed(&["moves", "--batch"], input);
    let lines: Vec<&str> = r.out.lines().collect();
    assert_eq!(lines.len(), 8, "{}", r.out);
    let answer = |moves: &str| format!("{{\"moves\":[{moves}],\"royal\":false,\"promotions\":null}}");
    let plain = |to: &str| format!("{{\"to\":\"{to}\",\"captures\":[],\"relocations\":[]}}");
    assert_eq!(lines[0], answer(&plain("d5")));
    assert_eq!(lines[1], answer("{\"to\":\"b2\",\"captures\":[\"c3\"],\"relocations\":[]}"));
    for (line, start, offset) in [
        (lines[2], "{\"error\":", None),
        (lines[3], "{\"error\":\"friends: 'd9' is no square", Some(0)),
        (lines[4], "{\"error\":\"the line is no object", None),
        (lines[5], "{\"error\":\"the line is no object", Some(0)),
        (lines[6], "{\"error\":\"side: 'green' is neither", Some(0)),
    ] {
        assert!(line.starts_with(start), "{line}");
        if let Some(offset) = offset {
            assert!(line.ends_with(&format!(",\"offset\":{offset}}}")), "{line}");
        }
    }
    assert_eq!(lines[7], answer(&[plain("a2"), plain("b1")].join(",")));
    assert_eq!(r.status, 1);
    assert!(r.err.contains("line 8: warning: the field 'note'"), "{}", r.err);
    assert!(r.err.contains("line 8: warning: 'moved' names h8"), "{}", r.err);
    let good = betza_fed(&["moves", "--batch", "--reference"], "{\"piece\":\"fW\",\"at\":\"d4\"}\n");
    assert_eq!((good.out, good.status), (lines[0].to_owned() + "\n", 0));
}

/// The copied cases' own positions, through the door that scripts use: the tables and the walk print the same lines.
#[test]
fn tables_and_walk_answer_alike() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/cases/xbetza_more.jsonl");
    let input = std::fs::read_to_string(cases).unwrap();
    let tables = betza_fed(&["moves", "--batch"], &input);
    let walk = betza_fed(&["moves", "--batch", "--reference"], &input);
    assert_eq!((tables.status, walk.status), (0, 0));
    assert_eq!(tables.out.lines().count(), input.lines().count());
    for (case, (a, b)) in input.lines().zip(tables.out.lines().zip(walk.out.lines())) {
        assert_eq!(a, b, "{case}");
        // The file holds the answer as the last field of the question.
        let moves = |text: &str| text[text.find("\"moves\":").unwrap()..].replace(' ', "");
        let answer = a.strip_suffix(",\"royal\":false,\"promotions\":null}").map(moves);
        assert_eq!(answer.unwrap_or_default() + "}", moves(case), "{case}");
    }
}

#[test]
fn what_only_a_game_can_answer_is_said() {
    for args in [
        &["moves", "--json", "--at", "d4", "--dialect", "bex", "--piece", "mQ[ci]"][..],
        &["moves", "--json", "--at", "d4", "--dialect", "bex", "--piece", "mQ[ci]", "--reference"],
    ] {
        let r = betza(args);
        assert_eq!(r.status, 1);
        assert!(r.out.contains("types of the other pieces") && r.out.ends_with(",\"offset\":2}\n"), "{}", r.out);
    }
}

/// Holding others in place is a standing effect: the moves of the piece are those of its notation without it
/// (docs/notation, X6).
#[test]
fn what_holds_others_moves_on_a_bare_board() {
    for flags in [&[][..], &["--reference"]] {
        let asked =
            |piece| betza(&[&["moves", "--json", "--at", "d4", "--dialect", "bex", "--piece", piece], flags].concat());
        let (with, without) = (asked("[x!iK]--mQ--[xiK]"), asked("mQ"));
        assert_eq!((with.status, with.out), (0, without.out));
    }
}

#[test]
fn a_line_that_is_no_object_is_named_without_our_types() {
    let r = betza_fed(&["moves", "--batch"], "[1]\n");
    assert!(r.out.contains("expected an object") && !r.out.contains("Request"), "{}", r.out);
    assert_eq!(r.status, 1);
}

#[test]
fn wrong_usage_is_2() {
    for args in [
        &[][..],
        &["moves"],
        &["moves", "--piece", "W"],
        &["moves", "--batch", "--piece", "W"],
        &["moves", "--piece", "W", "--at", "a1", "--board", "37x8"],
        &["moves", "--piece", "W", "--at", "a1", "--dialect", "klingon"],
        &["moves", "--piece", "W", "--at", "a1", "--side", "green"],
        &["show", "W", "--dialect", "klingon"],
        &["show", "W", "--board", "0x8"],
        &["explain"],
        &["translate", "W", "--from", "betza"],
        &["check"],
        &["no-such-command"],
    ] {
        let r = betza(args);
        assert_eq!((r.status, r.out.as_str()), (2, ""), "{args:?}: {}", r.err);
        assert!(!r.err.is_empty(), "{args:?}");
    }
    for command in ["moves", "show", "explain", "translate", "check"] {
        let r = betza(&[command, "--help"]);
        assert_eq!(r.status, 0, "{command}");
        assert!(r.out.contains("Usage: betza"), "{}", r.out);
    }
}

#[test]
fn show_writes_a_diagram_and_an_svg() {
    let svg = Scratch::new("show.svg", b"");
    let r = betza(&["show", "FN", "--at", "c3", "--board", "5x5", "--svg", svg.path()]);
    // Knight's leaps are marked; a step to the next square has nothing to leap over.
    let board = [
        " 5 .  *' .  *' .",
        " 4 *' *  .  *  *'",
        " 3 .  .  @  .  .",
        " 2 *' *  .  *  *'",
        " 1 .  *' .  *' .",
        "   a  b  c  d  e",
    ];
    assert_eq!(r.out.lines().take(6).collect::<Vec<_>>(), board);
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    let drawn = std::fs::read_to_string(svg.path()).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n"));
    // Twelve squares and the legend, each a ring for the capture.
    assert_eq!(drawn.matches("class=\"ring\"").count(), 13);
    let r = betza(&["show", "FN", "--svg", "/no/such/folder/x.svg"]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("/no/such/folder/x.svg"), "{}", r.err);
    let (none, empty) = (betza(&["show", "W"]), betza(&["show", "W", "--friends", "", "--foes", ""]));
    assert_eq!((empty.status, empty.out), (0, none.out));
    let r = betza(&["show", "W", "--at", "d4", "--foes", "d4"]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("two pieces stand on d4"), "{}", r.err);
}

#[test]
fn explain_says_it_in_english() {
    let r = betza(&["explain", "mfW"]);
    assert_eq!(r.out, "- Moves without capturing: one square straight forward.\n");
    assert_eq!(r.status, 0);
    assert_eq!(betza(&["explain", "x"]).status, 1);
}

#[test]
fn translate_writes_the_same_piece_or_says_what_it_cannot() {
    // The Griffon, as both documents write it.
    let r = betza(&["translate", "FtR", "--from", "extended", "--to", "betza"]);
    assert_eq!((r.out.as_str(), r.err.as_str(), r.status), ("t[FR]\n", "", 0));
    let r = betza(&["translate", "t[FR]", "--from", "betza", "--to", "extended"]);
    assert_eq!((r.out.as_str(), r.status), ("FtR\n", 0));
    let r = betza(&["translate", "K--K", "--from", "bex", "--to", "betza"]);
    assert_eq!((r.out.as_str(), r.status), ("", 1));
    assert!(r.err.starts_with("error[cannot-say]: "), "{}", r.err);
    assert_eq!(betza(&["translate", "K--K", "--from", "betza", "--to", "bex"]).status, 1);
}

#[test]
fn check_prints_one_diagnostic_a_line() {
    let file = Scratch::new("check.txt", b"# pieces\nN\n\n  W~ # bad\nxbetza: mafsW\r\nR?\nxbetza: W\xc3\x9f\n\xffW\n");
    let r = betza(&["check", file.path()]);
    let lines: Vec<&str> = r.out.lines().collect();
    let starts = |i: usize, place: &str| {
        let start = format!("{}:{place}: error[", file.path());
        assert!(lines[i].starts_with(&start), "{} should start with {start}", lines[i]);
        assert!(lines[i].contains("; "), "{}", lines[i]);
    };
    starts(0, "4:4");
    starts(1, "6:2");
    starts(2, "7:10");
    starts(3, "8:1");
    assert_eq!(lines.len(), 4, "{}", r.out);
    assert_eq!(r.status, 1);
    let good = Scratch::new("good.txt", b"N\nR4\n");
    let r = betza(&["check", "--dialect", "xbetza", good.path()]);
    assert_eq!((r.out.as_str(), r.status), ("", 0));
    let r = betza(&["check", "/no/such/file"]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("/no/such/file"), "{}", r.err);
}

/// What is wrong with a game's own file, and with the notations in it, where it stands.
#[test]
fn check_reads_games() {
    let game = b"format = 1\nparent = \"chess\"\nname = \"mine\"\n\n[pieces.Q]\nmove = \"Q~\"\n";
    let file = Scratch::new("check.toml", game);
    let r = betza(&["check", file.path()]);
    // The notation begins in column 9 of line 6, and its second character means nothing.
    let start = format!("{}:6:10: error[notation]: [unknown-letter] ", file.path());
    assert!(r.out.starts_with(&start) && r.out.contains("; "), "{}", r.out);
    assert_eq!((r.out.lines().count(), r.err.as_str(), r.status), (1, "", 1), "{}", r.out);

    let ini = b"[one:chess]\ncustomPiece1 = a:KN\n\n[two:one]\ncustomPiece2 = c:[W\nnoSuchKey = 1\n[three:nobody]\n";
    let file = Scratch::new("check.ini", ini);
    let r = betza(&["check", file.path()]);
    let lines: Vec<&str> = r.out.lines().collect();
    let at = |place: &str| {
        let start = format!("{}:{place}: error[", file.path());
        let found: Vec<_> = lines.iter().filter(|l| l.starts_with(&start)).collect();
        assert_eq!(found.len(), 1, "{start} in {}", r.out);
    };
    at("5:18");
    at("6:1");
    at("7:8");
    assert_eq!(r.status, 1);

    let good = Scratch::new("good.ini", b"# nothing but a comment\n[one:chess]\ncustomPiece1 = a:KN\n");
    let r = betza(&["check", good.path()]);
    assert_eq!((r.out.as_str(), r.status), ("", 0));
    let broken = Scratch::new("broken.toml", b"format = 1\nname = \"\xff\"\n");
    let r = betza(&["check", broken.path()]);
    assert_eq!(
        r.out,
        format!("{}:2:9: error[not-utf8]: the line is not UTF-8; save the file as UTF-8\n", broken.path())
    );
    assert_eq!(r.status, 1);
    // What can be read, and not be played: no rule of chess places walls. Then a start that is over, and one that is
    // the other side's turn.
    let walled = b"format = 1\nparent = \"chess\"\nname = \"mine\"\nstart = \"4k3/8/8/3*4/8/8/8/4K3 w - - 0 1\"\n";
    let file = Scratch::new("walled.toml", walled);
    let r = betza(&["check", file.path()]);
    assert!(r.out.starts_with(&format!("{}:1:1: error[start]: ", file.path())) && r.status == 1, "{}", r.out);
    let over = b"[good:chess]\n[mated:chess]\nstartFen = 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n[late:chess]\nstartFen = 7k/8/6K1/8/8/8/8/7R w - - 0 1\n";
    let file = Scratch::new("over.ini", over);
    let r = betza(&["check", file.path()]);
    let starts = [(2, "the game is over at its start"), (4, "at the start, the side that is not to move is in check")];
    let starts = starts.map(|(line, words)| format!("{}:{line}:1: warning[start]: {words}", file.path()));
    assert_eq!(r.out.lines().count(), 2, "{}", r.out);
    assert!(r.out.lines().zip(&starts).all(|(line, start)| line.starts_with(start)) && r.status == 0, "{}", r.out);
    let empty = Scratch::new("empty.ini", b"# no game\n");
    let r = betza(&["check", empty.path()]);
    assert!(r.out.starts_with(&format!("{}:1:1: error[syntax]: there is no game", empty.path())), "{}", r.out);
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_betza"))
        .args(["moves", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = "{\"piece\":\"fW\",\"at\":\"d4\"}\n";
    let _ = child.stdin.take().unwrap().write_all(line.repeat(1000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

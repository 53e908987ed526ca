//! `betza worth`: what pieces are worth, and what they can do by themselves.

use crate::program::{Scratch, betza};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let r = betza(&[&["worth"], args, &["--json"]].concat());
    assert_eq!((r.err.as_str(), r.status), ("", 0), "{args:?}");
    serde_json::from_str(&r.out).unwrap()
}

/// On 4x4 lie 12 boxes of 2x3 and 3x2 squares. A knight goes between two pairs of corners of each, both ways: 48 moves
/// from 16 squares.
#[test]
fn boards_are_those_that_are_named() {
    let answer = json(&["N", "--dialect", "betza", "--board", "4x4"]);
    assert_eq!(answer["on"], "4x4");
    assert_eq!(answer["pieces"][0]["mobility"]["empty"], 3.0);
    assert_eq!(answer["pieces"][0]["mating"]["won"], 0);
    // 16 moves with the rook: the literature is named in engine/src/mating.rs.
    let rook = json(&["R", "--dialect", "betza", "--board", "8x8"]);
    assert_eq!(rook["pieces"][0]["mating"]["longest"], 16);
}

#[test]
fn queens_for_knights_win_on_any_number_of_threads() {
    let args = ["Q", "--dialect", "betza", "--for", "N", "--games", "4", "--nodes", "100", "--seed", "7"];
    let one = json(&[&args[..], &["--threads", "1"]].concat());
    let worth = &one["pieces"][0]["worth"];
    let number = |key: &str| worth["match"][key].as_f64().unwrap();
    assert_eq!(worth["men"], 2);
    assert_eq!(worth["instead_of"][0], "Knight");
    assert_eq!(worth["pawn"], "Pawn");
    assert_eq!(number("games"), 4.0);
    assert!(number("points") - 0.5 > number("error"), "{worth}");
    assert_eq!(one, json(&[&args[..], &["--threads", "3"]].concat()));
}

#[test]
fn what_is_wrong_is_told_with_a_remedy() {
    for (args, status, said) in [
        (&["N", "--games", "3"][..], 2, "give an even number"),
        (&["N", "--dialect", "betza", "--for", "Z"], 2, "name one of P, N, B, R, Q"),
        (&["N", "--dialect", "betza", "--pawn", "Z"], 2, "name one of P, N, B, R, Q"),
        (&["N", "--dialect", "betza", "--board", "8"], 2, "board: "),
        (&["N", "--dialect", "betza", "--board", "8x1"], 2, "at least two ranks"),
        (&["N", "--dialect", "betza", "--game", "ches"], 1, "chess"),
        (&["chess", "--game", "shogi"], 2, "leave one of them out"),
        (&["kK", "--dialect", "extended"], 1, "royal"),
        (&["N)", "--dialect", "betza"], 1, "N)"),
    ] {
        let r = betza(&[&["worth"], args].concat());
        assert!(r.status == status && r.err.contains(said), "{args:?}: {}", r.err);
    }
}

/// The file gives the letter R to a piece that is no rook: the file's own word comes first, and a dialect says
/// otherwise.
#[test]
fn pieces_of_a_file_have_their_names_and_letters() {
    let file = Scratch::new(
        "named.toml",
        b"format = 1\nname = \"own\"\nboard = \"5x5\"\nstart = \"rppkr/5/5/5/RPPKR w - - 0 1\"\n\
          [pieces.R]\nname = \"Jumper\"\nmove = \"N\"\n[pieces.P]\nname = \"Soldier\"\nmove = \"W\"\n\
          [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n",
    );
    for named in ["R", "Jumper", "jumper"] {
        let answer = json(&[named, "--file", file.path(), "--games", "0"]);
        assert_eq!(answer["pieces"][0]["name"], "Jumper");
        assert_eq!(answer["pieces"][0]["notation"], "N");
    }
    let rook = json(&["R", "--dialect", "betza", "--file", file.path(), "--games", "0"]);
    assert_eq!(rook["pieces"][0]["notation"], "R");
    for (named, said) in [("King", "royal"), ("Jumpr", "Jumper (R), Soldier (P)")] {
        let r = betza(&["worth", named, "--file", file.path(), "--games", "0"]);
        assert!(r.status == 1 && r.err.contains(said), "{named}: {}", r.err);
    }
    let r = betza(&["worth", "Jumper", "--file", file.path(), "--for", "R", "--games", "2", "--nodes", "1"]);
    assert!(r.status == 2 && r.err.contains("the piece itself"), "{}", r.err);
}

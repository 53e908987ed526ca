//! `betza pgn`. What is expected of the files in `testdata/pgn` is said in `betza/tests/it/pgn.rs`.

use crate::program::{Scratch, betza, betza_fed};

const VARIANTS: &str = "../testdata/pgn/variants.pgn";

#[test]
fn a_file_is_checked() {
    let r = betza(&["pgn", VARIANTS]);
    // 33 moves of chess, 10 of crazyhouse, 5, 4, 1, 7.
    assert_eq!((r.out.as_str(), r.err.as_str(), r.status), ("6 games, 60 moves, 0 errors, 0 warnings\n", "", 0));
    let faults = "../testdata/pgn/faults.pgn";
    let r = betza(&["pgn", faults]);
    assert_eq!((r.err.as_str(), r.status), ("", 1));
    let begins = |line: &str, place: &str| line.starts_with(&format!("{faults}:{place}"));
    let lines: Vec<&str> = r.out.lines().collect();
    assert!(
        begins(lines[0], "4:21: error[illegal-move]: game 1: 'Nf4' is not legal: no Knight of White's may go to f4, "),
        "{}",
        r.out
    );
    assert!(
        begins(lines[1], "4:47: error[illegal-move]: game 1: 'Bxa7' is not legal: no Bishop of White's may go to a7, "),
        "{}",
        r.out
    );
    assert_eq!(
        lines[2],
        format!(
            "{faults}:10:21: error[wrong-result]: game 2: the game claims 1-0, and by the rules it is 0-1: checkmate; write 0-1"
        )
    );
    // 6 moves of the first game, then 4, 1, 0, 0, 2, 1, 2, 1.
    assert!(lines.last().is_some_and(|l| l.starts_with("9 games, 17 moves, ")), "{}", r.out);
}

#[test]
fn pieces_of_a_file_are_numbered_through() {
    let game = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
    let text = game.repeat(40_000) + "[Event \"b\"]\n\n1. e5 *\n";
    let file = Scratch::new("many.pgn", text.as_bytes());
    let r = betza(&["pgn", file.path()]);
    let place = format!("{}:160003:4: error[illegal-move]: game 40001: ", file.path());
    assert!(r.out.starts_with(&place), "{}", r.out);
    assert!(r.out.ends_with("\n40001 games, 80000 moves, 1 errors, 0 warnings\n"), "{}", r.out);
}

#[test]
fn games_are_written_in_other_styles() {
    let r = betza(&["pgn", "--to", "uci", VARIANTS]);
    assert_eq!((r.err.as_str(), r.status), ("", 0));
    // As pyffish plays them.
    for line in [
        "1. c3c4 g7g6 2. b2h8+ g9h8 3. B@e5 *",
        "1. h3e3 h10g8 2. h1g3 i10h10 *",
        "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5d8 4. P@d5 P@e4 5. c3e4 d8d5 *",
    ] {
        assert!(r.out.lines().any(|l| l == line), "{line}: {}", r.out);
    }
    // What is written is a file of games, and comes to the same.
    let again = betza_fed(&["pgn", "-"], &r.out);
    assert_eq!(again.out, "6 games, 60 moves, 0 errors, 0 warnings\n");
}

#[test]
fn games_are_counted_and_told() {
    let r = betza(&["pgn", "--count", VARIANTS]);
    assert_eq!(
        r.out,
        "variant\tgames\tmoves\twhite\tblack\tdrawn\tunknown\nchess\t1\t33\t1\t0\t0\t0\nchess960\t1\t1\t0\t0\t0\t1\n\
         crazyhouse\t1\t10\t0\t0\t0\t1\nkingofthehill\t1\t7\t1\t0\t0\t0\nshogi\t1\t5\t0\t0\t0\t1\nxiangqi\t1\t4\t0\t0\t0\t1\n"
    );
    let r = betza(&["pgn", "--fens=last", VARIANTS]);
    let lines: Vec<&str> = r.out.lines().collect();
    assert_eq!(lines[0], "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17");
    assert_eq!(lines.len(), 6);
    // The start of each game, and a position behind each move.
    assert_eq!(betza(&["pgn", "--fens", VARIANTS]).out.lines().count(), 66);
    let r = betza_fed(&["pgn", "--json", "-"], "[White \"w\"]\n\n1. f3 e5 2. g4 (2. a9) Qh4# 1-0\n");
    let answer: serde_json::Value = serde_json::from_str(&r.out).unwrap();
    assert_eq!(r.status, 1);
    assert_eq!(answer["moves"], serde_json::json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(answer["tags"], serde_json::json!([["White", "w"]]));
    assert_eq!((answer["game"].as_u64(), answer["line"].as_u64()), (Some(1), Some(1)));
    assert_eq!((answer["claimed"].as_str(), answer["result"].as_str()), (Some("1-0"), Some("0-1")));
    assert_eq!(answer["reason"], "checkmate");
    assert_eq!(answer["faults"].as_array().map(Vec::len), Some(2));
    assert_eq!((answer["faults"][0]["line"].as_u64(), answer["faults"][0]["column"].as_u64()), (Some(3), Some(20)));
}

/// A game of one's own: its Rooks have the moves of Wazirs. A tag may name it or its title, and without one it is
/// meant.
#[test]
fn the_variant_may_come_from_a_file() {
    let game = "format = 1\nparent = \"chess\"\nname = \"slow\"\ntitle = \"Slow Rooks\"\n[pieces.R]\nmove = \"W\"\n";
    let file = Scratch::new("slow.toml", game.as_bytes());
    let moves = "1. h4 h5 2. Rh2 Rh7 3. Rh3 *\n";
    for tag in ["[Variant \"slow\"]", "[Variant \"Slow Rooks\"]", "[Event \"a\"]"] {
        let r = betza_fed(&["pgn", "--file", file.path(), "-"], &format!("{tag}\n\n{moves}"));
        assert_eq!((r.out.as_str(), r.err.as_str()), ("1 games, 5 moves, 0 errors, 0 warnings\n", ""), "{tag}");
    }
    // Others keep their games, in which a Rook goes from h1 to h3 at once.
    let text = "[Variant \"chess\"]\n\n1. h4 h5 2. Rh3 *\n";
    assert_eq!(betza_fed(&["pgn", "--file", file.path(), "-"], text).out, "1 games, 3 moves, 0 errors, 0 warnings\n");
    let r = betza_fed(&["pgn", "--file", file.path(), "-"], &text.replace("chess", "slow"));
    assert!(r.out.contains("error[illegal-move]: game 1: 'Rh3'"), "{}", r.out);
    let wrong = Scratch::new("wrong.toml", b"format = 1\n");
    assert_eq!(betza(&["pgn", "--file", wrong.path(), VARIANTS]).status, 1);
}

#[test]
fn wrong_usage_is_said() {
    assert_eq!(betza(&["pgn"]).status, 2);
    assert_eq!(betza(&["pgn", "--to", "uci", "--json", VARIANTS]).status, 2);
    let r = betza(&["pgn", "no-such-file.pgn"]);
    assert_eq!(r.status, 1);
    assert!(r.err.contains("no-such-file.pgn"), "{}", r.err);
    assert_eq!(betza(&["pgn", "--variant", "Quantum Chess", VARIANTS]).status, 1);
}

/// The same game in three files, of which one is in Shift_JIS; the bytes are those of CPython's codec.
#[test]
fn files_of_shogi_games_are_known_by_how_they_begin() {
    let csa = Scratch::new("a.csa", b"V2.2\nN+Aoi\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
    let utf8 = "手合割：平手\n先手：Aoi\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let utf8 = Scratch::new("a.kifu", utf8.as_bytes());
    let shift_jis = b"\x8e\xe8\x8d\x87\x8a\x84\x81\x46\x95\xbd\x8e\xe8\n\x90\xe6\x8e\xe8\x81\x46Aoi\n\
        1 \x82\x56\x98\x5a\x95\xe0(77)\n2 \x82\x52\x8e\x6c\x95\xe0(33)\n3 \x93\x8a\x97\xb9\n";
    let shift_jis = Scratch::new("a.kif", shift_jis);
    for file in [&csa, &utf8, &shift_jis] {
        let r = betza(&["pgn", "--to", "usi", file.path()]);
        assert_eq!((r.status, r.err.as_str()), (0, ""), "{}", file.path());
        assert!(r.out.contains("[White \"Aoi\"]") && r.out.contains("1. 7g7f"), "{}", r.out);
        assert!(r.out.contains("3c3d") && r.out.trim_end().ends_with("0-1"), "{}", r.out);
    }
    let wrong = Scratch::new("b.csa", b"PI\n+\n+7775FU\n");
    let r = betza(&["pgn", wrong.path()]);
    assert_eq!(r.status, 1);
    assert!(r.out.contains(":3:1: error[illegal-move]: game 1: '+7775FU'"), "{}", r.out);
}

//! `betza pgn` with matches on two boards. The games are worked out by hand.

use crate::program::{Scratch, betza, betza_fed};

/// A match that ends by mate on board B, as FICS writes such files: several tags in a line, a comment before the first
/// move, times behind the moves.
const MATCH: &str = "[Event \"rated bughouse match\"]\n[WhiteA \"w\"][WhiteAElo \"2103\"]\n[BlackA \"b\"][BlackAElo \"1920\"]\n\
                     [WhiteB \"W\"]\n[BlackB \"B\"]\n[Result \"0-1\"]\n\n{C:a comment}\n\
                     1A. e4 {119.9} 1B. e4 {118} 1a. d5 1b. e5 2A. exd5 2B. Qh5 2b. Nc6 3B. Bc4\n3b. P@d6 4B. Qxf7# {B checkmated} 0-1\n\n";

#[test]
fn matches_are_checked_and_counted() {
    let file = Scratch::new("two.bpgn", MATCH.repeat(2).as_bytes());
    let r = betza(&["pgn", file.path()]);
    assert_eq!((r.out.as_str(), r.err.as_str(), r.status), ("2 games, 20 moves, 0 errors, 0 warnings\n", "", 0));
    let r = betza(&["pgn", "--count", file.path()]);
    assert_eq!(r.out.lines().nth(1), Some("bughouse\t2\t20\t0\t2\t0\t0"), "{}", r.out);
    let r = betza(&["pgn", "--fens=last", file.path()]);
    // The pawn that White of A took was dropped on d6 of board B. White of B has taken the pawn of f7, which White of
    // A's opponent, Black of A, may drop.
    let end = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 2 | \
               r1bqkbnr/pppp1Qpp/2np4/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4\n";
    assert_eq!(r.out, end.repeat(2));
    let r = betza(&["pgn", "--fens", file.path()]);
    assert_eq!(r.out.lines().count(), 22);
}

#[test]
fn matches_are_told_as_json_and_written_in_other_styles() {
    let file = Scratch::new("one.bpgn", MATCH.as_bytes());
    let r = betza(&["pgn", "--json", file.path()]);
    for part in [
        "\"game\":1,\"line\":1,\"variant\":\"bughouse\"",
        "\"moves\":[\"e2e4\",\"e2e4\",\"d7d5\",\"e7e5\",\"e4d5\",\"d1h5\",\"b8c6\",\"f1c4\",\"P@d6\",\"h5f7\"]",
        "\"boards\":[\"A\",\"B\",\"A\",\"B\",\"A\",\"B\",\"B\",\"B\",\"B\",\"B\"]",
        "\"claimed\":\"0-1\",\"result\":\"0-1\",\"reason\":\"checkmate\",\"board\":\"B\",\"faults\":[]",
    ] {
        assert!(r.out.contains(part), "{part}: {}", r.out);
    }
    assert_eq!((r.out.lines().count(), r.status), (1, 0));
    let r = betza(&["pgn", "--to", "uci", file.path()]);
    assert!(r.out.contains("{C:a comment} 1A. e2e4 {119.9} 1B. e2e4 {118} 1a. d7d5"), "{}", r.out);
    assert!(
        r.out.contains("[BlackAElo \"1920\"]\n") && r.out.trim_end().ends_with("4B. h5f7 {B checkmated} 0-1"),
        "{}",
        r.out
    );
    let again = betza_fed(&["pgn", "-"], &r.out);
    assert_eq!(again.out, "1 games, 10 moves, 0 errors, 0 warnings\n");
}

#[test]
fn what_is_wrong_with_a_match_has_its_game_line_and_reason() {
    let text = MATCH.to_owned()
        + "[Event \"2\"]\n[WhiteA \"w\"]\n\n1A. e4 1a. d5\n2A. N@e5 {why} 2a. dxe4 *\n\n"
        + "[Event \"3\"]\n[WhiteA \"w\"]\n\n1A. e4 2A. e5 *\n\n"
        + "[Event \"4\"]\n[WhiteA \"w\"]\n\n1A. e4 e5 *\n\n"
        + "[Event \"5\"]\n[WhiteA \"w\"]\n[Variant \"Crazyhouse\"]\n\n1A. e4 *\n\n"
        + "[Event \"6\"]\n[WhiteA \"w\"]\n\n1A. e4 (1A. d4) 1a. e5 *\n\n"
        + &MATCH.replace("0-1", "1-0");
    let file = Scratch::new("wrong.bpgn", text.as_bytes());
    let r = betza(&["pgn", file.path()]);
    let lines: Vec<&str> = r.out.lines().collect();
    let expected = [
        (":16:5: error[illegal-move]: game 2: 'N@e5'", ""),
        (":21:12: error[wrong-side]: game 3: Black is to move on board A", "capital"),
        (":26:8: error[no-board]: game 4: 'e5' has no number with its board", "1A. or 1a."),
        (":30:1: error[no-match]: game 5: crazyhouse is not for two boards", "twoBoards = true"),
        (":37:8: warning[stray-variation]: game 6: ", "comment"),
        (
            ":48:",
            "error[wrong-result]: game 7: the match claims 1-0, and by the rules it is 0-1: checkmate on board B; write 0-1",
        ),
    ];
    assert_eq!(lines.len(), expected.len() + 1, "{}", r.out);
    for (line, (place, part)) in lines.iter().zip(expected) {
        assert!(line.starts_with(&format!("{}{place}", file.path())) && line.contains(part), "{place} {part}: {line}");
    }
    // Games 1 to 7 have 10, 2, 1, 1, 0, 2 and 10 moves that could be played.
    assert_eq!(lines.last(), Some(&"7 games, 26 moves, 5 errors, 1 warnings"));
    assert_eq!(r.status, 1);
    // What could not be played stays as it was.
    let r = betza(&["pgn", "--to", "uci", file.path()]);
    assert!(r.out.contains("1A. e2e4 1a. d7d5 2A. N@e5 {why} 2a. dxe4 *"), "{}", r.out);
    // Another game for two boards, from a position that a tag names.
    let supply = "[Variant \"Supply\"]\n[WhiteA \"w\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4[R] w - - 0 1 | 3k5/9/9/9/9/9/9/9/9/4K4[] w - - 0 1\"]\n\n1A. R@a1 *\n";
    let r = betza_fed(&["pgn", "--fens=last", "-"], supply);
    assert!(r.out.starts_with("3k5/9/9/9/9/9/9/9/9/R3K4[] b - - ") && r.out.contains(" | 3k5/"), "{} {}", r.out, r.err);
}

//! Checking other people's games (`check_ini`).

use betza::{CheckLimits, Game, check_ini};

/// The codes of what is found in the only section of a text.
fn codes(text: &str) -> Vec<String> {
    let found = check_ini(text, &CheckLimits::default());
    assert!(found.is_ok(), "{found:?}");
    found.sections[0].findings.iter().map(|f| f.diagnostic.code.as_str().to_owned()).collect()
}

#[test]
fn starts_from_which_nobody_would_play_are_warned_of() {
    let start = |fen: &str| codes(&format!("[x:chess]\nstartFen = {fen} w - - 0 1\n"));
    assert_eq!(start("4k3/8/8/8/8/8/8/R3K3"), [""; 0]);
    // Two kings alone: no side can win.
    assert_eq!(start("4k3/8/8/8/8/8/8/4K3"), ["start-over"]);
    // White is to move, and takes the king on e8.
    assert_eq!(start("4k3/8/8/8/8/8/8/K3R3"), ["start-in-check"]);
}

/// A notation in another dialect is the piece that is meant only where Fairy-Stockfish is linked with betza.
#[test]
fn pieces_that_fairy_stockfish_takes_for_others_are_warned_of() {
    let found = check_ini("[x:chess]\ncustomPiece1 = g:xbetza:[F?R]\n", &CheckLimits::default());
    let [finding] = &found.sections[0].findings[..] else { panic!("{found:?}") };
    assert_eq!((finding.line, finding.diagnostic.code.as_str()), (2, "read-differently"));
    assert!(!finding.diagnostic.remedy.is_empty());
}

/// What a parent has covered is covered in its child.
#[test]
fn a_section_of_jieqi_has_covered_pieces() {
    let text = "[mine:jieqi]\nnMoveRule = 40\n";
    assert_eq!(codes(text), [""; 0]);
    let (mine, jieqi) = (Game::from_ini(text, "mine").expect("a game"), Game::builtin("jieqi").expect("is built in"));
    assert_eq!(mine.start().fen(), jieqi.start().fen());
    assert!(mine.has_covered_pieces());
}

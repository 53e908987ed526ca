//! Sections of `variants.ini` that are written for games. What Fairy-Stockfish makes of them is compared in
//! `perft/tests/it/to_ini.rs`.

use betza_variants::exchange::Written;
use betza_variants::exchange::ini::write;
use betza_variants::{find, read_ini, read_toml};

/// Only the kings, of which nothing else is to be said, and these pieces.
fn game(pieces: &str, start: &str) -> Written {
    let text = format!(
        "format = 1\nname = \"mine\"\nboard = \"8x8\"\nstart = \"{start}\"\ndialect = \"xbetza\"\n[pieces.K]\nmove = \"K\"\nroyal = true\n{pieces}"
    );
    write(&read_toml("mine.toml", &text).unwrap_or_else(|e| panic!("{e}")).variant)
}

/// A section without a parent has Fairy-Stockfish's defaults, which are chess's but for its pieces and what pawns
/// become. Only claims end a game there.
#[test]
fn what_chess_has_by_default_is_not_written() {
    let Written { text, unsaid } = write(&find("chess").expect("built in").variant);
    let lines: Vec<&str> = text.lines().collect();
    let pieces = ["pawn = p", "knight = n", "bishop = b", "rook = r", "queen = q", "king = k"];
    assert_eq!(lines, [&["[chess-again]"], &pieces[..], &["promotionPieceTypes = qrbn"]].concat());
    assert_eq!(
        unsaid,
        [
            "after so many the game is drawn by itself: 75 (results.moves_end = 75)",
            "after so many times the game is over by itself: 5 (results.repetition_end = 5)"
        ]
    );
}

/// Shogi's promoted pieces need letters in Fairy-Stockfish: two are made up.
#[test]
fn promoted_forms_are_pieces_with_letters() {
    let Written { text, unsaid } = write(&find("shogi").expect("built in").variant);
    let line = text.lines().find(|line| line.starts_with("promotedPieceType")).expect("they promote");
    for pair in ["p:g", "l:g", "n:g", "s:g"] {
        assert!(line.contains(pair), "{line}");
    }
    assert!(text.contains("bers = ") && text.contains("dragonHorse = "), "{text}");
    let names = "the names of pieces: Silver General (S), Pawn (P), Knight (N), Gold General (G), Dragon (+R), Horse (+B), Promoted Silver (+S), Promoted Knight (+N), Promoted Lance (+L), Tokin (+P)";
    assert_eq!(unsaid, [names, "after so many times the game is over by itself: 4 (results.repetition_end = 4)"]);
}

#[test]
fn pieces_are_named_or_have_their_notation() {
    let pieces = "[pieces.N]\nmove = \"N\"\n[pieces.H]\nmove = \"BN\"\n[pieces.Z]\nmove = \"NA\"\n";
    let Written { text, .. } = game(pieces, "k1nhz3/8/8/8/8/8/8/K1NHZ3 w - - 0 1");
    assert!(text.contains("knight = n\n") && text.contains("archbishop = h\n"), "{text}");
    let custom = text.lines().find(|line| line.starts_with("customPiece1 = z:")).expect("a piece of one's own");
    let again = read_ini("mine.ini", &text, "mine").unwrap_or_else(|e| panic!("{e}")).variant;
    let moves = |text| betza_notation::read(text, betza_notation::Dialect::Fsf).expect("it reads").piece.moves;
    assert_eq!(again.kinds[again.kind("Z").expect("there").index()].moves[0].moves, moves("NA"), "{custom}");
}

/// A Griffon has no words in Fairy-Stockfish, and a piece with two letters none at all.
#[test]
fn what_cannot_be_said_is_told() {
    let griffon = game("[pieces.G]\nmove = \"[F?R]\"\n", "k1g5/8/8/8/8/8/8/K1G5 w - - 0 1");
    assert!(griffon.text.contains("customPiece1 = g:xbetza:[F?R]\n"), "{}", griffon.text);
    let stock = "a Fairy-Stockfish that is not linked with betza takes 'xbetza:[F?R]' for another piece";
    assert_eq!(griffon.unsaid.iter().filter(|rule| rule.starts_with(stock)).count(), 1, "{:?}", griffon.unsaid);
    let long = game("[pieces.Kn]\nmove = \"N\"\n", "k7/8/8/8/8/8/8/K7 w - - 0 1");
    assert!(long.unsaid.iter().any(|rule| rule.starts_with("the piece Kn:")), "{:?}", long.unsaid);
    assert!(!long.text.contains("knight"), "{}", long.text);
}

/// A first move is one from a square there. A pawn never comes back to one, a Knight does.
#[test]
fn first_moves_are_bound_to_squares() {
    let start = "k7/p1p5/8/8/8/8/P1P5/K7 w - - 0 1";
    let pawn = game("[pieces.P]\nmove = \"fmWfcFifmnD\"\n", start);
    assert!(pawn.text.contains("doubleStepRegionWhite = a2 c2\n"), "{}", pawn.text);
    assert!(!pawn.unsaid.iter().any(|rule| rule.starts_with("P:")), "{:?}", pawn.unsaid);
    let back = game("[pieces.P]\nmove = \"WifmnD\"\n", start);
    assert!(back.unsaid.iter().any(|rule| rule.starts_with("P: its first moves")), "{:?}", back.unsaid);
}

//! What keys of `variants.ini` mean, in positions set up for them. The moves are those of Fairy-Stockfish (pyffish
//! 0.0.90).

use betza_game::fen;
use betza_perft::Options;
use betza_perft::session::Session;
use betza_variants::{find, read_ini};

/// The moves of the piece on a square, or its drops, in a section over a parent, after moves from a position.
fn moves(parent: &str, section: &str, position: &str, played: &[&str], of: &str) -> Vec<String> {
    let text = format!("[test:{parent}]\n{section}\n");
    let variant = read_ini("test.ini", &text, "test").unwrap_or_else(|report| panic!("{report}")).variant;
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).expect("it can be played");
    let mut setup = fen::read(&variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    for m in played {
        setup = session.play(&setup, m).expect("a position").unwrap_or_else(|| panic!("{text}{position}: {m}"));
    }
    session.view(&setup).expect("a position").moves.into_iter().filter(|m| m.starts_with(of)).collect()
}

#[test]
fn no_piece_goes_where_it_could_never_move_again() {
    let none: [&str; 0] = [];
    // What the parent says holds for a section's pieces.
    let (piece, corner) = ("customPiece1 = g:flNbrF", "10/9g/4k5/10/10/10/10/4K5/10/10 b - - 0 6");
    assert_eq!(moves("grand", piece, corner, &[], "j9"), none);
    assert_eq!(moves("grand", &format!("{piece}\nimmobilityIllegal = false"), corner, &[], "j9"), ["j9i10"]);
    // In games without hands, too.
    let lance = "customPiece1 = g:fR\nimmobilityIllegal = true";
    assert_eq!(moves("chess", lance, "4k3/8/8/8/G7/8/8/4K3 w - - 0 6", &[], "a4"), ["a4a5", "a4a6", "a4a7"]);
    // Captures are no moves here, and first moves neither; hops over another piece are.
    let on = |notation: &str| format!("customPiece1 = g:{notation}\nimmobilityIllegal = true");
    assert_eq!(moves("chess", &on("fmWcK"), "3rk3/4G3/8/8/8/8/8/R5K1 w - - 5 1", &[], "e7"), none);
    assert_eq!(moves("chess", &on("fRimbR"), "4k3/8/6G1/8/8/8/8/R5K1 w - - 5 1", &[], "g6"), ["g6g7"]);
    assert_eq!(moves("chess", &on("fgR"), "4k3/6n1/6G1/8/8/8/8/R5K1 w - - 5 1", &[], "g6"), none);
    assert_eq!(moves("chess", &on("fgR"), "4k3/8/6n1/6G1/8/8/8/R5K1 w - - 5 1", &[], "g5"), ["g5g7"]);
    // No drop on the last two ranks.
    let knight = "knight = -\ncustomPiece1 = n:ffN\nimmobilityIllegal = true";
    assert_eq!(moves("crazyhouse", knight, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", &[], "N@").len(), 6 * 8 - 1);
}

/// `enPassantTypes` names who captures, not who can be captured.
#[test]
fn captors_en_passant_are_named() {
    let lone = "4k3/3p4/8/4S3/8/8/8/4K3 b - - 0 1";
    let takes = ["e5d6", "e5e6"];
    // A pawn's double step, and a piece that has none of its own.
    let soldier = "customPiece1 = s:fmWfceF";
    assert_eq!(moves("chess", &format!("{soldier}\npawnTypes = ps\nenPassantTypes = s"), lone, &["d7d5"], "e5"), takes);
    // It needs no `e`, and an `e` is enough where the key is missing.
    assert_eq!(moves("chess", "customPiece1 = s:fmWfcF\nenPassantTypes = s", lone, &["d7d5"], "e5"), takes);
    assert_eq!(moves("chess", soldier, lone, &["d7d5"], "e5"), takes);
    assert_eq!(moves("chess", &format!("{soldier}\nenPassantTypes = -"), lone, &["d7d5"], "e5"), ["e5e6"]);
    // Pawns do so at all times.
    let pawn = lone.replace('S', "P");
    for types in ["enPassantTypes = -", "enPassantTypes = n", "enPassantTypes = *"] {
        assert_eq!(moves("chess", types, &pawn, &["d7d5"], "e5"), takes, "{types}");
    }
    // By moves that only capture: a Biskni's leaps, no Knight's. The pawn is gone then, or goes on.
    let knight = "7k/3p4/8/8/4N3/8/8/4K3 b - - 0 1";
    let pawn_after = |section: &str| moves("chess", section, knight, &["d7d5", "e4d6"], "d5");
    assert_eq!(pawn_after("enPassantTypes = n"), ["d5d4"]);
    assert_eq!(pawn_after("knight = -\nbiskni = n\nenPassantTypes = n"), [""; 0]);
    // For one side.
    let both = "4k3/3p4/8/4S3/4s3/8/3P4/4K3";
    let one = "customPiece1 = s:fmWfceF\nenPassantTypesWhite = -";
    assert_eq!(moves("chess", one, &format!("{both} w - - 0 1"), &["d2d4"], "e4"), ["e4d3", "e4e3"]);
    assert_eq!(moves("chess", one, &format!("{both} b - - 0 1"), &["d7d5"], "e5"), ["e5e6"]);
}

/// First moves of sliders leave the right, with an `n` or without. A parent without en passant stays so.
#[test]
fn who_can_be_captured_en_passant() {
    let slider = "4k3/8/8/8/1p6/8/X7/4K3 w - - 0 1";
    assert_eq!(moves("chess", "customPiece1 = x:WimfR3", slider, &["a2a5"], "b4"), ["b4a3", "b4b3"]);
    let pawn = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1";
    assert_eq!(moves("georgian", "customPiece1 = x:fmWfceF", pawn, &["a2a4"], "b4"), ["b4b3"]);
}

#[test]
fn pawns_get_double_steps_that_a_parent_lacks() {
    let section = "doubleStep = true\ndoubleStepRegionBlack = *5";
    let position = "4k1/1p4/6/P5/6/4K1 b - - 0 1";
    assert_eq!(moves("losalamos", section, position, &["b5b3"], "a3"), ["a3a4", "a3b4"]);
}

#[test]
fn pawns_promote_whoever_else_is_named() {
    let all = ["a7a8b", "a7a8n", "a7a8q", "a7a8r"];
    for types in ["promotionPawnTypes = n", "promotionPawnTypes = -", "pawnTypes = n", "promotionPawnTypes = *"] {
        assert_eq!(moves("chess", types, "4k3/P6N/8/8/8/8/8/4K3 w - - 0 1", &[], "a7"), all, "{types}");
    }
}

/// `*` is all pieces only where one may be of any type.
#[test]
fn a_star_is_mostly_no_piece() {
    let rooks = "4k3/8/8/8/8/8/4r3/4RK2 w - - 0 1";
    let free = ["e1a1", "e1b1", "e1c1", "e1d1", "e1e2"];
    assert_eq!(moves("chess", "mutuallyImmuneTypes = *", rooks, &[], "e1"), free);
    let petrifying = "4k3/8/8/8/8/4r3/8/4RK2 w - - 0 1";
    let after = moves("chess", "petrifyOnCaptureTypes = *", petrifying, &["e1e3"], "e8");
    assert_eq!(after, ["e8d7", "e8d8", "e8f7", "e8f8"]);
    // Three in a row do not matter.
    let row = "rrr1k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(moves("chess", "connectN = 3\nconnectPieceTypes = *", row, &[], "e1").len(), 5);
    assert_eq!(moves("chess", "connectN = 3\nconnectPieceTypes = r", row, &[], "e1").len(), 0);
}

/// A piece that gets another letter keeps what the parent says of its type.
#[test]
fn a_soldier_with_another_letter_goes_sideways_where_soldiers_do() {
    let position = "3k5/9/9/9/9/9/S8/9/9/4K4 w - - 0 1";
    let section = format!("soldier = s\nstartFen = {position}");
    assert_eq!(moves("xiangqi", &section, position, &[], "a4"), ["a4a5"]);
}

/// Gates of a side that has nothing to leave behind are written no more, unless captures may bring it something.
#[test]
fn fens_have_the_gates_that_can_matter() {
    let played = "4k3/8/8/8/8/8/8/RN2K1NR[E] w KQBG - 0 1";
    let read = "rnbqkb1r/1p1pp1pp/p1p4n/1P3p2/8/B1N4P/P1PPPPP1/REHQKBNR[he] b KQDFGkqbcdf - 1 5";
    for (name, after, again) in
        [("seirawan", " b KQ - 1 1", " b KQkqbcdf - 1 5"), ("shouse", " b KQG - 1 1", " b KQDFGkqbcdf - 1 5")]
    {
        let variant = find(name).expect("built in").variant;
        let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).expect("it can be played");
        let text = |setup: &_| fen::write(&variant, setup);
        let setup = session.play(&fen::read(&variant, played).expect("a position"), "b1c3e").expect("a position");
        let setup = setup.expect("a legal move");
        assert!(text(&setup).ends_with(after), "{}", text(&setup));
        let anew = fen::read(&variant, &text(&setup)).expect("a position");
        assert_eq!(session.view(&anew).expect("a position").hash, session.view(&setup).expect("a position").hash);
        let setup = fen::read(&variant, read).expect("a position");
        assert!(text(&setup).ends_with(again), "{}", text(&setup));
    }
}

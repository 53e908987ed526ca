//! Positions as other programs write them: the same position in several texts.

use betza_game::fen;
use betza_game::variant::Flavour;
use betza_variants::find;

#[test]
fn hands_stand_where_other_programs_write_them() {
    let crazyhouse = find("crazyhouse").expect("built in").variant;
    let read = |text: &str| fen::read(&crazyhouse, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let some = read(&format!("{board}[Qn] w KQkq - 0 1"));
    // Lichess; a field before the side; cutechess.
    for text in
        [format!("{board}/Qn w KQkq - 0 1"), format!("{board} [Qn] w KQkq - 0 1"), format!("{board} w Qn KQkq - 0 1")]
    {
        assert_eq!(read(&text), some, "{text}");
    }
    let none = read(&format!("{board}[] w KQkq - 0 1"));
    for text in [
        format!("{board}[-] w KQkq - 0 1"),
        format!("{board}/ w KQkq - 0 1"),
        format!("{board} w KQkq - 0 1"),
        format!("{board} w KQkq -"),
        format!("{board} w - KQkq - 0 1"),
    ] {
        assert_eq!(read(&text), none, "{text}");
    }
    let bare = read(&format!("{board}[Q] b - - 3 7"));
    assert_eq!(read(&format!("{board} b Q - - 3 7")), bare);
    let wrong = fen::read(&crazyhouse, &format!("{board} w Qx KQkq - 0 1")).expect_err("there is no X");
    assert_eq!(wrong.span, 47..48);
}

#[test]
fn checks_are_left_or_given() {
    let variant = find("3check").expect("built in").variant;
    let read = |text: &str| fen::read(&variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let left = read(&format!("{board} 1+2 0 1"));
    assert_eq!(read(&format!("{board} +2+1 0 1")), left);
    assert_eq!(read(&format!("{board} 0 1 +2+1")), left);
}

#[test]
fn what_is_wrong_is_found_in_its_place() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (game, text, code, span) in [
        ("crazyhouse", format!("{board}[Q2] w KQkq - 0 1"), "fen-unknown-piece", 46..46),
        ("crazyhouse", format!("{board}[0Q] w KQkq - 0 1"), "fen-hand", 44..46),
        ("chess", format!("{board}[Q] w KQkq - 0 1"), "fen-hand", 44..45),
        ("chess", format!("{board} w KQkx - 0 1"), "fen-castling", 49..50),
        // The second rank of the text begins at 9: five more than four, nine pieces, a mark of what was no other piece.
        ("chess", "rnbqkbnr/pppp5/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(), "fen-board-size", 13..14),
        ("chess", "rnbqkbnr/pppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(), "fen-board-size", 17..19),
        ("chess", "rnbqkbnr/pppp~pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(), "fen-unknown-piece", 13..14),
        ("chess", format!("{board} w KQkq - 0 1 passes=3"), "fen-unknown-field", 57..65),
        ("chess", "rnbq~kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(), "fen-unknown-piece", 4..5),
        ("makruk", "8/3k4/6M1/2K1S3/8/8/8/8 b - 65536 8 1".to_owned(), "fen-counter", 28..33),
        // What stands there has not passed e3: a king, a pawn of the side to move, a second pawn.
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3e1 0 1".to_owned(), "fen-en-passant", 29..31),
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3d4 0 1".to_owned(), "fen-en-passant", 29..31),
        ("chess", "4k3/8/8/8/P2pP3/8/8/4K3 b - e3e4a4 0 1".to_owned(), "fen-en-passant", 32..34),
        ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEdx 0 0 1".to_owned(), "fen-castling", 49..50),
        ("cambodian", "rnsmksnr/8/pppppppp/8/3K4/PPPPPPPP/8/RNS1MSNR w DEde 0 0 1".to_owned(), "fen-castling", 48..49),
        ("chess", "8/8/k0p6/8/8/8/8/4K3 w - - 0 1".to_owned(), "fen-board-size", 5..6),
        ("checkers", "W:W12-9:B1".to_owned(), "fen-board-size", 3..7),
        ("checkers", "W:W21:W22".to_owned(), "fen-unknown-field", 6..9),
        ("checkers", " W:W21:W22".to_owned(), "fen-unknown-field", 7..10),
        ("checkers", "W:W21,21:B1".to_owned(), "fen-on-hole", 6..8),
    ] {
        let variant = find(game).expect("built in").variant;
        let error = fen::read(&variant, &text).expect_err(&text);
        assert_eq!((error.code.as_str(), error.span), (code, span), "{text}: {}", error.message);
    }
}

#[test]
fn passes_and_counts_of_moves_are_read() {
    let chess = find("chess").expect("built in").variant;
    for passes in 0..3 {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 passes={passes}");
        assert_eq!(fen::read(&chess, &text).map(|setup| setup.passes), Ok(passes), "{text}");
    }
    // A limit of 88 plies, of which eight are over (docs/rules.md, R39). Without a count there are half moves.
    let makruk = find("makruk").expect("built in").variant;
    let board = "8/3k4/6M1/2K1S3/8/8/8/8";
    let counted = fen::read(&makruk, &format!("{board} b - 88 8 1")).expect("a position");
    assert_eq!(counted.counted.map(|count| (count.limit, count.plies)), Some((88, 8)));
    assert_eq!((counted.halfmoves, counted.move_number), (0, 1));
    assert_eq!(fen::write(&makruk, &counted), format!("{board} b - 88 8 1"));
    let uncounted = fen::read(&makruk, &format!("{board} b - - 8 2")).expect("a position");
    assert_eq!((uncounted.counted, uncounted.halfmoves, uncounted.move_number), (None, 8, 2));
}

/// SFEN has no fields for castling, en passant, checks and half moves: where there is one of them, it is FEN that is
/// written. Where the last move captured stands in the field of the hands, in its way to name squares.
#[test]
fn what_sfen_cannot_say_is_written_as_fen() {
    for (game, text, sfen) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 3", Some("4k3/8/8/8/8/8/8/4K2R b - 5")),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 3", None),
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3", None),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 1 3", None),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 3+2 0 3", None),
        ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w H - 0 3", None),
        (
            "chushogi",
            "5k6/12/12/12/12/12/12/12/12/12/12/5K6 b - - 0 2 traded=e3",
            Some("5k6/12/12/12/12/12/12/12/12/12/12/5K6 w 8j 4"),
        ),
    ] {
        let variant = find(game).expect("built in").variant;
        let setup = fen::read(&variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(fen::write_as(&variant, &setup, Flavour::Sfen), sfen.unwrap_or(text), "{game}");
    }
}

/// The last number of an SFEN is the ply's, from 1: in the USI protocol's own example, `w Sbgn3p 124`, Gote is to move
/// (http://shogidokoro.starfree.jp/usi.html). Handicap games begin with Gote and 1.
#[test]
fn sfen_numbers_the_plies() {
    let shogi = find("shogi").expect("built in").variant;
    let board = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L";
    for (text, move_number, halves) in [
        (format!("{board} w Sbgn3p 124"), 62, 125),
        (format!("{board} b Sbgn3p 123"), 62, 124),
        (format!("{board} w Sbgn3p 1"), 1, 2),
        (format!("{board} b Sbgn3p 2"), 1, 3),
        (format!("{board} w Sbgn3p 0"), 0, 1),
    ] {
        let setup = fen::read(&shogi, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((setup.move_number, setup.half_moves()), (move_number, halves), "{text}");
        assert_eq!(fen::write(&shogi, &setup), text);
    }
}

/// Hands that are written as a field, or in SFEN, are all that there is: nothing that is assumed comes to them.
#[test]
fn hands_that_are_written_are_the_hands() {
    let jieqi = &betza_variants::find("jieqi").expect("is built in").variant;
    let setup = fen::read(jieqi, &jieqi.start).expect("its start");
    let apart = jieqi.start.replacen('[', " [", 1);
    assert_eq!(fen::read(jieqi, &apart).expect("a position").hands, setup.hands, "{apart}");
}

#[test]
fn one_piece_on_each_side_of_the_king_may_castle() {
    let chess960 = find("chess960").expect("built in").variant;
    let read = |rights: &str| fen::read(&chess960, &format!("4k3/8/8/8/8/8/8/R1R1K1RR w {rights} - 0 1"));
    assert_eq!(read("CH").expect("one on each side").castling.len(), 2);
    assert_eq!(read("AQ").expect("the same one twice").castling.len(), 1);
    for two in ["AC", "GH", "HCG", "CQ"] {
        let error = read(two).expect_err(two);
        assert!(error.message.contains("second piece on the same side"), "{error}");
    }
}

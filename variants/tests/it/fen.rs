//! Positions as other programs write them: the same position in several texts.

use betza_game::fen;
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
        // What stands there has not passed e3: a king, a pawn of the side to move, a second pawn.
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3e1 0 1".to_owned(), "fen-en-passant", 29..31),
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3d4 0 1".to_owned(), "fen-en-passant", 29..31),
        ("chess", "4k3/8/8/8/P2pP3/8/8/4K3 b - e3e4a4 0 1".to_owned(), "fen-en-passant", 32..34),
        ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEdx 0 0 1".to_owned(), "fen-castling", 49..50),
        ("cambodian", "rnsmksnr/8/pppppppp/8/3K4/PPPPPPPP/8/RNS1MSNR w DEde 0 0 1".to_owned(), "fen-castling", 48..49),
        ("checkers", "W:W12-9:B1".to_owned(), "fen-board-size", 3..7),
        ("checkers", "W:W21:W22".to_owned(), "fen-unknown-field", 6..9),
        ("checkers", "W:W21,21:B1".to_owned(), "fen-on-hole", 6..8),
    ] {
        let variant = find(game).expect("built in").variant;
        let error = fen::read(&variant, &text).expect_err(&text);
        assert_eq!((error.code.as_str(), error.span), (code, span), "{text}: {}", error.message);
    }
}

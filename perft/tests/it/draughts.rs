//! Rules of draughts, in positions worked out by hand. The counts of the starts are in testdata/perft/.

use betza_game::fen;
use betza_perft::Options;
use betza_perft::session::Session;

fn moves(game: &str, text: &str) -> Vec<String> {
    let variant = betza_variants::find(game).unwrap_or_else(|e| panic!("{e}")).variant;
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).expect("compiles");
    let setup = fen::read(&variant, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut moves = session.view(&setup).expect("a position").moves;
    moves.sort();
    moves
}

/// d6 takes e7 and is on the last rank, from where g7 could be taken: WCDF rule 1.17 ends the move, FMJD's Russian
/// rules go on with a king, its Brazilian ones with a man that is not crowned.
#[test]
fn promotion_on_the_way() {
    let text = "8/4m1m1/3M4/8/8/8/8/8 w - - 0 1";
    assert_eq!(moves("checkers", text), ["d6f8k"]);
    assert_eq!(moves("russian", text), ["d6f8,f8h6k"]);
    assert_eq!(moves("brazilian", text), ["d6f8,f8h6"]);
}

/// c3 can take one man or two.
#[test]
fn most_must_be_captured_where_the_rules_say_so() {
    let text = "8/8/5m2/8/1m1m4/2M5/8/8 w - - 0 1";
    assert_eq!(moves("checkers", text), ["c3a5", "c3e5,e5g7"]);
    assert_eq!(moves("russian", text), ["c3a5", "c3e5,e5g7"]);
    assert_eq!(moves("brazilian", text), ["c3e5,e5g7"]);
}

/// The king has taken b4, g5 and f2 and stands on e1. It could take c3 if b4 were gone, but what is captured stays
/// until the move ends. From d6 and f8 it could not go on, so it may not stop there.
#[test]
fn what_is_captured_is_in_the_way_until_the_move_ends() {
    let text = "8/8/8/6m1/1m6/K1m5/5m2/8 w - - 0 1";
    assert_eq!(moves("brazilian", text), ["a3e7,e7h4,h4e1"]);
    assert_eq!(moves("russian", text), ["a3c5,c5g1", "a3e7,e7h4,h4e1"]);
}

/// Men of English draughts neither move nor capture backwards, those of the others capture.
#[test]
fn men_look_ahead() {
    let text = "8/8/8/3M4/4m3/8/8/8 w - - 0 1";
    assert_eq!(moves("checkers", text), ["d5c6", "d5e6"]);
    assert_eq!(moves("brazilian", text), ["d5f3"]);
}

/// Squares are numbered from the top left; letters stand for kings.
#[test]
fn positions_are_read_and_printed_as_draughts_has_them() {
    let variant = betza_variants::find("checkers").unwrap().variant;
    let read = |text: &str| fen::read(&variant, text);
    let setup = read("W:W21-23,K32:BK1,2,12").unwrap();
    assert_eq!(fen::write(&variant, &setup), "W:W21-23,K32:BK1,2,12");
    assert_eq!(read("1k1m4/8/7m/8/8/M1M1M3/8/6K1 w - - 0 1").as_ref(), Ok(&setup));
    for (text, place, code) in [
        ("X:W1:B2", 0..1, "fen-unknown-field"),
        ("W:W1:B33", 6..8, "fen-board-size"),
        ("W:W1,Q2:B3", 5..7, "fen-unknown-piece"),
        ("W:W1-3:B2", 8..9, "fen-on-hole"),
        ("W:W1:B2:B3", 8..10, "fen-unknown-field"),
    ] {
        let error = fen::read_as(&variant, text, betza_game::variant::Flavour::Pdn).unwrap_err();
        assert_eq!((error.span.clone(), error.code.as_str()), (place, code), "{text}: {error}");
    }
}

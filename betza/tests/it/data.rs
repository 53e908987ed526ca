//! Plain data, serialized and read back.

use betza::{Change, Game, Move, Outcome, Played, Side, Square, Style};

#[test]
fn plain_data_is_read_back() {
    for name in ["chess", "crazyhouse", "chushogi", "duck"] {
        let start = Game::builtin(name).unwrap_or_else(|e| panic!("{e}")).start();
        for m in start.legal_moves() {
            let text = serde_json::to_string(&m).expect("it is written");
            assert_eq!(serde_json::from_str::<Move>(&text).expect("it is read"), m);
            let changes = serde_json::to_string(&start.changes(m)).expect("it is written");
            assert_eq!(serde_json::from_str::<Vec<Change>>(&changes).expect("it is read"), start.changes(m));
        }
    }
    let square: Square = serde_json::from_str("12").expect("it is an index");
    assert_eq!(square.index(), 12);
    assert_eq!(serde_json::to_string(&Side::Black).expect("it is written"), "\"Black\"");
    assert_eq!(serde_json::from_str::<Played>("\"Null\"").expect("it is read"), Played::Null);
    assert_eq!(serde_json::from_str::<Style>("\"San\"").expect("it is read"), Style::San);
    let won = "{\"Win\":{\"side\":\"White\",\"reason\":\"Checkmate\"}}";
    assert_eq!(serde_json::from_str::<Outcome>(won).expect("it is read").winner(), Some(Side::White));
}

#[test]
fn numbers_that_are_no_move_are_refused_and_others_do_no_harm() {
    let start = Game::builtin("chess").unwrap_or_else(|e| panic!("{e}")).start();
    for text in ["[524288,0]", "[0,15]", "[0,286331153]", "[]", "7", "[-1,0]", "[4294967295,4294967295]"] {
        assert!(serde_json::from_str::<Move>(text).is_err(), "{text}");
    }
    for text in ["[0,0]", "[458752,2147483648]", "[4278583308,0]"] {
        let m: Move = serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(!start.is_legal(m) && start.clone().play(m).is_err(), "{text}");
    }
}

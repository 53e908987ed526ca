//! The rules of chu shogi as a file's author may get them wrong, and the field of positions that goes with them.

use betza_game::fen;
use betza_variants::{find, read_toml};

fn refused(tail: &str) -> String {
    let text = format!("format = 1\nparent = \"chushogi\"\nname = \"g\"\n{tail}\n");
    read_toml("g.toml", &text).unwrap_err().to_string()
}

#[test]
fn mistakes_have_their_place() {
    let cases = [
        ("[trading]\npieces = [\"N\", \"Y\"]", "g.toml:5:16: error[unknown-piece]: the game has no piece 'Y'"),
        (
            "[trading]\ntrifle = [\"P\"]",
            "g.toml:5:1: error[unknown-key]: trading has no key 'trifle'; did you mean 'trifles'?",
        ),
        (
            "[trading]\npieces = [\"N\", \"N\"]",
            "g.toml:5:16: error[bad-value]: 'N' is named twice; name every piece once",
        ),
        ("[trading]\ntrifles = 1", "g.toml:5:11: error[bad-value]"),
        ("[pieces.P.promotion]\nstarting_inside = \"rank 13\"", "g.toml:5:"),
        (
            "[pieces.P.promotion]\nfrom_zone_too = true",
            "error[conflict]: the promotion of piece P has 'starting_inside' and lets all moves promote that start in the zone",
        ),
    ];
    for (tail, message) in cases {
        let told = refused(tail);
        assert!(told.contains(message), "{told}");
    }
    let text = "format = 1\nparent = \"chess\"\nname = \"g\"\n[trading]\ntrifles = [\"P\"]\n";
    let told = read_toml("g.toml", text).unwrap_err().to_string();
    assert!(told.contains("error[missing-key]: trading has no 'pieces'"), "{told}");
}

#[test]
fn the_field_is_read_where_the_rule_is() {
    let chushogi = find("chushogi").unwrap().variant;
    let board = "12/12/12/12/12/12/5N6/12/12/12/12/12";
    for (fields, square) in [("b 8j 3", "e3"), ("b - 3 traded=e3", "e3"), ("b 12a 1", "a12"), ("b 1l", "l1")] {
        let setup = fen::read(&chushogi, &format!("{board} {fields}")).unwrap();
        assert_eq!(setup.traded.map(|s| chushogi.board.name(s)).as_deref(), Some(square), "{fields}");
    }
    assert_eq!(fen::read(&chushogi, &format!("{board} b - 1")).unwrap().traded, None);
    let hand = fen::read(&chushogi, &format!("{board} b b")).unwrap();
    assert_eq!((hand.traded, hand.hands[1].iter().sum::<u16>()), (None, 1), "a hand is no square");
    for fields in ["b 13a 1", "b - 1 traded=m1", "b - 1 traded="] {
        assert!(fen::read(&chushogi, &format!("{board} {fields}")).is_err(), "{fields}");
    }
    let chess = find("chess").unwrap().variant;
    let error = fen::read(&chess, &format!("{} traded=e3", chess.start)).unwrap_err();
    assert!(error.message.contains("chess has no pieces that may not be traded"), "{}", error.message);
}

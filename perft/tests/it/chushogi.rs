//! Chu Shogi's own rules: promotion, the two-step moves, and Lions that may not simply be traded.
//!
//! Source of the positions and of what is legal in them: the tests of shogiops (github.com/WandererXII/shogiops at
//! 0f94788, test/rules/chushogi.test.ts). Squares are written as there: the file from the right, the rank as a letter
//! from the top.

use betza_game::fen;
use betza_game::variant::{Counting, Variant};
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::{AnyGame, AnyPosition};

fn chushogi() -> Variant {
    betza_variants::find("chushogi").unwrap().variant
}

fn compiled(variant: &Variant) -> AnyGame {
    let start = fen::read(variant, &variant.start).unwrap();
    AnyGame::compile(variant, &start, DEFAULT_SEED).unwrap()
}

fn position(game: &AnyGame, text: &str) -> AnyPosition {
    game.position(&fen::read(game.variant(), text).unwrap()).unwrap()
}

/// Shogi's name of a square turned into the board's.
fn square(name: &str) -> String {
    let (file, rank) = name.split_at(name.len() - 1);
    let file = 12 - file.parse::<u8>().unwrap();
    format!("{}{}", (b'a' + file) as char, 12 - (rank.as_bytes()[0] - b'a'))
}

/// `6f5e6d`, from a square over another to the last, turned into the text of a move.
fn text(usi: &str) -> String {
    let plain = usi.trim_end_matches('+');
    let mut squares = Vec::new();
    for (i, c) in plain.char_indices() {
        if c.is_ascii_lowercase() {
            let start = squares.iter().map(|s: &&str| s.len()).sum::<usize>();
            squares.push(&plain[start..=i]);
        }
    }
    let legs: Vec<String> = squares.windows(2).map(|leg| square(leg[0]) + &square(leg[1])).collect();
    legs.join(",") + &usi[plain.len()..]
}

fn play(game: &AnyGame, p: &mut AnyPosition, usi: &str) {
    let list = game.legal_moves(p);
    let m = game.read_move(p, &list, &text(usi)).unwrap_or_else(|| panic!("{usi} is no move"));
    game.make_listed(p, m, &list);
}

/// What may be played in a position, and what not.
fn check(game: &AnyGame, p: &AnyPosition, legal: &str, illegal: &str) {
    let texts = game.move_texts(p, &game.legal_moves(p));
    for (moves, expected) in [(legal, true), (illegal, false)] {
        for usi in moves.split_whitespace() {
            assert_eq!(texts.contains(&text(usi)), expected, "{usi} in {}", fen::write(game.variant(), &game.setup(p)));
        }
    }
}

#[test]
fn a_piece_promotes_on_entering_the_zone_and_by_captures_from_it() {
    let game = compiled(&chushogi());
    let p = position(&game, "10p1/2I1pP2p1LL/1Rp1PB2LL2/12/7L4/1p10/12/12/11k/12/11K/12 b - 1");
    check(&game, &p, "7c8b 7c8b+ 7c6b 7b7a 7b7a+ 5e5c 5e5c+ 11c11f 11c11f+", "7c6b+");
}

#[test]
fn a_lion_goes_by_one_step_two_or_a_jump() {
    let game = compiled(&chushogi());
    let p = position(&game, "12/12/12/12/12/6+O5/12/12/12/12/12/12 b");
    check(&game, &p, "6f5e 6f7g 6f7d 6f4h 6f6g6f 6f5e6d 6f7g8h", "6f6f");
    let p = position(&game, "3l8/11p/10p1/3n5+D2/2i1f7/3N5G2/9+H2/2t2P1i4/2p3+D5/2+H9/12/12 b");
    check(
        &game,
        &p,
        "3g3e 6i4g 6i8g 6i5h 6i5h6i 6i5h4g 3d2c 3d1b 3d2c1b 10j10i 10j10h 10j10i10h",
        "3g3f 6i7h 3d1b2c 10j10h10i",
    );
    check(&game, &p, "9f10e 9f8e 9f8e9d", "9f9d 9f10e9d 9f9e9d");
}

/// By hand: 8 squares around it and 16 beyond are 24 ends of direct moves. Each of the 8 is also a first step to any of
/// its own 8 neighbours, the Lion's square among them: 64 paths. Of all these, 24 and the way there and back are
/// distinct.
#[test]
fn a_lone_lion_has_88_paths_and_25_moves() {
    for (counting, moves) in [(Counting::Paths, 88), (Counting::Distinct, 25)] {
        let game = compiled(&Variant { counting, ..chushogi() });
        let p = position(&game, "12/12/12/12/12/12/5N6/12/12/12/12/12 b");
        assert_eq!(game.legal_moves(&p).len(), moves, "{counting:?}");
    }
}

#[test]
fn lions_are_not_traded() {
    let game = compiled(&chushogi());
    let p = position(&game, "11l/6l5/5Nn5/11n/9N2/12/1N10/9n2/1n7N2/4r7/4nN6/4r7 b");
    check(
        &game,
        &p,
        "7c6c 7c6b6c 3i3h 3i3h3g 3i2h3h 7k8k 7k8j8k 7k8l8k 7k8k8j 7k8k8l 7k7j8k 11g11i 11g11h11i",
        "3e1d 3e2e1d",
    );
    for (text, legal, illegal) in [
        ("12/12/12/12/7g4/6n5/5N6/12/12/12/12/12 b", "7g6f 7g6f5e 7g6f6e", ""),
        ("12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 b", "7g5e 8e5h", "7g5h"),
        ("12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 w", "5h5j", "5h7g"),
        ("12/12/12/12/3n8/12/5N6/5P6/7b4/12/12/12 b", "7g5i", "7g9e"),
        ("12/12/12/12/3n8/12/5N6/5P6/7b4/12/12/12 w", "9e10e 5i7g", "9e7g"),
        ("12/12/12/12/12/4N7/4p7/4n7/12/12/12/12 b", "8f8g", "8f8h 8f8g8h"),
        ("12/12/12/12/6+o1r3/4gi6/6N5/7s4/8n3/12/12/12 b", "6g5h4i 6g7f 6g7f8f", "6g4i 6g6e 6g7f6e 6g6f6e"),
        ("12/12/3l8/12/3b4+o3/6n5/4N7/6R5/7K4/12/12/12 b", "", "8g6f"),
    ] {
        check(&game, &position(&game, text), legal, illegal);
    }
}

#[test]
fn a_lion_is_not_captured_elsewhere_in_reply() {
    let game = compiled(&chushogi());
    let after = |text: &str, usi: &str, legal: &str, illegal: &str| {
        let mut p = position(&game, text);
        play(&game, &mut p, usi);
        check(&game, &p, legal, illegal);
        // The square is part of the position, of its text and of its hash.
        for flavour in [betza_game::variant::Flavour::Fen, betza_game::variant::Flavour::Sfen] {
            let setup = game.setup(&p);
            let written = fen::write_as(game.variant(), &setup, flavour);
            assert_eq!(fen::read(game.variant(), &written).as_ref(), Ok(&setup), "{written}");
        }
        assert_eq!(game.position(&game.setup(&p)).unwrap().hash(), p.hash(), "{text} {usi}");
    };
    let falcon = "12/12/12/12/12/12/12/12/4+ho3n2/4N7/12/6B5 w";
    after(falcon, "8i8j8i", "", "6l3i");
    after(falcon, "8i8j", "", "6l3i");
    after(falcon, "7i8j+", "6l8j", "6l3i");
    let rook = "12/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B5 w";
    after(rook, "8f8j", "6l8j", "6l3i");
    after(rook, "7i8j", "6l8j", "6l3i");
    after(rook, "3i4i3i", "6l3i 1j1i", "");
    after("11k/12/12/10bm/9N2/12/5n6/6N5/5r6/12/9K2/12 b", "6h7g", "2d3e", "");
    after("k11/12/12/12/6n5/6P5/12/5+h6/12/5N6/12/11K b", "6f6e", "7h7i", "7h7i7j");
    after("k11/12/12/12/6n5/6P5/12/7+d4/12/5N6/12/11K b", "6f6e", "5h6i", "5h6i7j");
}

/// The field of Lishogi's SFENs; both counts are those of shogiops.
#[test]
fn the_square_of_the_trade_is_read() {
    let game = compiled(&chushogi());
    for (field, moves) in [("8j", 7), ("-", 8)] {
        let p = position(&game, &format!("11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b {field}"));
        assert_eq!(game.legal_moves(&p).len(), moves, "{field}");
    }
}

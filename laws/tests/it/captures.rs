//! Captures that rules limit or forbid: by rank, of what is protected, without promoting. Positions worked out by hand.

use crate::changed;
use crate::mixtures::moves_of;
use betza_game::fen;
use betza_game::variant::Variant;
use betza_laws::subject::{Depth, Subject};
use betza_movegen::keys::DEFAULT_SEED;

/// A game without checks on a board of 8x8, with generals of Taikyoku shogi and pieces that catch what they capture.
fn generals() -> Variant {
    let text = "format = 1\nname = \"test\"\nboard = \"8x8\"\ndialect = \"extended\"\nstart = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
        royalty.check = false\naftermath.contagion = { D = \"T\", T = \"T\" }\naftermath.immune = [\"K\"]\n\
        [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\ngrade = 3\n\
        [pieces.G]\nname = \"Great General\"\nmove = \"Qd0\"\ngrade = 2\n\
        [pieces.R]\nname = \"Rook General\"\nmove = \"Rd0\"\ngrade = 1\n\
        [pieces.P]\nname = \"Pawn\"\nmove = \"fW\"\npromotion = { zone = \"all\", to = [\"G\"], by_capture = true }\n\
        [pieces.D]\nname = \"Deva\"\nmove = \"W\"\n[pieces.T]\nname = \"Teaching King\"\nmove = \"K\"\n";
    betza_variants::read_toml("test", text).unwrap_or_else(|report| panic!("{report:#?}")).variant
}

/// The moves of a position from a square. It keeps the laws, also as on a large board.
fn moves_from(variant: &Variant, text: &str, from: &str) -> Vec<String> {
    let setup = fen::read(variant, text).expect("a position");
    let moves = [Subject::new, Subject::as_large].map(|compile| {
        let subject = compile(variant, DEFAULT_SEED).expect("compiles");
        let depth = Depth { replies: true, queries: true, rules: true };
        if let Err(fault) = subject.check(&setup, depth) {
            panic!("{text}: {}: {}", fault.law, fault.how);
        }
        let position = subject.game().position(&setup).expect("a position");
        let texts = subject.game().move_texts(&position, &subject.game().legal_moves(&position));
        let mut found: Vec<String> = texts.into_iter().filter(|text| text.starts_with(from)).collect();
        found.sort();
        found
    });
    assert_eq!(moves[0], moves[1], "tables and programs");
    moves[0].clone()
}

/// A game without checks on a board of 8x8, with these rules and pieces beside kings.
pub(crate) fn game(rules: &str) -> Variant {
    let text = format!(
        "format = 1\nname = \"test\"\nboard = \"8x8\"\ndialect = \"xbetza\"\nstart = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
         royalty.check = false\n{rules}\n[pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n"
    );
    betza_variants::read_toml("test", &text).unwrap_or_else(|report| panic!("{report:#?}")).variant
}

/// On the file of h1 the Great General comes over its own pawn on h2, which it takes, to h3; it takes the Rook General
/// on h4 and comes to h5; the King on h6 is above it. On its rank it comes to g1, and to b1 to f1 with nothing taken:
/// the King on a1 is above it, too. Its diagonal is g2 to a8, where the enemy's pawn stands.
#[test]
fn range_captures_take_what_is_of_a_lower_grade() {
    let found = moves_from(&generals(), "p7/8/7k/8/7r/8/7P/K6G w - - 0 1", "h1");
    let on_file =
        found.iter().filter(|text| text.contains('h') && !text[2..].contains(['a', 'b', 'c', 'd', 'e', 'f', 'g']));
    assert_eq!(on_file.count(), 3, "{found:?}");
    assert_eq!(found.len(), 3 + 6 + 7, "{found:?}");
}

/// A Rook General takes neither another one nor the Great General, in any direction: from d4 it comes to d5, d3, c4 and
/// e4.
#[test]
fn equal_grades_stop_range_captures() {
    let found = moves_from(&generals(), "k7/8/3r4/8/1g1R1R2/8/3g4/K7 w - - 0 1", "d4");
    assert_eq!(found, ["d4c4", "d4d3", "d4d5", "d4e4"]);
}

/// The pawn that captures the Deva becomes a Teaching King and nothing else, although it promotes by capturing; the
/// King that captures it stays what it is.
#[test]
fn captors_catch_what_their_victims_have() {
    let variant = generals();
    let found = moves_from(&variant, "k7/8/8/8/8/2d5/2P5/1K6 w - - 0 1", "c2");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].to_lowercase().contains('t'), "{found:?}");
    let found = moves_from(&variant, "k7/8/8/8/8/8/2d5/1K6 w - - 0 1", "b1c2");
    assert_eq!(found, ["b1c2"]);
}

/// A game with Emperors, rooks and knights.
fn emperors() -> Variant {
    game(
        "spares_protected = [\"E\"]\n[pieces.E]\nname = \"Emperor\"\nmove = \"U\"\n[pieces.R]\nname = \"Rook\"\nmove = \"R\"\n\
         [pieces.N]\nname = \"Knight\"\nmove = \"N\"",
    )
}

/// The rook on h8 protects the knight on g8. Nothing protects the rook and the king on a8. Beside these the Emperor has
/// the 59 empty squares.
#[test]
fn emperors_take_what_is_not_protected() {
    let found = moves_from(&emperors(), "k5nr/8/8/8/8/8/8/E3K3 w - - 0 1", "a1");
    assert_eq!(found.len(), 61, "{found:?}");
    assert!(found.contains(&"a1h8".to_owned()) && found.contains(&"a1a8".to_owned()));
    assert!(!found.contains(&"a1g8".to_owned()));
}

/// The Emperor on a8 protects only what White does not: the rook on h1 would take it on h8, and nothing on a5. The rook
/// on h8 protects it, and does not where a knight stands between; then the rook protects the knight. Squares that are
/// empty are free to all Emperors.
#[test]
fn emperors_protect_what_they_may_take_back_themselves() {
    let captures = |text: &str| {
        let found = moves_from(&emperors(), text, "a1");
        ["a1a5", "a1a8", "a1b8", "a1h1", "a1h8"]
            .into_iter()
            .filter(|m| found.iter().any(|f| f == m))
            .collect::<Vec<_>>()
    };
    assert_eq!(captures("e6r/8/8/k7/8/8/8/E3K2R w - - 0 1"), ["a1b8", "a1h8"]);
    assert_eq!(captures("e6r/8/8/8/8/8/8/E3K2k w - - 0 1"), ["a1a5", "a1b8"]);
    assert_eq!(captures("en5r/8/8/8/8/8/8/E3K2k w - - 0 1"), ["a1a5", "a1a8"]);
}

/// Who could take the king gives check, and nobody else: not the bishop on f4, which spurns kings, nor the Emperor on
/// a1 while the rook on h8 protects the king, nor the general on c5, whose grade is below the king's; but the rook on
/// g1 does, and the Emperor alone.
#[test]
fn who_may_not_take_the_king_gives_no_check() {
    let bishops = game(
        "[pieces.B]\nname = \"Bishop\"\nmove = \"B\"\nspurns = [\"K\"]\n[pieces.R]\nname = \"Rook\"\nmove = \"R\"",
    );
    let checkers = |variant: &Variant, text: &str| {
        let subject = Subject::new(variant, DEFAULT_SEED).expect("compiles");
        let setup = fen::read(variant, text).expect("a position");
        let depth = Depth { replies: true, queries: true, rules: true };
        subject.check(&setup, depth).unwrap_or_else(|fault| panic!("{text}: {}: {}", fault.law, fault.how));
        let position = subject.game().position(&setup).expect("a position");
        assert_eq!(subject.game().is_check(&position), !subject.game().checkers(&position).is_empty(), "{text}");
        subject.game().checkers(&position).into_iter().map(|s| variant.board.name(s)).collect::<Vec<_>>()
    };
    assert!(checkers(&bishops, "8/8/6k1/8/5B2/8/8/K7 b - - 0 1").is_empty());
    assert!(checkers(&bishops, "8/8/7k/8/5B2/8/8/K7 b - - 0 1").is_empty());
    assert_eq!(checkers(&bishops, "8/8/6k1/8/4B3/8/8/K5R1 b - - 0 1"), ["g1"]);
    assert_eq!(checkers(&emperors(), "k7/8/8/8/8/8/8/E3K3 b - - 0 1"), ["a1"]);
    assert!(checkers(&emperors(), "k6r/8/8/8/8/8/8/E3K3 b - - 0 1").is_empty());
    assert_eq!(checkers(&emperors(), "kn5r/8/8/8/8/8/8/E3K3 b - - 0 1"), ["a1"]);
    assert!(checkers(&generals(), "8/8/8/2R3k1/8/8/8/K7 b - - 0 1").is_empty());
}

/// A game in which `A` and the Lion promote by capturing in a zone, and must by capturing `M`.
fn promoting(zone: &str) -> Variant {
    let rule = format!("promotion = {{ zone = \"{zone}\", to = [\"Q\"], by_capture = true, forced = \"no\" }}");
    game(&format!(
        "forces_promotion = [\"M\"]\n[pieces.A]\nname = \"A\"\nmove = \"R\"\n{rule}\n[pieces.L]\nname = \"Lion\"\n\
         move = \"KNADcaKmabK\"\n{rule}\n[pieces.M]\nname = \"M\"\nmove = \"N\"\n[pieces.N]\nname = \"Knight\"\n\
         move = \"N\"\n[pieces.Q]\nname = \"Queen\"\nmove = \"Q\""
    ))
}

#[test]
fn some_captures_force_promotion() {
    let text = "k7/8/8/8/n7/8/8/A2m3K w - - 0 1";
    let found = moves_from(&promoting("all"), text, "a1");
    assert_eq!(found, ["a1a2", "a1a3", "a1a4", "a1a4q", "a1b1", "a1c1", "a1d1q"]);
    // What may not promote on d1 need not.
    let found = moves_from(&promoting("rank 4"), text, "a1");
    assert_eq!(found, ["a1a2", "a1a3", "a1a4", "a1a4q", "a1b1", "a1c1", "a1d1"]);
}

/// The Lion takes M on d5 and stays there, goes on, or comes back; wherever it ends, it promotes.
#[test]
fn captures_on_the_way_force_promotion_too() {
    let found = moves_from(&promoting("all"), "k7/8/8/3m4/3L4/8/8/7K w - - 0 1", "d4");
    let captures: Vec<_> = found.iter().filter(|text| text.contains("d5")).collect();
    assert!(captures.len() > 5 && captures.iter().all(|text| text.ends_with('q')), "{captures:?}");
}

/// A blast is around where the captor goes. A Volcano beside its own king could so destroy the enemy's king two squares
/// away, which the masks of royals that stand beside each other do not see.
#[test]
fn blasts_of_captures_elsewhere_are_refused_where_kings_must_be_safe() {
    let compiled = |rules: &str| {
        let variant = changed("volcano", &format!("blast.immune = [\"P\"]\n{rules}"));
        Subject::new(&variant, DEFAULT_SEED).map(|_| ()).map_err(|error| error.to_string())
    };
    let told = compiled("").expect_err("refused");
    assert!(told.contains("blasts of captures elsewhere than where the captor goes"), "{told}");
    assert_eq!(compiled("royalty.check = false"), Ok(()));
}

/// Pawns that are immune to each other do not capture each other en passant either, be it that captures explode.
/// Black's pawn on f4 may only step, and its king is in the corner; the position before White's double step counts its
/// replies so, too.
#[test]
fn the_immune_are_not_captured_en_passant() {
    for rules in ["", "blast.immune = [\"B\"]\n"] {
        let rules = format!("mutually_immune = [\"P\"]\n{rules}");
        let found = moves_of("chess", &rules, "k7/8/8/8/5pP1/8/8/7K b - g3 0 1");
        assert_eq!(found, ["a8a7", "a8b7", "a8b8", "f4f3"]);
        moves_of("chess", &rules, "k7/8/8/8/5p2/8/6P1/7K w - - 0 1");
    }
}

/// Locusts that are immune to each other do not leap over each other: the one on a1 takes the pawn on a3 and not the
/// Locust on c1, although the square beyond it is free.
#[test]
fn the_immune_are_not_captured_on_the_way() {
    let found = moves_of("lionchess", "mutually_immune = [\"G\"]", "9k/10/10/10/10/10/10/p9/10/G1g6K w - - 0 1");
    let of_locust: Vec<_> = found.iter().filter(|text| text.starts_with("a1")).cloned().collect();
    assert!(of_locust.iter().any(|text| text.contains("a4")), "{of_locust:?}");
    assert!(!of_locust.iter().any(|text| text.contains("d1")), "{of_locust:?}");
}

/// A piece that leaves the board as it captures ends nowhere, and nothing explodes around it: the Volcano on g6 takes
/// what is beside it and itself. It does not touch the queen on d8, nor the Geyser on e5 two files away.
#[test]
fn nothing_explodes_around_a_captor_that_leaves_the_board() {
    let rules = "blast.immune = [\"P\"]\nroyalty.check = false\n";
    moves_of("volcano", rules, "3Q4/6g1/6V1/8/8/8/8/8 w - - 0 1");
    moves_of("volcano", rules, "3Q4/6g1/6V1/4g1r1/8/5k2/5K2/8 w - - 0 1");
    let rules = "blast.immune = [\"P\"]\nblast.petrifies = true\nroyalty.check = false\npieces.\"Q\" = { move = \"Qd0\", dialect = \"extended\", grade = 2 }";
    let crowd = "1rrrrrrr/1rrrrrrr/1rrrrrrr/rrrrrrrr/QQQQQQQQ/rrrrrrrr/rrrrrrrr/rrrrrrrr w - - 0 1";
    moves_of("chess", rules, crowd);
}

//! Sections of `variants.ini` over built-in games, those of draughts among them, whose squares are numbered.

use betza_game::fen;
use betza_game::variant::Flavour;
use betza_perft::{Options, run};
use betza_variants::{names, read_ini};
use std::sync::atomic::AtomicBool;

/// Squares of draughts are numbered (PDN). Sections over it have its start, or one in PDN or FEN; the counts are those
/// of English draughts, oeis.org/A133046: 7, 49, 302, 1469.
#[test]
fn sections_go_over_games_with_numbered_squares() {
    let sections = "[a:checkers]\nstalemateValue = draw\n[b:a]\nstartFen = B:W21-32:B1-12\n\
        [c:a]\nstartFen = 1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b - - 0 1\n\
        [d:international]\nmaxFile = 8\nmaxRank = 8\npromotionRegionWhite = *8\npromotionRegionBlack = *1\nstartFen = W:W21-32:B1-12\n\
        [e:checkers]\nstartFen = W:W21-33:B1-12\n[f:international]\nmaxFile = 8\nmaxRank = 8\n";
    for name in ["a", "b", "c"] {
        let loaded = read_ini("g.ini", sections, name).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(loaded.warnings.to_string(), "", "{name}");
        let start = fen::read(&loaded.variant, &loaded.variant.start).unwrap();
        let never = AtomicBool::new(false);
        let counted = run(&loaded.variant, &start, 4, &Options::default(), &(), &never).unwrap();
        assert_eq!(counted.nodes, 1469, "{name}");
    }
    let loaded = read_ini("g.ini", sections, "d").unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(loaded.warnings.to_string(), "");
    // Squares that the board does not have are told, with their place.
    let told = |name: &str| read_ini("g.ini", sections, name).unwrap_err().to_string();
    assert_eq!(
        told("e"),
        "g.ini:14:15: error[start]: [fen-board-size] '21-33' names no square of e; write numbers from 1 to 32"
    );
    assert_eq!(
        told("f"),
        "g.ini:15:1: error[start]: [fen-board-size] '31-50' names no square of f; write numbers from 1 to 32"
    );
}

/// Every built-in game is a parent of sections, those with numbered squares too.
#[test]
fn sections_go_over_all_games() {
    for name in names() {
        let text = format!("[x:{name}]\n");
        let loaded = read_ini("g.ini", &text, "x").unwrap_or_else(|report| panic!("{name}: {report}"));
        let start = &loaded.variant.start;
        assert!(fen::read(&loaded.variant, start).is_ok(), "{name}: {start}");
    }
}

/// Other pieces may come to the draughtsmen, and a number alone stays a man; it is told where it does not.
#[test]
fn pieces_come_to_draughts() {
    let text = "[x:checkers]\ncustomPiece1 = n:N\nstartFen = W:W21,N30:B1,K2\n\
        [y:checkers]\ncustomPiece1 = m:fW\n[z:y]\nstartFen = W:W21:BM1\n";
    let read = |name: &str| {
        let loaded = read_ini("g.ini", text, name).unwrap_or_else(|report| panic!("{report}"));
        let setup = fen::read(&loaded.variant, &loaded.variant.start).unwrap();
        let board = fen::write_as(&loaded.variant, &setup, Flavour::Fen);
        (board.split(' ').next().unwrap().to_owned(), loaded.warnings.to_string())
    };
    // The squares are numbered from the top left: 1 is b8, 2 d8, 21 a3, 30 c1.
    assert_eq!(read("x"), ("1m1k4/8/8/8/8/M7/8/2N5".to_owned(), String::new()));
    let men = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1";
    assert_eq!(read("y"), (men.to_owned(), String::new()));
    // The man with moves of its own has come behind the King.
    let (board, told) = read("z");
    assert_eq!(board, "1m6/8/8/8/8/K7/8/8");
    assert_eq!(
        told,
        "g.ini:7:12: warning[read-differently]: a number alone stands for K in this start, and not for M as in the parent's; write \
         'M' before the numbers of its squares, or a FEN"
    );
}

/// The leaves at a depth, from a position of a section.
fn leaves(sections: &str, fen: Option<&str>, depth: u32) -> u64 {
    let loaded =
        read_ini("g.ini", &format!("[x:{sections}\n"), "x").unwrap_or_else(|report| panic!("{sections}: {report}"));
    let setup = fen::read(&loaded.variant, fen.unwrap_or(&loaded.variant.start)).unwrap();
    let never = AtomicBool::new(false);
    run(&loaded.variant, &setup, depth, &Options::default(), &(), &never).unwrap().nodes as u64
}

/// What a parent says of its pieces stays what it says of them, whatever pieces come beside them. The counts are
/// Fairy-Stockfish's (`go perft`, a build of 2026).
#[test]
fn pieces_beside_those_of_a_parent_leave_its_rules_as_they_are() {
    for (sections, fen, count) in [
        // Only Pawns reach the goal, and only Knights.
        ("breakthrough]\nrook = r", Some("R3p3/8/8/8/8/8/8/7P b - - 0 1"), 3),
        ("extinction]\narchbishop = a\nstartFen = rnbqkbna/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1", None, 20),
        ("extinction]\nwazir = n", None, 0),
        // Pieces are dropped on the first rank alone, and Pawns not there.
        ("dragon]\ncapturesToHand = true", Some("4k3/8/8/8/8/8/8/4K3[NPnp] w - - 0 1"), 12),
        // Pawns come to no hand of the parent.
        ("pocketknight]\nstartFen = 4k3/8/8/8/8/8/8/4K3[NPnp] w - - 0 1", None, 115),
        // The limit holds for the pieces that the parent's promote to.
        ("shogi]\npromotionLimit = g:3", Some("2ggk4/8+p/9/9/9/9/3p5/9/4K4[-] b 0 1"), 16),
        ("shogi]\npromotionLimit = g:1", Some("4k4/3+S5/2SPL4/9/9/9/9/9/4K4[-] w 0 1"), 15),
        // Two on a file, as its Swallows.
        (
            "torishogi]\ndropNoDoubled = f\nstartFen = rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR[FFFfff] w 0 1",
            None,
            34,
        ),
    ] {
        assert_eq!(leaves(sections, fen, 1), count, "{sections}");
    }
    // No key has a number with a 0 before it.
    let told = read_ini("g.ini", "[x:chess]\ncustomPiece01 = n:W\n", "x");
    let told = told.map_or_else(|report| report.to_string(), |loaded| loaded.warnings.to_string());
    assert!(told.contains("customPiece01"), "{told}");
}

/// What a section says of one side, or of what its parent has not, leaves the rest as it is. The counts are
/// Fairy-Stockfish's (`go perft`, a build of 2026).
#[test]
fn keys_change_what_they_name_and_nothing_else() {
    let pseudo_royal = "chess]\nking = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = *\nextinctionPseudoRoyal = true";
    for (sections, fen, depth, count) in [
        // The parent has no region for double steps.
        ("shatranj]\ndoubleStep = true", None, 1, 16),
        // White's pieces promote on as in Shogi.
        ("minishogi]\npromotionPawnTypesBlack = s", Some("p1s1g/R1b1k/1S3/KG2p/3BR[] w - - 8 10"), 3, 3083),
        // A promoted piece turns back, and must where promotion is compulsory.
        (
            "shoshogi]\npieceDemotion = true",
            Some("lnsgkgsnl/r6b1/1pp1ppp2/pPe4pp/3p5/9/P1PPPPPPP/LBGE3RL/1NS1KGSN1 w - - 18 10"),
            2,
            936,
        ),
        ("dobutsu]\npieceDemotion = true", Some("l1e/g2/1L1/E+cG[c] b - - 5 5"), 2, 96),
        // All pieces are counted together.
        (pseudo_royal, Some("rnbqkbnr/p1pppppp/8/1p6/8/2P5/PP1PPPPP/RNBQKBNR w - - 0 2"), 1, 21),
        // The pieces whose number ends the game are there no more.
        ("koedem]\nking = k", None, 2, 400),
        ("coregal]\nwazir = q", None, 2, 400),
        (
            "coregal]\nwazir = q\nextinctionPieceTypes = q",
            Some("rnbqkbnr/ppp1pppp/3p4/8/8/6PB/PPPPPP1P/RNBQK1NR b KQkq - 1 2"),
            1,
            25,
        ),
        // The kings are commoners, of which the last one is royal.
        ("spartan]\nextinctionPseudoRoyal = false", None, 3, 14246),
        (
            "spartan]\nextinctionPieceTypes = k\ncommoner = k",
            Some("lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQK2R w KQ - 0 1"),
            1,
            22,
        ),
        (
            "petrified]\nextinctionPieceTypes = k\ncommoner = k",
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1"),
            1,
            22,
        ),
    ] {
        assert_eq!(leaves(sections, fen, depth), count, "{sections}");
    }
    let told = read_ini("g.ini", "[x:shatranj]\ndoubleStep = true\n", "x").unwrap().warnings.to_string();
    assert!(told.starts_with("g.ini:2:") && told.contains("doubleStepRegionWhite"), "{told}");
}

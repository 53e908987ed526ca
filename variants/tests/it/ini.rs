//! `variants.ini`: sections written from the documentation of its keys, held against games whose counts are published.

use betza_game::fen;
use betza_game::variant::KindId;
use betza_notation::Dialect;
use betza_perft::{Options, run};
use betza_variants::{find, ini_sections, read_ini, read_toml, write_toml};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

pub const GAMES: &str = "\
# chess, without a parent
[mychess]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
promotionPieceTypes = qrbn

# the example of minishogi in the comments of Fairy-Stockfish's own file
[myminishogi]
variantTemplate = shogi
maxRank = 5
maxFile = 5
shogiPawn = p
silver = s
gold = g
bishop = b
dragonHorse = h
rook = r
bers = d
king = k
startFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
castling = false
promotedPieceType = p:g s:g b:h r:d
dropNoDoubled = p
immobilityIllegal = true
shogiPawnDropMateIllegal = true
stalemateValue = loss
promotionPieceTypes = -

[mylosalamos:chess]
bishop = -
maxRank = 6
maxFile = f
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
promotionRegionWhite = *6
promotionRegionBlack = *1
doubleStep = false
castling = false

[myberolina:chess]
customPiece1 = p:mfFcfeWimfnA
pawnTypes = p

[mycrazyhouse:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
pieceDrops = true
capturesToHand = true

[mychessgi:mycrazyhouse]
dropLoop = true
firstRankPawnDrops = true

[mythreecheck:chess]
checkCounting = true
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1

[myhill:chess]
flagPiece = k
flagRegion = d4 e4 d5 e5

[myjanus:chess]
archbishop = j
maxFile = j
startFen = rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1
castlingKingsideFile = i
castlingQueensideFile = b
promotionPieceTypes = jqrbn
";

fn count(name: &str, position: Option<&str>, depth: u32) -> u128 {
    let loaded = read_ini("games.ini", GAMES, name).unwrap_or_else(|report| panic!("{report}"));
    let variant = loaded.variant;
    let setup = fen::read(&variant, position.unwrap_or(&variant.start)).unwrap_or_else(|e| panic!("{name}: {e}"));
    run(&variant, &setup, depth, &Options::default(), &(), &AtomicBool::new(false)).unwrap().nodes
}

/// The counts are rows of testdata/perft/reference.tsv for the game without `my`.
#[test]
fn games_from_sections_have_the_published_counts() {
    assert_eq!(count("mychess", None, 4), 197_281);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(count("mychess", Some(kiwipete), 3), 97_862);
    assert_eq!(count("mychess", Some("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 5), 674_624);
    assert_eq!(count("myminishogi", None, 4), 35_401);
    assert_eq!(count("mylosalamos", None, 5), 191_846);
    assert_eq!(count("myberolina", None, 4), 882_717);
    assert_eq!(count("mycrazyhouse", None, 4), 197_281);
    assert_eq!(count("mycrazyhouse", Some("2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"), 3), 88_634);
    assert_eq!(count("mythreecheck", Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1"), 3), 13_410);
    assert_eq!(count("myhill", None, 4), 197_281);
    assert_eq!(count("myjanus", None, 4), 772_074);
}

#[test]
fn sections_are_listed() {
    assert_eq!(ini_sections("[a]\n[b:a]\nmaxRank = 5\n"), ["a", "b"]);
}

/// What is wrong is told with its place, its reason and a remedy.
#[test]
fn errors_name_the_place() {
    let report = |text: &str| read_ini("g.ini", text, "g").unwrap_err().to_string();
    assert_eq!(
        report("[g:chess]\nmaxRnak = 5\n"),
        "g.ini:2:1: error[unknown-key]: Fairy-Stockfish has no key 'maxRnak'; did you mean 'maxRank'?"
    );
    // Fairy-Stockfish goes on with the value that stands for no rule.
    let loaded = read_ini("g.ini", "[g:chess]\ncountingRule = shatar\n", "g").expect("it is read");
    assert_eq!(loaded.variant.results.counting, None);
    assert_eq!(
        loaded.warnings.to_string().trim_end(),
        "g.ini:2:16: warning[bad-value]: 'shatar' is no value of countingRule: Fairy-Stockfish reads none; write none or makruk or cambodian \
         or asean"
    );
    assert_eq!(
        report("[g:chess]\ncastlingLimit = 3\n"),
        "g.ini:2:1: error[unknown-key]: 'castlingLimit' is a key of a fork of Fairy-Stockfish, whose rule is not known here; leave it out, as Fairy-Stockfish does"
    );
    assert_eq!(
        report("[g:ches]\n"),
        "g.ini:1:4: error[unknown-game]: 'ches' is neither a built-in game nor an earlier section; did you mean 'chess'?"
    );
    assert_eq!(
        report("[g:chess]\nstartFen = 8/8 w - -\n"),
        "g.ini:2:12: error[start]: [fen-board-size] the board has 2 ranks, g has 8; write 8 ranks joined by '/', the top one first"
    );
    assert!(
        report("[g:chess]\ncustomPiece1 = a:[N\n").contains("g.ini:2:18: error[notation]"),
        "{}",
        report("[g:chess]\ncustomPiece1 = a:[N\n")
    );
}

/// A dialect's name stands before a notation, as bindings/fairy-stockfish reads it.
#[test]
fn a_notation_may_name_its_dialect() {
    let game = |piece: &str| {
        let text = format!("[g:chess]\ncustomPiece1 = a:{piece}\n");
        read_ini("g.ini", &text, "g").unwrap_or_else(|e| panic!("{piece}: {e}")).variant
    };
    let of = |variant: &betza_game::variant::Variant| {
        let kind = variant.kinds.iter().find(|kind| kind.id == "A").expect("it is there");
        (kind.notation[0].clone(), kind.dialect, kind.moves[0].clone())
    };
    for (text, dialect) in [("[F?R]", Dialect::Xbetza), ("nCnZ", Dialect::Betza), ("mRcB", Dialect::Fsf)] {
        let piece = betza_notation::read(text, dialect).expect("it reads").piece;
        assert_eq!(of(&game(&format!("{}:{text}", dialect.id()))), (text.to_owned(), dialect, piece));
    }
    // An e says that a piece captures en passant; the e of a dialect's name does not.
    let captors = |piece: &str| game(piece).en_passant.map_or(0, |rule| rule.captors.len());
    assert_eq!((captors("mRceB"), captors("xbetza:mRcB")), (2, 1));
    assert_eq!(of(&game("xbetza:mRcB")).2, of(&game("mRcB")).2);
    let wrong = read_ini("g.ini", "[g:chess]\ncustomPiece1 = a:xbetza:[F\n", "g").expect_err("it is no piece");
    assert!(wrong.to_string().contains("g.ini:2:25: error[notation]"), "{wrong}");
    let unknown =
        read_ini("g.ini", "[g:chess]\ncustomPiece1 = a:ybetza:[F?R]\n", "g").expect_err("there is no such dialect");
    assert!(unknown.to_string().contains("error[notation]"), "{unknown}");
}

/// A Fairy-Stockfish without betza reads the letters of a dialect's name, too: of `bex:mRcB` it hears the `b` as
/// backwards.
#[test]
fn a_notation_that_names_its_dialect_is_warned_of() {
    let told = |piece: &str| {
        let text = format!("[g:chess]\ncustomPiece1 = a:{piece}\n");
        read_ini("g.ini", &text, "g").unwrap_or_else(|e| panic!("{piece}: {e}")).warnings.to_string()
    };
    let stock = "warning[read-differently]: a Fairy-Stockfish that is not linked with betza takes";
    let bex = told("bex:mRcB");
    assert!(
        bex.starts_with(&format!("g.ini:2:18: {stock} 'bex:mRcB' for another piece, 'mbRceB', and says nothing")),
        "{bex}"
    );
    assert!(bex.ends_with("; link Fairy-Stockfish with betza (bindings/fairy-stockfish), or write moves for which its own notation has words"), "{bex}");
    let griffon = told("xbetza:[F?R]");
    assert!(griffon.contains(&format!("{stock} 'xbetza:[F?R]' for another piece, and says nothing")), "{griffon}");
    // `fsf` goes forwards and sideways, and so does an F not.
    assert!(told("fsf:F").contains(stock));
    assert_eq!(told("mRcB"), "", "its own notation");
}

/// Keys that only evaluate are accepted, and said to be without effect.
#[test]
fn what_evaluates_is_noted() {
    let loaded = read_ini("g.ini", "[g:chess]\nendgameEval = true\n", "g").unwrap();
    assert_eq!(
        loaded.warnings.to_string(),
        "g.ini:2:1: warning[no-effect]: neither moves nor results depend on 'endgameEval'; it can stay"
    );
    assert_eq!(loaded.variant.kinds.len(), find("chess").unwrap().variant.kinds.len());
}

/// Fairy-Stockfish passes over rights to castle where there is no castling; so does the reader, and says so.
#[test]
fn rights_without_castling_are_noted() {
    let loaded = read_ini("g.ini", "[g:chess]\ncastling = false\n", "g").unwrap();
    assert_eq!(
        loaded.warnings.to_string(),
        "g.ini:1:1: warning[no-effect]: the game has no castling, so that 'KQkq' in its start has no effect; write '-' there"
    );
    assert_eq!(loaded.variant.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let own = "[g:chess]\ncastling = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq x 0 1\n";
    let report = read_ini("g.ini", own, "g").unwrap_err().to_string();
    // The 'x' is the 63rd byte of line 3.
    assert!(
        report.contains("g.ini:3:12: warning[no-effect]") && report.contains("g.ini:3:63: error[start]"),
        "{report}"
    );
}

/// The games that are compared with Fairy-Stockfish move by move where it can be had; here by counts that pyffish
/// 0.0.90 has made of them.
#[test]
fn custom_games_count_as_fairy_stockfish_counts_them() {
    let file = format!("{}/../testdata/pyffish/custom.ini", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("the games can be read");
    for (name, depth, nodes) in [
        ("mixed", 3, 6_818),
        ("riders", 3, 22_061),
        ("castlingfiles", 3, 11_248),
        ("castlingpartners", 3, 13_254),
        ("castlingrank", 3, 10_962),
        ("promotionlimits", 4, 4_947),
        ("promotionbycapture", 3, 8_910),
        ("confined", 3, 25_226),
        ("passing", 3, 9_347),
        ("capturing", 3, 14_697),
        ("elephantdrops", 2, 1_920),
        ("rookdrops", 2, 10_000),
        ("gates", 3, 24_830),
        ("lastpieces", 3, 8_882),
        ("checks", 3, 13_638),
        ("latesoldiers", 2, 2_676),
    ] {
        let variant = read_ini("custom.ini", &text, name).unwrap_or_else(|e| panic!("{name}: {e}")).variant;
        let start = fen::read(&variant, &variant.start).expect("the start is a position");
        let counted =
            run(&variant, &start, depth, &Options::default(), &(), &AtomicBool::new(false)).expect("compiles");
        assert_eq!(counted.nodes, nodes, "{name}");
    }
}

/// What Fairy-Stockfish reads and this does not, or not in the same way, is said.
#[test]
fn what_is_not_read_is_told() {
    let told = |text: &str| match read_ini("g.ini", text, "g") {
        Ok(loaded) => loaded.warnings.to_string(),
        Err(report) => report.to_string(),
    };
    for (text, beginning) in [
        (
            "[g:chess]\ncastling = yes\n",
            "g.ini:2:12: warning[bad-value]: 'yes' is no value of castling: Fairy-Stockfish reads false",
        ),
        (
            "[g:chess]\nbikjangRule = true \n",
            "g.ini:2:15: warning[bad-value]: 'true' with a blank behind it is no value",
        ),
        (
            "[g:chess]\npromotionPieceTypes = nx q\n",
            "g.ini:2:23: warning[unknown-piece]: the game has no piece 'x', where",
        ),
        ("[g:chess]\npromotionRank = 7\n", "g.ini:2:1: warning[read-differently]: 'promotionRank' has been given up"),
        (
            "[g:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3\n",
            "g.ini:2:12: warning[read-differently]: the start names no side",
        ),
        (
            "[crazyhouse:chess]\n[g:crazyhouse]\n doubleStep = false\n",
            "g.ini:3:1: warning[no-effect]: a line that begins with a blank",
        ),
        (
            "[g:chess]\nking = -\ncommoner = k\nchecking = false\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
            "g.ini:4:12: warning[read-differently]: checks of pseudo-royal pieces are allowed all the same",
        ),
        (
            "[g:atomic]\npieceDrops = true\ndropChecks = false\n",
            "g.ini:3:14: warning[read-differently]: pseudo-royal pieces may be checked by drops all the same",
        ),
        (
            "[g:chess]\nextinctionPieceTypes = p\nextinctionPseudoRoyal = true\npieceDrops = true\n",
            "g.ini:3:25: warning[read-differently]: Fairy-Stockfish judges a drop of one of the extinctionPieceTypes",
        ),
        (
            "[g:chess]\nblastOnCapture = true\n",
            "g.ini:2:18: warning[read-differently]: Fairy-Stockfish does not promise",
        ),
        (
            "[g:janggi]\nking = -\ncommoner = k\nbikjangRule = false\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
            "g.ini:6:25: warning[read-differently]: Fairy-Stockfish asks whether pseudo-royal pieces are safe as if cannons",
        ),
        (
            "[g:atomic]\npetrifyOnCaptureTypes = r\n",
            "g.ini:2:25: warning[read-differently]: where captures explode, Fairy-Stockfish asks whether royal pieces are safe",
        ),
        (
            "[g:crazyhouse]\npieceDemotion = true\n",
            "g.ini:2:17: warning[read-differently]: Fairy-Stockfish leaves a wall where a promoted pawn",
        ),
        (
            "[g:chess]\ncustomPiece1 = a:NaW # a note\n",
            "g.ini:2:19: warning[read-differently]: Fairy-Stockfish passes over 'a' in a notation",
        ),
        (
            "[g:chess]\ncustomPiece1 = a:NpD\n",
            "g.ini:2:19: warning[read-differently]: Fairy-Stockfish gives 'pD' no moves",
        ),
        (
            "[g:chess]\ncustomPiece1 = a:N\ncustomPiece1 = b:W\n",
            "g.ini:2:1: warning[no-effect]: the section has 'customPiece1' again below",
        ),
        (
            "[g:chess]\nstartFen = 4k3/8/8/8/8/8/8/z3K3 w - - 0 1\n",
            "g.ini:2:12: warning[start]: 'z' in the start is no piece of the game",
        ),
        (
            "[g:chess]\ncastling = false\ncustomPiece1 = w:K\nextinctionPieceTypes = w\nextinctionPseudoRoyal = true\nflyingGeneral = true\nstartFen = 4w3/8/8/8/8/8/8/4K3 w - - 0 1\n",
            "g.ini:6:17: warning[no-effect]: there are no generals that could face each other",
        ),
        (
            "[g:chess]\npromotedPieceType = b:q\nextinctionPieceTypes = qr\nextinctionPseudoRoyal = true\n",
            "g.ini:3:24: warning[read-differently]: pieces promote to pseudo-royal types as in Shogi and as pawns do",
        ),
        (
            "[g:xiangqi]\npieceDemotion = true\n",
            "g.ini:2:17: warning[no-effect]: no piece of the game promotes as in Shogi",
        ),
        (
            "[g:chess]\npromotedPieceType = p:q\npiecePromotionOnCapture = true\n",
            "g.ini:1:1: error[unsupported]: 'p' promotes as a pawn, and as in Shogi by capturing",
        ),
        (
            "[g:shogi]\npromotedPieceType = g:s\npieceDemotion = true\n",
            "g.ini:2:21: warning[read-differently]: 'g' promotes to a piece that moves as 's' and turns back",
        ),
        ("[g:xiangqi]\npromotionPawnTypes = p\n", "g.ini:1:1: warning[no-effect]: 'P' has nothing to promote to"),
        ("[g:makruk]\ncustomPiece1 = m:FD\n", "g.ini:1:1: warning[no-effect]: 'P' has nothing to promote to"),
        (
            "[g:chess]\nextinctionPieceTypes = qr\nextinctionPseudoRoyal = true\ndupleCheck = true\n",
            "g.ini:4:14: error[unsupported]: a check of all pseudo-royal pieces",
        ),
        ("[g:pocketknight]\nseirawanGating = true\n", "g.ini:2:18: warning[no-effect]: without 'gating = true'"),
        ("[g:cambodian]\ngating = false\n", "g.ini:2:10: error[unsupported]: the parent's pieces have first moves"),
    ] {
        assert!(told(text).starts_with(beginning), "{text}{}", told(text));
    }
}

/// Sections in which something was read otherwise than Fairy-Stockfish reads it, with the moves that pyffish 0.0.90 has
/// there.
#[test]
fn sections_have_the_moves_of_fairy_stockfish() {
    let royal = "king = -\ncommoner = k\ncastling = false\nextinctionPieceTypes = k\n";
    let pseudo = "extinctionPseudoRoyal = true\n";
    let renamed = "[g]\nrook = x\nking = o\ncommoner = k\ncannon = r\n";
    let common = "[g]\nrook = r\ncommoner = k\nextinctionPieceTypes = k\n";
    let palace = "maxFile = i\nmaxRank = 10\ncastling = false\ndiagonalLines = d1 f1 e2 d3 f3\n";
    let shuffled = "[g:chess]\npromotionPieceTypes = -\n";
    for (moves, text) in [
        // A promoted piece is of the type that it has become.
        (25, "[g:chess]\npromotionPieceTypes = -\npromotedPieceType = b:q\npromotionLimit = q:1\nstartFen = 4k3/8/8/8/8/2B5/8/Q3K3 w - - 0 1\n".to_owned()),
        (0, format!("{shuffled}{royal}promotedPieceType = r:k\nflagPiece = k\nflagRegionBlack = *1\nstartFen = 4k3/8/8/8/8/8/4K3/+r7 w - - 0 1\n")),
        (
            34,
            "[g]\nrook = r\nqueen = q\nknight = n\ncastling = false\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n\
             promotedPieceType = n:q\nstartFen = 4q3/8/8/8/8/8/3r4/Q3+N3 w - - 0 1\n"
                .to_owned(),
        ),
        // A piece of one's own is no pawn, commoner or soldier, however it moves.
        (67, "[g]\ncustomPiece1 = p:fmWfcF\nking = k\ncastling = false\npromotionPieceTypes = -\npieceDrops = true\nstartFen = 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1\n".to_owned()),
        (6, "[g]\ncommoner = k\ncustomPiece1 = g:Q1\ncastling = false\nmobilityRegionWhiteCommoner = e1 e2 e3\nstartFen = 4k3/8/8/8/8/8/G7/4K3 w - - 0 1\n".to_owned()),
        (8, "[g]\nsoldier = s\ncustomPiece1 = g:fsW\nking = k\ncastling = false\nmobilityRegionWhiteSoldier = *2\nstartFen = 4k3/8/8/8/8/G7/S7/4K3 w - - 0 1\n".to_owned()),
        // What a parent forbids holds for new pieces.
        (64, "[g:shogi]\ncustomPiece1 = a:fD\nstartFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[A] w - - 0 1\n".to_owned()),
        (25, "[g:gorogoro]\nshogiKnight = n\nstartFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[N] w - - 0 1\n".to_owned()),
        (8, format!("[g:chess]\n{royal}{pseudo}dupleCheck = true\nstartFen = 7k/8/8/4r3/3KK3/8/8/3r4 w - - 0 1\n")),
        (3, "[g:atomic]\nextinctionPseudoRoyal = false\nstartFen = 4k3/8/8/8/8/8/4r3/K7 w - - 0 1\n".to_owned()),
        (14, format!("[g:chess]\n{royal}{pseudo}checking = false\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n")),
        // Without a parent, on ten ranks, Black's double steps are from the seventh.
        (7, "[g]\nmaxRank = 10\npawn = p\nking = k\ncastling = false\nstartFen = 4k3/8/8/2p5/8/8/8/8/2P5/4K3 b - - 0 1\n".to_owned()),
        (6, "[g]\nmaxRank = 10\npawn = p\nking = k\ncastling = false\nstartFen = 4k3/2p5/8/8/8/8/8/8/2P5/4K3 b - - 0 1\n".to_owned()),
        // Without a parent pawns become nothing, and so stay off the last rank unless they need not promote.
        (5, "[g]\npawn = p\nrook = r\nking = k\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (5, "[a]\npawn = p\nking = k\n[g:a]\nqueen = q\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (6, "[g]\npawn = p\nking = k\nmandatoryPawnPromotion = false\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (7, "[g]\npawn = p\nqueen = q\nrook = r\nking = k\npromotionPieceTypes = qr\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        // There the `king` castles with the `rook`, whatever their letters.
        (26, format!("{renamed}startFen = 3ok3/8/8/8/8/8/8/X3O2X w KQ - 0 1\n")),
        (25, format!("{renamed}startFen = 3ok3/8/8/8/8/8/8/R3O2X w KQ - 0 1\n")),
        (24, format!("{common}startFen = 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n")),
        (26, format!("{common}castlingKingPiece = k\nstartFen = 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n")),
        // Along the diagonals of a palace go the pieces of these types, whatever moves as they do. The king is one in
        // Janggi's own game alone.
        (7, format!("[g]\nking = k:W\nwazir = a\n{palace}startFen = 4k4/9/9/9/9/9/9/9/4K4/3A5 w - - 0 1\n")),
        (19, format!("[g]\nking = k\ncustomPiece1 = r:R\n{palace}startFen = 3k5/9/9/9/9/9/9/9/9/K2R5 w - - 0 1\n")),
        (5, "[g:janggi]\nking = k:W\nstartFen = 3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1\n".to_owned()),
        (9, "[g:janggi]\nmaxRank = 10\nstartFen = 3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1\n".to_owned()),
        (6, "[g]\nking = k\ncustomPiece1 = p:fmWfcF\npawn = o\ncastling = false\ntripleStepRegionWhite = *2\ndoubleStep = false\nstartFen = k7/8/8/8/8/8/3P1O2/K7 w - - 0 1\n".to_owned()),
        // The first of several sections of a name counts, and none that is named as a game of Fairy-Stockfish.
        (12, "[a:chess]\ndoubleStep = false\n[a:chess]\ncastling = false\n[g:a]\n".to_owned()),
        (20, "[crazyhouse:chess]\ndoubleStep = false\n[g:crazyhouse]\n".to_owned()),
        // Lists name types: here amazons, of which there are none, so that the game is over.
        (
            0,
            format!("[a:chess]\n{royal}amazon = m\nextinctionPieceTypes = m\nextinctionValue = loss\nstartFen = 3mk3/8/8/8/8/8/8/3MK3 w - - 0 1\n\
                     [g:a]\namazon = -\ncustomPiece1 = m:QN\n"),
        ),
        // Notations are heard letter by letter: `FR`, `W` alone, and `K` forwards and backwards with all its diagonals.
        (23, "[g:chess]\ncustomPiece1 = a:zFaR # a note\nstartFen = 4k3/8/8/8/3A4/8/8/4K3 w - - 0 1\n".to_owned()),
        (9, "[g:chess]\ncustomPiece1 = a:pDWH2\nstartFen = 4k3/8/8/8/3A4/8/8/4K3 w - - 0 1\n".to_owned()),
        (11, "[g:chess]\ncustomPiece1 = a:vK\nstartFen = 4k3/8/8/8/3A4/8/8/4K3 w - - 0 1\n".to_owned()),
        (8, "[g:chess]\ncustomPiece1 = a:fWfeF\nstartFen = 4k3/8/8/8/3A4/8/8/4K3 w - - 0 1\n".to_owned()),
        // With an `e` the piece takes en passant, whatever else is heard.
        (15, "[g:chess]\ncastling = false\ncustomPiece1 = a:zmfWcfFemN\nstartFen = 4k3/8/8/3Ap3/8/8/8/4K3 w - e6 0 1\n".to_owned()),
        // A flag is for all pieces where none is named, and for the last of several.
        (0, "[g:chess]\nflagPiece = f\nflagRegionWhite = *8\nstartFen = 1R6/8/8/8/8/8/4k3/6K1 b - - 0 1\n".to_owned()),
        (0, "[g:chess]\nflagPiece = kr\nflagRegionWhite = *8\nstartFen = 1R6/8/8/8/8/8/4k3/6K1 b - - 0 1\n".to_owned()),
        // The last of several entries of a key counts.
        (13, "[g:chess]\ncustomPiece1 = a:W\ncustomPiece1 = a:N\nstartFen = 4k3/8/8/8/3A4/8/8/4K3 w - - 0 1\n".to_owned()),
        // A letter that is no piece is passed over, and the King stands on d1.
        (5, "[g:chess]\nstartFen = 4k3/8/8/8/8/8/8/z3K3 w - - 0 1\n".to_owned()),
        // A pawn that promotes as a pawn and as in Shogi, and a promoted one that would be stuck on the last rank.
        (10, "[g:chess]\npromotedPieceType = p:k\ncommoner = c\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (4, "[g:minishogi]\ncustomPiece1 = e:bB\npromotedPieceType = p:e\nstartFen = 4k/5/+p4/5/4K[] b - 0 1\n".to_owned()),
        // The file's syntax, and what is read in spite of it.
        (12, "notes\n[g:chess] # a note\n; doubleStep = true\ndoubleStep = false\nand more\n".to_owned()),
        (12, "[g:chess]\ndoubleStep = yes\n".to_owned()),
        (20, "[g:chess]\n doubleStep = false\n".to_owned()),
        (12, "[bad:nobody]\n[g:chess]\ndoubleStep = false\n".to_owned()),
        (6, "[g:chess]\npromotionPieceTypes = nx q\nstartFen = 8/P3k3/8/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (9, "[g:chess]\npromotionRank = 7\nstartFen = 8/4k3/P7/8/8/8/8/4K3 w - - 0 1\n".to_owned()),
        (7, "[g:chess]\ndoubleStepRank = 3\nstartFen = 8/4k3/8/8/8/P7/8/4K3 w - - 0 1\n".to_owned()),
        (0, "[g:chess]\nwhiteFlag = *2\nflagPiece = k\nstartFen = 8/4k3/8/8/8/P7/4K3/8 b - - 0 1\n".to_owned()),
        (20, "[g:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n".to_owned()),
    ] {
        let loaded = read_ini("g.ini", &text, "g").unwrap_or_else(|report| panic!("{text}{report}"));
        let variant = loaded.variant;
        let start = fen::read(&variant, &variant.start).unwrap_or_else(|e| panic!("{text}{e}"));
        let counted = run(&variant, &start, 1, &Options::default(), &(), &AtomicBool::new(false));
        assert_eq!(counted.unwrap_or_else(|e| panic!("{text}{e}")).nodes, moves, "{text}");
    }
}

/// Cannons that are dropped, and explosions that fill the hands: what passes `check` can be played. The counts are
/// pyffish 0.0.90's.
#[test]
fn drops_go_with_walls_and_explosions() {
    for (parent, moves, start) in [
        (
            "atomic",
            [(1, 35), (2, 918), (3, 34_764)],
            "rnbqkb1r/pppppppp/8/4N3/3n4/4P3/PPPP1PPP/RNBQKB1R[] w KQkq - 0 1",
        ),
        ("janggi", [(1, 95), (2, 8_464), (3, 147_010)], "4k4/9/4c4/9/9/9/9/4C4/4K4/9[Cc] w - - 0 1"),
    ] {
        let text = format!("[g:{parent}]\npieceDrops = true\ncapturesToHand = true\nstartFen = {start}\n");
        let variant = read_ini("g.ini", &text, "g").unwrap_or_else(|report| panic!("{report}")).variant;
        let start = fen::read(&variant, &variant.start).unwrap_or_else(|e| panic!("{e}"));
        for (depth, nodes) in moves {
            let counted = run(&variant, &start, depth, &Options::default(), &(), &AtomicBool::new(false));
            assert_eq!(counted.unwrap_or_else(|e| panic!("{e}")).nodes, nodes, "{parent} {depth}");
        }
    }
}

/// Pieces of one type are counted together, those that have become it by promotion too, and other types by themselves.
#[test]
fn pseudo_royals_are_counted_by_type() {
    let text = "[g:chess]\nking = -\ncommoner = k\ncastling = false\npromotedPieceType = b:k\n\
                promotionPieceTypes = qn\nextinctionPieceTypes = kr\nextinctionPseudoRoyal = true\n";
    let variant = read_ini("g.ini", text, "g").unwrap_or_else(|report| panic!("{report}")).variant;
    let groups = |variant: &betza_game::variant::Variant| -> BTreeSet<BTreeSet<String>> {
        let ids = |group: &[KindId]| group.iter().map(|kind| variant.kinds[kind.index()].id.clone()).collect();
        variant.royalty.pseudo_groups().map(ids).collect()
    };
    let expected = [&["K", "+B"][..], &["R"]].map(|group| group.iter().map(|id| (*id).to_owned()).collect());
    assert_eq!(groups(&variant), BTreeSet::from(expected));
    // Who is royal is asked before the promotion.
    assert!(!variant.royalty.royal_at_once);
    let again = read_toml("g.toml", &write_toml(&variant)).unwrap_or_else(|report| panic!("{report}")).variant;
    assert_eq!(groups(&again), groups(&variant));
    let wrong = write_toml(&variant).replace("pseudo_together = [", "pseudo_together = [[\"Q\"], ");
    assert!(read_toml("g.toml", &wrong).unwrap_err().to_string().contains("'Q' is no piece of 'pseudo'"));
}

/// A letter that Fairy-Stockfish does not have, before many atoms of several pieces, is one thing to say. In the second
/// piece it stands twice.
#[test]
fn one_unknown_letter_is_told_once() {
    let text = "[x:chess]\ncustomPiece1 = a:xN\ncustomPiece2 = b:xRxB\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let report = betza_variants::check_ini("x.ini", text).to_string();
    let told: Vec<&str> = report.lines().filter(|line| line.contains("'x'")).collect();
    assert_eq!(told.len(), 1, "{report}");
    assert!(told[0].starts_with("x.ini:2:18: warning[read-differently]: Fairy-Stockfish passes over 'x'"), "{report}");
    assert!(told[0].contains("(here and in 2 more places)"), "{report}");
}

/// Which promoted pieces are told apart on two boards: pyffish 0.0.90 says `two_boards`, and whether `a7a8q` gives
/// `Q~`.
#[test]
fn promoted_pieces_are_told_apart_on_two_boards() {
    let text = "[c:bughouse]\n[e:bughouse]\ntwoBoards = false\n[f:crazyhouse]\ntwoBoards = true\n[g:f]\ncapturesToHand = false\n\
                [h:chess]\ntwoBoards = true\n[i:koedem]\n[j:crazyhouse]\ncapturesToHand = false\n[k:bughouse]\ndropLoop = true\n[l:k]\n";
    for (name, theirs) in [
        ("c", (true, true)),
        ("e", (false, false)),
        ("f", (true, true)),
        ("g", (true, true)),
        ("h", (true, true)),
        ("i", (true, true)),
        ("j", (false, false)),
        ("k", (true, true)),
        ("l", (true, true)),
    ] {
        let variant = read_ini("two.ini", text, name).unwrap_or_else(|report| panic!("{report}")).variant;
        let told_apart = |variant: &betza_game::variant::Variant| {
            variant.kinds.iter().any(|kind| kind.promotion.as_ref().is_some_and(|rule| rule.remembers))
        };
        assert_eq!((variant.two_boards, told_apart(&variant)), theirs, "{name}");
        // As a game file it is the same game.
        let again = read_toml("two.toml", &write_toml(&variant)).unwrap_or_else(|report| panic!("{report}")).variant;
        assert_eq!((again.two_boards, told_apart(&again)), theirs, "{name}");
        let keeps = |variant: &betza_game::variant::Variant| variant.hands.as_ref().map(|hands| hands.keeps_promoted);
        assert_eq!(
            (keeps(&variant), keeps(&again) == Some(true)),
            (keeps(&again), name == "k" || name == "l"),
            "{name}"
        );
    }
}

/// Whatever stands behind `mobilityRegionWhite` is a name, and a letter may be of several bytes.
#[test]
fn keys_have_letters_of_any_length() {
    let read = read_ini("x.ini", "[x:chess]\nmobilityRegionWhiteÄ = a1\n", "x");
    assert!(read.is_ok_and(|loaded| !loaded.warnings.problems.is_empty()));
}

/// Alice's pieces have twins on the second board, which are renumbered with the others.
#[test]
fn twins_of_a_second_board_stay_twins() {
    let alice = find("alice").expect("is built in").variant;
    let named = |variant: &betza_game::variant::Variant| {
        let id = |kind: KindId| variant.kinds[kind.index()].id.clone();
        let mut pairs: Vec<_> = variant.second_board.iter().map(|&(a, b)| [id(a), id(b)]).collect();
        pairs.sort();
        pairs
    };
    let read = read_ini("x.ini", "[x:alice]\nqueen = q\n", "x").unwrap_or_else(|e| panic!("{e}")).variant;
    assert_eq!(named(&read), named(&alice));
    if let Ok(loaded) = read_ini("x.ini", "[x:alice]\nknight = -\n", "x") {
        let ids: Vec<&String> = loaded.variant.kinds.iter().map(|kind| &kind.id).collect();
        assert!(named(&loaded.variant).iter().flatten().all(|id| ids.contains(&id)));
        drop(write_toml(&loaded.variant));
    }
}

/// A grid has a cell for each square of its board.
#[test]
fn a_larger_board_has_no_cells() {
    let rows = "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let text = format!("[tall:grid]\nmaxRank = 9\nstartFen = {rows} w KQkq - 0 1\n");
    let Err(report) = read_ini("x.ini", &text, "tall") else { panic!("it is read") };
    assert!(report.to_string().contains("has no cells for this board"), "{report}");
    let text = "[low:grid]\nmaxRank = 7\nstartFen = rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let low = read_ini("x.ini", text, "low").unwrap_or_else(|e| panic!("{e}")).variant;
    assert_eq!(low.grid.map(|cells| cells.len()), Some(56));
}

/// Fairy-Stockfish reads a letter and the number behind it, and nothing behind that: no rectangles, lists or words.
#[test]
fn regions_are_squares_ranks_and_files() {
    let regions = |value: &str| {
        let text = format!("[x:chess]\nflagPiece = k\nflagRegionWhite = {value}\n");
        let loaded = read_ini("x.ini", &text, "x").unwrap_or_else(|e| panic!("{e}"));
        let region = loaded.variant.ends.iter().find_map(|end| match end {
            betza_game::variant::EndRule::Reached { region, .. } => Some(region[0].into_iter().count()),
            _ => None,
        });
        (region.unwrap_or(0), loaded.warnings.problems.iter().any(|p| p.message.contains("Fairy-Stockfish")))
    };
    assert_eq!(regions("*8"), (8, false));
    assert_eq!(regions("A1 b2 c*"), (10, false));
    for (value, count) in [("a1-c3", 1), ("a1,b2", 1), ("*7-8", 8)] {
        assert_eq!(regions(value), (count, true), "{value}");
    }
}

//! `variants.ini`: sections written from the documentation of its keys, held against games whose counts are published.

use betza_movegen::fen;
use betza_perft::{Options, run};
use betza_variants::{find, ini_sections, read_ini};
use std::sync::atomic::AtomicBool;

const GAMES: &str = "\
# chess, without a parent
[mychess]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k

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
    assert_eq!(
        report("[g:chess]\nwallingRule = duck\n"),
        "g.ini:2:1: error[unsupported]: the rule of 'wallingRule' is not known here; leave it out, if the game is one without it"
    );
    assert_eq!(
        report("[g:chess]\ncastling = yes\n"),
        "g.ini:2:12: error[bad-value]: 'yes' is no value of castling; write true or false"
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
        report("[g:chess]\ncustomPiece1 = a:N(\n").contains("g.ini:2:19: error[notation]"),
        "{}",
        report("[g:chess]\ncustomPiece1 = a:N(\n")
    );
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

/// The games that are compared with Fairy-Stockfish move by move where it can be had; here by counts that pyffish 0.0.90 has made of them.
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
        ("[g:crazyhouse]\npieceDemotion = true\n", "g.ini:2:17: error[unsupported]: that pawns which have promoted"),
        (
            "[g:xiangqi]\npieceDemotion = true\n",
            "g.ini:2:17: warning[no-effect]: no piece of the game promotes as in Shogi",
        ),
        (
            "[g:chess]\npromotedPieceType = p:q\n",
            "g.ini:2:21: error[unsupported]: 'p' promotes as a pawn and as in Shogi",
        ),
        (
            "[g:shogi]\npromotedPieceType = g:s\n",
            "g.ini:2:21: warning[read-differently]: 'g' promotes to a piece that moves as 's'",
        ),
        (
            "[g:xiangqi]\npromotionPawnTypes = p\n",
            "g.ini:2:22: error[bad-value]: the parent has no pieces to promote to",
        ),
        ("[g:makruk]\ncustomPiece1 = m:FD\n", "g.ini:1:1: warning[read-differently]: 'P' has nothing to promote to"),
        ("[g:chess]\ndupleCheck = true\n", "g.ini:2:14: error[unsupported]: a check of all pseudo-royal pieces"),
        ("[g:breakthrough]\nimmobilityIllegal = true\n", "g.ini:2:21: warning[read-differently]: 'P' may still move"),
        ("[g:pocketknight]\nseirawanGating = true\n", "g.ini:2:18: warning[no-effect]: without 'gating = true'"),
        ("[g:cambodian]\ngating = false\n", "g.ini:2:10: error[unsupported]: the parent's pieces have first moves"),
    ] {
        assert!(told(text).starts_with(beginning), "{text}{}", told(text));
    }
}

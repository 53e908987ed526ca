//! Single positions where a rule is easily missed, with what must come out worked out by hand.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_ir::geometry::Side;
use betza_perft::Options;
use betza_perft::session::{Session, Watch};
use std::sync::atomic::AtomicBool;

static GO: AtomicBool = AtomicBool::new(false);
const WATCH: Watch<'static> = Watch { progress: &(), stop: &GO };

/// A built-in game with changes.
fn changed(parent: &str, changes: &str) -> Variant {
    let text = format!("format = 1\nparent = \"{parent}\"\nname = \"changed\"\n{changes}");
    betza_variants::read_toml("changed", &text).unwrap_or_else(|e| panic!("{e:?}")).variant
}

fn chess_with(changes: &str) -> Variant {
    changed("chess", changes)
}

/// The moves of a position with the replies to each. That all replies together are as many is asserted: they are
/// counted otherwise.
fn replies(variant: &Variant, text: &str) -> Vec<(String, u128)> {
    let setup = fen::read(variant, text).expect("a position");
    let options = Options { threads: 1, hash_mebibytes: 0, seed: 1 };
    let session = Session::new(variant, &options).expect("compiles");
    let counts = session.divide(&setup, 2, WATCH).expect("counts");
    let sum: u128 = counts.divide.iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(session.count(&setup, 2, WATCH).expect("counts"), sum, "{text}: {:?}", counts.divide);
    counts.divide
}

/// A king and a crown prince are no royals while both are there: once one is captured, the other must mind checks.
#[test]
fn a_capture_makes_a_royal() {
    let shoshogi = betza_variants::find("shoshogi").expect("built in").variant;
    let moves = replies(&shoshogi, "4k4/1R7/9/9/+e8/9/9/9/R7K w - - 0 1");
    // The rook takes the crown prince on the first file; the king then has the squares of its own rank left, the other
    // rook having the next.
    let taken = moves.iter().find(|(m, _)| m.starts_with("a1a5")).expect("the capture");
    assert_eq!(taken.1, 2);
}

/// A side that loses when it has no lance and no pawn left has lost when its last becomes another piece.
#[test]
fn a_promotion_ends_the_game() {
    let lances = chess_with(
        "[pieces.S]\nmove = \"fR\"\npromotion = { to = [\"Q\", \"R\", \"B\", \"N\"], zone = \"rank 8\" }\n\
         [[ends]]\nwhen = \"extinct\"\npieces = [\"P\", \"S\"]\ntogether = true\n",
    );
    let moves = replies(&lances, "8/8/7k/S7/8/2p5/8/N3K3 w - - 0 1");
    let promotions: Vec<_> = moves.iter().filter(|(m, _)| m.starts_with("a5a8")).collect();
    assert_eq!(promotions.len(), 4, "{moves:?}");
    assert!(promotions.iter().all(|(_, replies)| *replies == 0), "{moves:?}");
    // The king on h6 has five squares, the pawn one.
    let quiet = moves.iter().find(|(m, _)| m == "a5a6").expect("a move");
    assert_eq!(quiet.1, 5 + 1);
}

/// The king may castle out of check and through it where the rule says so, but not into it.
#[test]
fn castling_may_ignore_check() {
    let castlings = |rule: &str, text: &str| {
        let variant = chess_with(&format!(
            "[castling]\n{rule}king = \"K\"\npartners = [\"R\"]\nking_file = \"e\"\nking_to = [\"g\", \"c\"]\n"
        ));
        let moves = replies(&variant, text);
        ["e1g1", "e1c1"].into_iter().filter(|c| moves.iter().any(|(m, _)| m == c)).collect::<Vec<_>>()
    };
    let ignores = "ignores_check = true\n";
    let (through, out, into) = (
        "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    );
    assert_eq!(castlings("", through), ["e1c1"]);
    assert_eq!(castlings(ignores, through), ["e1g1", "e1c1"]);
    assert!(castlings("", out).is_empty());
    assert_eq!(castlings(ignores, out), ["e1g1", "e1c1"]);
    assert_eq!(castlings(ignores, into), ["e1c1"]);
}

/// In an array that is turned White's king stands on e1 and Black's on d8: by two squares they go to g1 and c1, and to
/// b8 and f8. What White may do Black may do on the board turned round, so that there are as many games for each as the
/// first to move.
#[test]
fn castling_may_differ_by_side() {
    let files =
        "king_file = { white = \"e\", black = \"d\" }\nking_to = { white = [\"g\", \"c\"], black = [\"f\", \"b\"] }\n";
    let variant = chess_with(&format!("[castling]\nking = \"K\"\npartners = [\"R\"]\n{files}"));
    let at = |turn: &str| format!("r2k3r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R {turn} KQkq - 0 1");
    let castlings = |turn: &str, from: &str| {
        let all = texts(&variant, &at(turn));
        all.into_iter().filter(|m| m.starts_with(from) && !m.ends_with(['7', '2'])).collect::<Vec<_>>()
    };
    // The king's step to each side, and castling.
    assert_eq!(castlings("w", "e1"), ["e1c1", "e1d1", "e1f1", "e1g1"]);
    assert_eq!(castlings("b", "d8"), ["d8b8", "d8c8", "d8e8", "d8f8"]);
    let options = Options { threads: 1, hash_mebibytes: 0, seed: 1 };
    let session = Session::new(&variant, &options).expect("compiles");
    let count = |turn| session.count(&fen::read(&variant, &at(turn)).expect("a position"), 4, WATCH).expect("counts");
    assert_eq!(count("w"), count("b"));
}

/// A piece that an enemy holds in place still gives check (docs/notation, X6): no king goes next to a king that an
/// Immobilizer holds.
#[test]
fn a_piece_held_in_place_still_gives_check() {
    let ultima = betza_variants::find("ultima").expect("built in").variant;
    let moves = replies(&ultima, "8/8/8/8/3i4/3K1k2/8/8 b - - 0 1");
    let mut king: Vec<&str> = moves.iter().map(|(m, _)| m.as_str()).filter(|m| m.starts_with("f3")).collect();
    king.sort_unstable();
    assert_eq!(king, ["f3f2", "f3f4", "f3g2", "f3g3", "f3g4"]);
}

/// The texts of the moves of a position, in alphabetical order.
fn texts(variant: &Variant, position: &str) -> Vec<String> {
    let mut texts: Vec<String> = replies(variant, position).into_iter().map(|(text, _)| text).collect();
    texts.sort_unstable();
    texts
}

/// The rook on a8 sees a1.
#[test]
fn a_king_is_not_dropped_into_check() {
    let placement = betza_variants::find("placement").expect("built in").variant;
    let drops = ["b1", "c1", "d1", "e1", "f1", "g1", "h1"].map(|square| format!("K@{square}"));
    assert_eq!(texts(&placement, "r3k3/8/8/8/8/8/8/8[K] w - - 0 1"), drops);
}

/// Whoever can capture must, and may leave a piece on the gate all the same.
#[test]
fn captures_are_compulsory_through_gates() {
    let seirawan = changed("seirawan", "must_capture = true");
    assert_eq!(texts(&seirawan, "4k3/8/8/8/8/5p2/8/4K1N1[E] w G - 0 1"), ["g1f3", "g1f3e"]);
    let quiet = changed("seirawan", "no_checks = \"any\"");
    // From g1 an elephant, a rook and a knight, would give check.
    let moves = texts(&quiet, "6k1/8/8/8/8/8/8/4K1N1[E] w G - 0 1");
    assert!(moves.contains(&"g1f3".to_owned()) && !moves.contains(&"g1f3e".to_owned()), "{moves:?}");
    let moves = texts(&quiet, "4k3/8/8/8/8/8/8/4K1N1[E] w G - 0 1");
    assert!(moves.contains(&"g1f3e".to_owned()) && moves.contains(&"g1h3e".to_owned()), "{moves:?}");
}

/// A capture that would blow up the own king is no capture that must be made.
#[test]
fn compulsory_captures_explode() {
    let atomic = changed("atomic", "must_capture = true");
    assert_eq!(texts(&atomic, "4k3/8/8/8/3p4/8/8/3QK3 w - - 0 1"), ["d1d4"]);
    assert_eq!(texts(&atomic, "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1"), ["e1e2", "e1f1", "e1f2"]);
}

/// White has a queen left of one at the start, and no knight of two.
#[test]
fn pawns_become_what_has_been_captured() {
    let captured = chess_with("pieces.P.promotion.from_captured = true\n");
    let promotions = |text: &str| {
        let moves = texts(&captured, text);
        moves.into_iter().filter(|m| m.starts_with("h7h8")).collect::<Vec<_>>()
    };
    assert_eq!(promotions("k7/7P/8/8/8/8/8/R1BQKB1R w - - 0 1"), ["h7h8n"]);
    assert_eq!(promotions("k7/7P/8/8/8/8/8/RNBQKBNR w - - 0 1"), [""; 0]);
}

#[test]
fn who_has_only_a_king_has_lost() {
    let bared = chess_with("[[ends]]\nwhen = \"bared\"\n");
    let moves = replies(&bared, "4k3/8/8/8/8/8/4r3/4KR2 w - - 0 1");
    let squares: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(squares, ["e1d1", "e1e2"]);
    assert!(moves[0].1 > 0 && moves[1].1 == 0, "{moves:?}");
    // The king on d1 is free to go, and the rook on f2 is not taken.
    let moves = replies(&bared, "4k3/8/8/8/8/8/5r2/3K2R1 w - - 0 1");
    assert!(moves.iter().all(|(_, replies)| *replies > 0), "{moves:?}");
}

/// Nobody owns a wall: nobody captures it, and it lends nobody its moves.
#[test]
fn walls_stay_where_pieces_move_as_those_behind() {
    let annan = changed("annanshogi", "petrifies = [\"R\"]");
    // The rook on e1, a wall on e2 behind it, has eight squares of its rank, promoting or not, and the king on e9 five.
    assert_eq!(texts(&annan, "4k4/9/9/9/K8/9/9/4*4/4r4 w - 1").len(), 2 * 8 + 5);
}

/// A pawn and another piece stand beside the square that was passed, and both capture so by their notation.
#[test]
fn only_captors_capture_en_passant() {
    let captures = |captors: &str| {
        let rule = format!("[en_passant]\ncaptors = {captors}\n");
        let variant = chess_with(&format!("[pieces.S]\nmove = \"fmWfceF\"\n{rule}"));
        let moves = texts(&variant, "4k3/8/8/8/3pPs2/8/8/4K3 b - e3 0 1");
        moves.into_iter().filter(|m| m.ends_with("e3")).collect::<Vec<_>>()
    };
    assert_eq!(captures("[\"S\"]"), ["f4e3"]);
    assert_eq!(captures("[\"P\", \"S\"]"), ["d4e3", "f4e3"]);
}

/// The rook on d8 has five squares of its file above the wall on d2, and seven of its rank; the king has three.
#[test]
fn a_captor_that_turns_into_a_wall_outlasts_its_explosion() {
    let atomic = changed("atomic", "petrifies = [\"N\"]");
    let moves = replies(&atomic, "3R4/7k/8/8/8/5n2/3Q4/K7 b - - 0 1");
    let taken = moves.iter().find(|(m, _)| m.starts_with("f3d2")).expect("the capture");
    assert_eq!(taken.1, 5 + 7 + 3);
}

/// The queen on d8 protects the rook on a5, the one on h7 does not.
#[test]
fn what_is_protected_is_not_traded_where_checks_are_forbidden() {
    let variant = chess_with("no_checks = \"any\"\n[trading]\npieces = [\"R\"]\n");
    let trades = |text: &str| texts(&variant, text).contains(&"a1a5".to_owned());
    assert!(!trades("3qk3/8/8/r7/8/8/8/R3K3 w - - 0 1"));
    assert!(trades("4k3/7q/8/r7/8/8/8/R3K3 w - - 0 1"));
}

/// A knight that has not moved goes one or two squares ahead besides, where its region lets it.
#[test]
fn first_moves_inside_a_region() {
    let variant = chess_with("pieces.N.inside = { region = \"all\", move = \"ifmW2\" }\n");
    let of_knight = |text: &str, from: &str| {
        let moves = texts(&variant, text);
        moves.into_iter().filter(|m| m.starts_with(from)).collect::<Vec<_>>()
    };
    assert_eq!(of_knight("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1"), ["b1a3", "b1b2", "b1b3", "b1c3", "b1d2"]);
    assert_eq!(of_knight("4k3/8/8/8/8/1N6/8/4K3 w - - 0 1", "b3").len(), 6);
}

/// Kings that would blow themselves up may stand side by side; one that no explosion destroys takes the other.
#[test]
fn touching_saves_no_king_from_one_that_survives() {
    let position = "8/8/8/4k3/8/3K4/8/8 w - - 0 1";
    let atomic = betza_variants::find("atomic").expect("built in").variant;
    assert_eq!(texts(&atomic, position), ["d3c2", "d3c3", "d3c4", "d3d2", "d3d4", "d3e2", "d3e3", "d3e4"]);
    let immune = changed("atomic", "blast.immune = [\"K\"]\n");
    assert_eq!(texts(&immune, position), ["d3c2", "d3c3", "d3c4", "d3d2", "d3e2", "d3e3"]);
}

/// Each king sees the other along the open file, whoever stands behind it: the rook between them stays on the file.
#[test]
fn generals_face_each_other_whoever_stands_behind() {
    let of_rook = |rule: &str| {
        let moves = texts(&changed("annanshogi", rule), "4k4/9/9/9/9/9/4R4/9/4K4 b - 1");
        moves.into_iter().filter(|m| m.starts_with("e3") && !m.starts_with("e3e")).count()
    };
    assert_eq!((of_rook(""), of_rook("flying_generals = [\"K\"]")), (8, 0));
}

/// The pawn is a queen when it has made its double step, and is captured as the pawn that it was: cutechess counts so
/// in circular gryphon chess (reference.tsv, depth 5).
#[test]
fn who_becomes_another_by_a_double_step_is_captured_en_passant() {
    let after = |victims: &str| {
        let rules = format!("aftermath.becomes.\"P\" = \"Q\"\nen_passant.victims = {victims}");
        let variant = chess_with(&rules);
        let moves = replies(&variant, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
        moves.into_iter().find(|(text, _)| text.starts_with("e2e4")).expect("a double step").1
    };
    assert_eq!(after("[\"P\"]"), after("[\"Q\"]") + 1);
    assert_eq!(after("[\"P\", \"Q\"]"), after("[\"P\"]"));
}

/// A FEN tells of the right, although the piece that has passed the square is none of the victims any more. The pawn
/// on h5 takes the knight on g5, which was a pawn on g7.
#[test]
fn the_right_to_capture_who_became_another_is_read_and_written() {
    let gryphon = betza_variants::find("circulargryphon").expect("built in").variant;
    let text = "rnbqkbnr/pppppp2/7n/6nP/8/8/PPPP1PPP/RNB1KBNR w - g6 0 1";
    let setup = fen::read(&gryphon, text).expect("a position");
    assert_eq!(fen::write(&gryphon, &setup), text);
    assert_eq!(replies(&gryphon, text).iter().filter(|(text, _)| text.starts_with("h5g6")).count(), 1);
}

/// A rook takes the cannon on b3. A cannon that hops over the pawn on b5 does not, as it takes none of its own kind.
#[test]
fn a_goal_is_safe_from_those_who_may_not_capture_there() {
    let rule = "[[ends]]\nwhen = \"reached\"\npieces = [\"C\"]\nregion = \"files a-c\"\nsafe = true\n";
    let goal = changed("janggi", rule);
    assert!(!texts(&goal, "9/3k5/1r7/9/9/9/9/1C7/4K4/9 w - - 0 1").is_empty());
    assert!(texts(&goal, "9/3k5/1c7/9/9/1P7/9/1C7/4K4/9 w - - 0 1").is_empty());
}

/// The horse on b1 becomes a cannon, which does not see the enemy's on b8: cannons hop over no cannon, and take none.
#[test]
fn promotions_in_place_see_what_their_moves_see() {
    let rule = "pieces.\"N\".promotion = { zone = \"files b-d\", to = [\"C\"], in_place = true }";
    let moves =
        texts(&changed("janggi", rule), "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1");
    assert!(moves.contains(&"b1b1c".to_owned()), "{moves:?}");
}

/// The cannon on d8 is no hurdle to the one on d3, but the wall that it would leave there is.
#[test]
fn a_wall_may_serve_as_a_hurdle_at_once() {
    let of_cannon = |rule: &str| {
        let moves = texts(&changed("janggi", rule), "9/3k5/3cp4/9/9/9/9/3C5/4K4/9 b - - 0 1");
        moves.into_iter().filter(|m| m.starts_with("d8")).count()
    };
    // Over the soldier to f8, g8, h8 and i8, and over the king to d10.
    assert_eq!((of_cannon(""), of_cannon("walling = \"past\"")), (5, 0));
}

/// A king dies by its own capture, so that another one may stand beside it; a rook's capture there is a threat, as the
/// blast spares kings.
#[test]
fn kings_that_blasts_spare_die_by_their_own_captures() {
    let spared = chess_with("blast.spares = [\"K\"]");
    assert_eq!(texts(&spared, "8/8/4k3/8/3K4/8/8/8 w - - 0 1").len(), 8);
    assert_eq!(texts(&spared, "8/8/4k3/r7/3K4/8/8/8 w - - 0 1").len(), 5);
}

/// A drop as a promoted silver would not say whether a silver or a promoted one leaves the hand.
#[test]
fn a_drop_names_what_leaves_the_hand() {
    let rules = "hands.drop_promoted = true\nhands.captures = true\npieces.\"B\".in_hand = \"+S\"";
    let game = changed("minishogi", rules);
    let error = Session::new(&game, &Options::default()).err().expect("refused").to_string();
    assert!(error.contains("can be dropped as the promoted form"), "{error}");
}

/// The gold would be a pawn in the hand, but hands without end have it, too. Besides the pawn it may go to any of 13
/// empty squares.
#[test]
fn hands_without_end_hold_everything() {
    let rules = "hands.drop_promoted = true\nhands.endless = true\npieces.\"G\".in_hand = \"P\"\n";
    let unpromoted = ["R", "B", "S", "P"].map(|kind| format!("pieces.\"{kind}\".promotion = false\n")).concat();
    let game = changed("minishogi", &format!("{rules}{unpromoted}"));
    let drops = texts(&game, "rbsgk/4p/5/P4/KGSBR b - 1").into_iter().filter(|m| m.starts_with("G@")).count();
    assert_eq!(drops, 13);
}

/// The king on e5 may not take the pawn on d5 and become a wall, be there checks or not. So neither king attacks the
/// other, and it may go beside it, but not to e4, which the pawn attacks; where there are no checks it may go there,
/// too.
#[test]
fn no_king_turns_into_a_wall() {
    let of_king = |rules: &str| {
        let moves = texts(&chess_with(rules), "8/8/8/3pK3/8/4k3/8/8 w - - 0 1");
        moves.into_iter().filter(|m| m.starts_with("e5")).collect::<Vec<_>>()
    };
    let safe = ["e5d5", "e5d6", "e5e6", "e5f5", "e5f6"];
    assert_eq!(of_king(""), safe);
    assert_eq!(of_king("petrifies = [\"K\"]"), ["e5d4", "e5d6", "e5e6", "e5f4", "e5f5", "e5f6"]);
    let all = ["e5d4", "e5d6", "e5e4", "e5e6", "e5f4", "e5f5", "e5f6"];
    assert_eq!(of_king("petrifies = [\"K\"]\nroyalty.check = false"), all);
}

/// The queen that captures on h5 shoots along the rank, down the file and the diagonals, but not past the rook on h6:
/// it falls with her once the wall stands.
#[test]
fn arrows_do_not_pass_what_an_explosion_destroys() {
    let arrows = changed("atomic", "walling = \"arrow\"");
    let moves = texts(&arrows, "4k3/8/7r/7p/8/8/8/3QK3 w - - 0 1");
    let walls: Vec<_> = moves.iter().filter_map(|m| m.strip_prefix("d1h5,h5")).collect();
    let squares =
        ["a5", "b5", "c5", "d1", "d5", "e2", "e5", "f3", "f5", "f7", "g4", "g5", "g6", "h1", "h2", "h3", "h4"];
    assert_eq!(walls, squares);
}

/// A piece that moves in several legs would shoot in several, too, and that is not supported.
#[test]
fn arrows_have_one_leg() {
    let game = chess_with("walling = \"arrow\"\npieces.N.move = \"NcavK\"\n");
    let error = Session::new(&game, &Options::default()).err().expect("refused").to_string();
    assert!(error.contains("arrows together with pieces that move by chains"), "{error}");
}

/// A royal that may not capture its own kind gives it no check either, which no mask knows; where kings die by
/// capturing none would anyway.
#[test]
fn immune_royals_need_explosions_of_captors() {
    let compiles = |parent: &str, rules: &str| Session::new(&changed(parent, rules), &Options::default()).map(|_| ());
    for (parent, rules) in [
        ("chess", "mutually_immune = [\"K\"]"),
        ("atomar", "pieces.K.royal = true"),
        ("atomic", "mutually_immune = [\"K\"]\nroyalty.several = \"one\""),
    ] {
        let error = compiles(parent, rules).expect_err("refused").to_string();
        assert!(error.contains("royal pieces that may not capture each other"), "{error}");
    }
    compiles("atomic", "mutually_immune = [\"K\"]").expect("compiles");
}

/// The king on e7 is the first and in check. Once the other has castled, that is the first, and safe. And the king that
/// castles to g1 is not the first any more, so that it may be attacked there.
#[test]
fn castling_may_change_which_king_is_royal() {
    let twokings = betza_variants::find("twokings").expect("built in").variant;
    assert!(texts(&twokings, "r3k3/4k3/5B2/8/8/8/8/K7 b q - 0 1").contains(&"e8c8".to_owned()));
    assert!(texts(&twokings, "4k1r1/8/8/8/8/8/5K2/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
    assert!(!texts(&twokings, "4kr2/8/8/8/8/8/5K2/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
}

/// The last bishop is royal. Where the king would take it a dragon horse may stand, which is not; and where there are
/// two bishops, none becomes a dragon horse while a rook attacks the other.
#[test]
fn a_royal_that_promotes_may_be_one_no_longer() {
    let bishops = changed("minishogi", "royalty.pseudo = [\"B\"]");
    let captures = |text: &str| {
        let moves = texts(&bishops, text);
        moves.into_iter().filter(|m| m.starts_with("b3d5")).collect::<Vec<_>>()
    };
    assert_eq!(captures("3gk/5/1B3/5/K4 b - 1"), ["b3d5+"]);
    assert_eq!(captures("r2gk/B4/1B3/5/K4 b - 1"), ["b3d5"]);
}

/// White's king is where it wins, and Black's may be dropped there.
#[test]
fn a_drop_may_be_the_reply_to_a_goal() {
    let rule = "[[ends]]\nwhen = \"reached\"\npieces = [\"K\"]\nregion = \"all\"\nreply = true\n";
    let goal = changed("placement", rule);
    let drops = |hand: &str| replies(&goal, &format!("8/8/8/8/8/8/8/4K3[{hand}] b - - 0 1"));
    assert_eq!(drops("k").len(), 8);
    assert!(drops("k").iter().all(|(_, replies)| *replies == 0));
    assert!(drops("r").is_empty());
}

/// The rook attacks the king until it leaves the file.
#[test]
fn a_check_that_goes_on_counts_again() {
    let checks = chess_with("pass = \"always\"\nroyalty.check = false\n[[ends]]\nwhen = \"checks\"\ncount = 1\n");
    let moves = replies(&checks, "4k3/8/8/8/8/8/8/K3R3 w - - 1+1 0 1");
    let after = |text: &str| moves.iter().find(|(m, _)| m == text).expect("a move").1;
    assert_eq!([after("a1a1"), after("a1a2")], [0, 0]);
    assert!(after("e1d1") > 0);
}

/// The pawn on e4 uncovers no check by promoting to a cannon on f4, over which the cannon on f8 does not hop to the
/// king.
#[test]
fn who_promotes_to_a_barrier_is_no_hurdle() {
    let rule = "pieces.\"P\".promotion = { zone = \"ranks 4-5\", to = [\"A\", \"C\", \"P\"] }";
    let moves = texts(&changed("janggi", rule), "3k5/9/5c3/9/9/9/4P4/5K3/9/9 w - - 0 1");
    let to_f4: Vec<_> = moves.into_iter().filter(|m| m.starts_with("e4f4")).collect();
    assert_eq!(to_f4, ["e4f4c"]);
}

/// The pawn takes on f4, and the explosion opens the file on which the rook sees the king.
#[test]
fn explosions_give_no_forbidden_check() {
    let game = changed("atomic", "no_checks = \"any\"\nroyalty.check = false");
    let captures = |text: &str| texts(&game, text).into_iter().filter(|m| m == "g5f4").count();
    assert_eq!(captures("k3r3/8/8/6p1/4NP2/8/8/4K3 b - - 0 1"), 0);
    assert_eq!(captures("k2r4/8/8/6p1/4NP2/8/8/4K3 b - - 0 1"), 1);
}

/// A pawn that may capture on as a queen or a rook may become a knight instead, which cannot.
#[test]
fn a_series_may_end_by_a_choice_that_cannot_go_on() {
    let changes = "series.promotion = \"goes-on\"\nroyalty.check = false\n";
    let moves = replies(&changed("losalamos", changes), "5k/6/6/4K1/Pp4/R5 b - - 0 1");
    let captures: Vec<_> =
        moves.iter().map(|(text, _)| text.as_str()).filter(|text| text.starts_with("b2a1")).collect();
    assert_eq!(captures, ["b2a1,a1a2q", "b2a1,a1a2r", "b2a1n"]);
}

/// With a second king there is no more need to save the first, which the rook attacks. The bishop becomes one where it
/// stands or on one of the five empty squares beside it; else it stands before the king, or he leaves the file to one
/// of four squares.
#[test]
fn a_promotion_in_place_is_an_answer_to_check_where_one_king_is_enough() {
    let changes = "pieces.\"B\".promotion = { zone = \"files a-c\", to = [\"K\"], in_place = true }";
    let moves = replies(&changed("spartan", changes), "k2k4/8/8/8/4r3/8/8/2B1K3 w - - 0 1");
    assert_eq!(moves.iter().filter(|(text, _)| text.ends_with('k')).count(), 6);
    assert_eq!(moves.len(), 6 + 1 + 4);
}

/// A rook may be dropped on 62 squares: 13 of the king's file and rank would give check.
#[test]
fn drops_from_endless_hands_give_no_check_either() {
    let game = chess_with("hands.endless = true\nhands.drop_checks = false");
    let moves = texts(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves.iter().filter(|m| m.starts_with("R@")).count(), 49);
}

/// What must be dropped first never runs out.
#[test]
fn endless_hands_have_what_must_be_dropped() {
    let game = chess_with("hands.endless = true\nhands.must_drop = [\"N\"]");
    let moves = texts(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(moves.len() == 62 && moves.iter().all(|m| m.starts_with("N@")), "{moves:?}");
}

/// Sixteen moves of pawns, and each of four moves of knights may leave nothing, a hawk or an elephant behind.
#[test]
fn endless_hands_have_what_is_gated() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQBCDFGkqbcdfg - 0 1";
    let game = changed("seirawan", &format!("hands.endless = true\nstart = {start:?}"));
    assert_eq!(texts(&game, start).len(), 16 + 4 * 3);
}

/// A bare king may drop a rook.
#[test]
fn endless_hands_have_material() {
    let lacks = |changes: &str| {
        let game = chess_with(changes);
        let session = Session::new(&game, &Options::default()).expect("compiles");
        let setup = fen::read(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
        session.game().lacks_material(&session.game().position(&setup).expect("fits"), Side::White)
    };
    assert_eq!([lacks(""), lacks("hands.endless = true")], [true, false]);
}

/// The king beside White's would be taken if White can do without one of two. Else it is safe there.
#[test]
fn a_king_that_can_be_lost_takes_the_one_beside_it() {
    let of_king = |rules: &str, kings: &str| {
        texts(&changed("atomic", rules), &format!("8/8/3k4/8/3K4/8/8/{kings} b - - 0 1")).len()
    };
    assert_eq!(of_king("royalty.several = \"one\"", "8"), 8);
    for several in ["one", "first"] {
        assert_eq!(of_king(&format!("royalty.several = \"{several}\""), "K7"), 5);
    }
    assert_eq!(of_king("", "K7"), 8);
}

/// The knight attacks one king, and the hoplite need not mind, as nothing attacks the other.
#[test]
fn one_safe_king_is_enough_where_explosions_spare_kings() {
    let game = changed("spartan", "blast.spares = [\"K\"]");
    let moves = texts(&game, "2k5/5k2/4h3/6N1/8/8/8/4K3 b - - 0 1");
    for quiet in ["e6d5", "e6f5"] {
        assert!(moves.contains(&quiet.to_owned()), "{moves:?}");
    }
}

/// Whether a general that is not royal yet may face the enemy's is not settled by its safety.
#[test]
fn flying_generals_are_royal_at_once() {
    let promotion = "pieces.\"P\".promotion = { zone = \"rank 8\", to = [\"K\"] }\n";
    let game = chess_with(&format!("flying_generals = [\"K\"]\nroyalty.royal_at_once = false\n{promotion}"));
    let error = Session::new(&game, &Options::default()).err().expect("refused").to_string();
    assert!(error.contains("flying generals that are not royal at once"), "{error}");
}

/// Wolf chess (Wikipedia): a Pawn may capture a Pawn or a Sergeant en passant, a Sergeant none: it goes to c3 as to any
/// square diagonally ahead, and the Pawn on c4 stays.
#[test]
fn pawns_capture_sergeants_in_passing() {
    let wolf = changed("wolf", "");
    for (victim, captor, moves) in
        [("S", "p", ["b4b3", "b4c3"].as_slice()), ("P", "p", &["b4b3", "b4c3"]), ("P", "s", &["b4a3", "b4b3", "b4c3"])]
    {
        let found = texts(&wolf, &format!("7k/8/8/8/8/8/1{captor}{victim}5/8/8/K7 b - c3 0 1"));
        assert_eq!(found.into_iter().filter(|m| m.starts_with("b4")).collect::<Vec<_>>(), moves, "{captor} {victim}");
    }
}

//! Rules that meet in one game: positions that random mixtures of rules found, worked out by hand.

use crate::changed;
use betza_game::fen;
use betza_laws::subject::{Depth, Subject};
use betza_movegen::keys::DEFAULT_SEED;

/// What the moves of one side are, of a game made from another one.
pub(crate) fn moves_of(parent: &str, rules: &str, text: &str) -> Vec<String> {
    let variant = changed(parent, rules);
    let setup = fen::read(&variant, text).expect("a position");
    let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
    let depth = Depth { replies: true, queries: true, rules: true };
    subject.check(&setup, depth).unwrap_or_else(|fault| panic!("{text}: {}: {}", fault.law, fault.how));
    let position = subject.game().position(&setup).expect("a position");
    let mut found = subject.game().move_texts(&position, &subject.game().legal_moves(&position));
    found.sort();
    found
}

/// Where the royals face each other and no move ends it, the side passes, in check as well: the chariot attacks the
/// guard on f8, which is royal here, and wherever the general or the guard goes, one of the two faces the guard on e3
/// or is taken. The pass is written on the first royal.
#[test]
fn who_is_faced_passes_in_check_if_nothing_else_is_left() {
    let rules = "pieces.\"A\".royal = true\npass = \"stalemate\"";
    assert_eq!(moves_of("janggi", rules, "4k4/9/R4a3/9/9/9/9/4A4/9/9 b - - 0 1"), ["f8f8"]);
}

/// Where the royals face each other, a pass that gives a forbidden check is not played either: the chariot on a10
/// attacks the general on e10, whatever the general on e1 does, so only taking it is left. Where checks may be given,
/// White may pass too, or leave the file.
#[test]
fn who_is_faced_gives_no_forbidden_check_by_passing() {
    let facing = "R3k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(moves_of("janggi", "no_checks = \"any\"", facing), ["a10e10"]);
    assert_eq!(moves_of("janggi", "", facing), ["a10e10", "e1d1", "e1e1", "e1f1"]);
}

/// Who may only leave a check by capturing may place a wall instead of moving all the same, which is written as a pass
/// of the first piece: the king on b1 here, which stays in check while that on e1 is safe. A king alone may not stay in
/// check.
#[test]
fn who_stays_in_check_may_place_a_wall() {
    let rules = "royalty.stays_in_check = true\nwalling = { place = \"static\", region = \"a1\", instead = true }";
    assert_eq!(moves_of("chess", rules, "1r5k/8/8/8/8/8/8/1K6 w - - 0 1"), [""; 0]);
    let rules = format!("{rules}\nroyalty.several = \"one\"");
    let found = moves_of("chess", &rules, "1r5k/8/8/8/8/8/8/1K2K3 w - - 0 1");
    assert!(found.iter().any(|text| text.contains("a1")), "{found:?}");
}

/// Where royals face each other, a wall that is placed instead of a move is no pass that may be played in check: the
/// soldier on e3 attacks the general on d3, and no wall at the edge is between them.
#[test]
fn no_wall_is_placed_in_check_where_royals_face() {
    let rules = "walling = { place = \"edge\", region = \"rank 1\", instead = true }";
    let found = moves_of("janggi", rules, "9/3k5/9/9/9/9/9/3Kp4/9/9 w - - 0 1");
    assert!(found.iter().all(|text| !text.contains("d3d3,")), "{found:?}");
}

/// A drop that may give no check may not even if it mates, where other mates may be given: Black's rook does not come
/// to h3 to h6, although White's king could not leave check.
#[test]
fn drops_that_give_no_check_give_no_mate_either() {
    let rules = "no_checks = \"unless-mate\"\nhands.drop_checks = false\nhands.captures = true";
    let found = moves_of("chess", rules, "8/6rk/8/8/8/8/8/6RK[r] b - - 0 1");
    assert!(found.iter().any(|text| text.contains("@a5")), "{found:?}");
    let on_file: Vec<_> = found.iter().filter(|text| text.contains("@h")).collect();
    assert_eq!(on_file, ["R@h8"], "behind its own king");
}

/// Where captures explode, a king may be left in check by the one that took the other king, and then each drop leaves
/// mate: a pawn of minishogi, which may not give it, is dropped only where a reply ends the check. The horse on b2
/// gives it; the bishop on b1 could take on c2, and the silver on d2 on c3, both of which blow up the horse.
#[test]
fn no_pawn_is_dropped_where_the_enemy_is_mated_already() {
    let found = moves_of("minishogi", "blast.immune = [\"S\"]", "+b4/5/5/1+b1S1/KB3 w SPKb2p 1");
    let pawns: Vec<_> = found.iter().filter(|text| text.starts_with("P@")).collect();
    assert_eq!(pawns, ["P@c2", "P@c3"]);
    assert!(found.iter().any(|text| text.starts_with("B@")), "{found:?}");
}

/// A piece that becomes by moving what it might promote to has that move once: the knight on a1 becomes a rook or a
/// bishop on each of two squares.
#[test]
fn promoting_to_what_it_becomes_anyway_is_the_same_move() {
    let rules = "aftermath.becomes.\"N\" = \"R\"\npieces.\"N\".promotion = { zone = \"all\", to = [\"R\", \"B\"], forced = \"no\" }";
    let found = moves_of("chess", rules, "7k/8/8/8/8/8/8/N6K w - - 0 1");
    let knight: Vec<_> = found.iter().filter(|text| text.starts_with("a1")).collect();
    assert_eq!(knight.len(), 4, "{knight:?}");
    // A double step is one that could be captured en passant, as what it was.
    let rules = "pieces.P.promotion = { zone = \"ranks 4-5\", to = [\"N\", \"R\"], forced = \"no\" }";
    let found = moves_of("simplifiedgryphon", rules, "7k/8/8/8/8/8/3P4/7K w - - 0 1");
    assert_eq!(found.iter().filter(|text| text.starts_with("d2d4")).count(), 2, "{found:?}");
}

/// Who could be captured en passant may not pass: Black's pawn on d3 would take the king that went from e1 to e3 on e2.
#[test]
fn kings_are_not_left_en_passant() {
    let rules = "pieces.K.move = \"KisO2ifmnD\"\nen_passant.victims = [\"P\", \"K\"]";
    let found = moves_of("chess", rules, "7k/8/8/8/8/3p4/8/4K3 w - - 0 1");
    assert!(!found.contains(&"e1e3".to_owned()), "{found:?}");
    let found = moves_of("chess", rules, "7k/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(found.contains(&"e1e3".to_owned()), "{found:?}");
}

/// Where no move may give check, a pass may not leave the enemy in it: the queen on b1 attacks the king on b2, as does
/// the rook on d6 that on e6, and wherever they go one of them does. White, who has no move, does not pass either.
#[test]
fn no_pass_leaves_a_check_that_may_not_be_given() {
    let rules = "pass = \"stalemate\"\nroyalty.check = false";
    assert_eq!(moves_of("racingkings", rules, "8/8/3Rk3/8/8/8/1k6/1Q6 w - - 1 2"), [""; 0]);
}

/// Where a blast leaves kings and takes the captor, a king beside the enemy's is in no check on its way either: White
/// castles past the king on g2, which could take on f1 only by dying.
#[test]
fn kings_castle_past_a_king_that_would_die_by_capturing() {
    let found = moves_of("chess", "blast.spares = [\"K\"]", "8/8/8/8/8/8/6k1/4K2R w K - 1 2");
    assert!(found.contains(&"e1g1".to_owned()), "{found:?}");
}

/// Where the king's notation has what `king_to` has, too, castling is one move: to g1, the file that both name.
#[test]
fn castling_to_one_file_is_one_move() {
    let rules = "pieces.K = { move = \"KisO1isO2\", dialect = \"xbetza\" }\ncastling.king_to = [\"g\", \"c\"]";
    let found = moves_of("chess", rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(found.iter().filter(|text| text.starts_with("e1g1")).count(), 1, "{found:?}");
}

/// A piece that promotes where it stands may attack enemies that are immune to it: the Bishop on b2 becomes a knight,
/// which reaches the knight on c4 from there, and goes to d1, d3 and a4 as one.
#[test]
fn who_promotes_in_place_may_attack_the_immune() {
    let rules =
        "mutually_immune = [\"N\"]\npieces.B.promotion = { zone = \"files b-d\", to = [\"N\"], in_place = true }";
    let found = moves_of("chess", rules, "7k/8/8/8/2N5/8/1b6/K7 b - - 0 2");
    assert!(found.iter().any(|text| text.starts_with("b2b2")), "{found:?}");
}

/// What must be dropped first may be dropped as what it promotes to: the lance in micro shogi's hand has each of the
/// squares as both, but where it could not move again as itself.
#[test]
fn who_must_be_dropped_may_be_dropped_promoted() {
    let found = moves_of("micro", "hands.must_drop = [\"L\"]", "4/4/4/k3/3K w lp 2");
    assert!(
        found.iter().any(|text| text.starts_with("+L@")) && found.iter().any(|text| text.starts_with("L@")),
        "{found:?}"
    );
    assert!(found.iter().all(|text| text.contains("L@")), "{found:?}");
}

/// A rook that promotes to a Hawk and one that leaves a Hawk behind have different texts, and are read back: the second
/// has the gate, too.
#[test]
fn a_promotion_and_a_gate_have_different_texts() {
    let rules = "pieces.R.promotion = { zone = \"all\", to = [\"H\"], forced = \"no\" }";
    let found = moves_of("seirawan", rules, "7r/8/8/8/8/8/8/8[h] b h - 0 1");
    let down: Vec<_> = found.iter().filter(|text| text.starts_with("h8h1")).collect();
    assert_eq!(down, ["h8h1", "h8h1h", "h8h1h&h8", "h8h1hh"]);
}

/// Who protects a square is who could take what arrives there: a piece that captures only royals (XBetza's `k`)
/// protects no rook, one that spares royals (`t`) does, and a Chameleon takes an Advancer as Advancers do, whatever
/// stood there before.
#[test]
fn who_protects_could_take_what_arrives() {
    let with = |knight: &str| {
        let rules = format!("trading.pieces = [\"R\"]\npieces.\"N\" = {{ move = \"{knight}\", dialect = \"xbetza\" }}");
        moves_of("chess", &rules, "r6n/7k/8/8/8/8/7K/R7 w - - 0 1")
    };
    assert!(with("kR").contains(&"a1a8".to_owned()));
    assert!(!with("tR").contains(&"a1a8".to_owned()));
    let rules = "trading.pieces = [\"A\", \"P\"]\ntrading.trifles = [\"A\", \"I\", \"L\"]";
    let found = moves_of("rococopieces", rules, "10/10/10/2P6k/10/C9/10/2a7/10/9K b - - 0 1");
    assert!(!found.is_empty() && !found.iter().any(|text| text.contains("c7")), "{found:?}");
}

/// Who must promote where it could never move again may not go there if there is nothing to become, as where it must
/// always or in a region: the Pawn on c4 becomes a King only, and none has been lost.
#[test]
fn who_must_promote_when_stuck_and_cannot_may_not_go() {
    let rules = "pieces.\"P\".promotion = { zone = \"rank 5\", to = [\"K\"], from_captured = true }";
    let found = moves_of("minishogi", rules, "4k/2P2/5/5/4K b - 1");
    assert!(!found.is_empty() && !found.iter().any(|text| text.starts_with("c4")), "{found:?}");
}

/// A pass is written `0000` where the piece on whose square it is written could return there: the Lion-like A on e1,
/// the only piece.
#[test]
fn a_pass_and_a_return_have_different_texts() {
    let rules = "royalty.check = false\npieces.\"A\" = { move = \"KmabK\", dialect = \"xbetza\" }";
    let found = moves_of("janggi", rules, "9/9/9/9/9/9/9/9/9/4A4 w - - 0 1");
    assert!(found.contains(&"e1e1".to_owned()) && found.contains(&"0000".to_owned()), "{found:?}");
}

/// A second board with royals that come by promotion is refused: they would have to be safe on the board of the move
/// too.
#[test]
fn no_royals_come_by_promotion_beside_a_second_board() {
    let refused = Subject::new(&changed("alice", "pieces.\"Q\".royal = true"), DEFAULT_SEED).err().expect("refused");
    assert!(format!("{refused:?}").contains("come by promotion"), "{refused:?}");
}

//! Rules that meet in the counting of replies: positions that tell the counter from ones with a small mistake in it.
//! The laws hold in them, and the numbers of moves are found by hand.

use crate::{changed, counted};
use betza_game::fen;
use betza_ir::geometry::Side;
use betza_laws::subject::Subject;
use betza_movegen::keys::DEFAULT_SEED;

/// Two pieces stand between the King on e1 and the Rook on e8, a piece that captures one step away and goes on, and
/// what it captures. So it may go on to e4 only, and the King has d1, d2, f1 and f2.
#[test]
fn who_captures_the_other_piece_of_a_line_stays_on_it() {
    let variant = changed("chess", "pieces.N = { move = { white = \"camK\", black = \"\" }, dialect = \"xbetza\" }");
    assert_eq!(counted(&variant, "k3r3/8/8/8/8/4n3/4N3/4K3 w - - 0 1").0, 1 + 4);
}

/// A Rook that comes to the file or rank of a King takes its leaps from it, also where it gives no check: to d8, behind
/// the Rook on d5. It has 13 moves, the King three.
#[test]
fn a_rook_takes_leaps_without_check() {
    let variant = changed("cambodian", "");
    assert_eq!(counted(&variant, "r6k/8/8/3R4/8/8/8/3K4 b D - 0 1").0, 13 + 3);
}

/// Of two Kings one may be in check, as that on h1 is. The Rook has eleven moves with the capture; the King on a1 has
/// b1 and b2, as on a2 it would be in check, too, and the other one its three squares.
#[test]
fn captures_explode_beside_two_kings() {
    let variant = changed("atomic", "royalty.several = \"one\"\n");
    assert_eq!(counted(&variant, "k6k/8/8/3q4/3R4/8/8/K6K w - - 0 1").0, 11 + 2 + 3);
    // Who explodes one of two Kings has not won yet, and may not do so in check, as after Re2. White has 21 moves: of
    // the Kings two and three, of the Knight four, of the Rook twelve.
    assert_eq!(counted(&variant, "4k3/8/8/1q6/8/8/1N1R4/K6K w - - 0 1").0, 2 + 3 + 4 + 12);
}

/// Cannons that hop only before they have moved, and over no Cannon: after a move of that on h8 the one on b3 attacks
/// d3 for White alone. The Cannon has four steps, the General three, and there is a pass.
#[test]
fn who_has_moved_hops_no_more() {
    let text = "pieces.C.move = \"WipR\"\npieces.C.dialect = \"xbetza\"\n";
    assert_eq!(counted(&changed("janggi", text), "9/3k5/7c1/9/9/9/9/1CP6/4K4/9 b - - 0 1").0, 4 + 3 + 1);
    // Nor does it attack e1 over d1 as one on a1 would. White's General has seven squares, the Guard two, the Chariot
    // eleven, and there is a pass; when the Generals face each other it leaves the file, to five of them, or passes.
    let chariot = "9/3k5/7c1/9/9/9/9/9/4K4/R2A5 b - - 0 1";
    assert_eq!(counted(&changed("janggi", text), chariot), (4 + 3 + 1, 7 * (7 + 2 + 11 + 1) + 5 + 1));
}

/// A Knight that is royal as long as it is alone promotes on two squares, in reply to 13 moves of the Rook and three of
/// the King.
#[test]
fn a_royal_that_may_promote_has_two_moves() {
    let variant = changed(
        "chess",
        "royalty.pseudo = [\"N\"]\nroyalty.royal_at_once = false\n\
         pieces.N.promotion = { zone = { white = \"rank 8\", black = \"none\" }, to = [\"Q\"], forced = \"no\" }",
    );
    assert_eq!(counted(&variant, "1r5k/8/3N4/8/8/8/8/K7 b - - 0 1").0, 13 + 3);
}

/// An Elephant that is royal while it is alone, placed on a8, is safe behind the Rook, or where the Rook on a1 has been
/// taken. After the Rook's seven moves along the rank it would be attacked.
#[test]
fn a_royal_is_not_gated_into_check() {
    let variant =
        changed("seirawan", "royalty.pseudo = [\"E\"]\npieces.P.promotion = { zone = \"rank 8\", to = [\"Q\"] }");
    assert_eq!(counted(&variant, "r7/8/8/8/8/8/8/R7[e] b a - 0 1").0, 14 + 7);
}

/// The Bishop on f1 has not moved, and its kind has a first move, to f3; but only Rooks are partners. The King has e2,
/// d1, d2, f2 and castling with the Rook on a1; the Bishop goes to a6 and h3 and leaps to f3, the Rook to d1 and a8.
#[test]
fn who_stands_unmoved_where_a_partner_starts_is_no_partner() {
    let variant = changed(
        "chess",
        "castling.further_partners = [[\"f\"], []]\npieces.B = { move = \"BfiD\", dialect = \"xbetza\" }",
    );
    let text = "4k3/8/8/8/8/8/8/R3KB2 w A - 0 1";
    assert_eq!(counted(&variant, text).0, 5 + (5 + 2 + 1) + (3 + 7));
    let variant = changed("chess", "castling.further_partners = [[\"f\"], []]");
    assert_eq!(counted(&variant, "4k3/8/8/8/8/8/8/R3KR2 w A - 0 1").0, 5 + (2 + 7) + (3 + 7));
    assert_eq!(counted(&variant, "4k3/8/8/8/8/8/8/R3KR2 w AF - 0 1").0, 5 + (2 + 7) + (3 + 7) + 1);
}

/// A piece that captures only royals, after it has captured something else, attacks a king's next squares: by e4 it
/// attacks f3, f4 and f5, so the King on g4 has the five others, and the Pawn steps ahead.
#[test]
fn who_captures_only_royals_attacks_where_a_king_would_go() {
    let variant = changed("chess", "pieces.N = { move = \"cackK\", dialect = \"xbetza\" }");
    let text = "8/8/8/8/3Np1k1/8/8/K7 b - - 0 1";
    assert_eq!(counted(&variant, text).0, 5 + 1);
    let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
    let position = subject.game().position(&fen::read(&variant, text).expect("a position")).expect("fits");
    let [piece, attacked] = [(3, 3), (5, 2)].map(|(file, rank)| variant.board.at(file, rank).expect("a square"));
    assert_eq!(subject.game().attackers_to(&position, attacked, Side::White), [piece].into_iter().collect());
}

/// A Pawn may take the passed Pawn on its square and step on from there, to six squares besides the one behind it where
/// it has captured en passant, or take the Knight ahead and go on to six squares, that one with them, too. The King has
/// five.
#[test]
fn other_captures_end_where_one_en_passant_does() {
    let rules =
        "pieces.P = { move = { white = \"fmWfceFifmnDcamK\", black = \"fmWfceFifmnD\" }, dialect = \"xbetza\" }";
    // By d5: c4, c5, c6, d4, e4. By e6: d6, d7, e7, f7, f6, f5.
    assert_eq!(counted(&changed("chess", rules), "4k3/8/4n3/3pP3/8/8/8/4K3 w - d6 0 1").0, 1 + 5 + 6 + 5);
}

/// Who has no Knight left has lost while the other has one. After White's moves Black has eleven replies, but ten after
/// the Knight's to e3, which attacks f5, nine after the Rook's to e1, and none after it takes the Knight.
#[test]
fn who_takes_the_last_of_a_kind_may_have_to_have_one() {
    let ends = "[[ends]]\nwhen = \"extinct\"\npieces = [\"N\"]\nopponent = 1\n";
    let (king, knight, rook) = (3 * 11, 11 + 10, 4 * 11 + 9);
    assert_eq!(counted(&changed("losalamos", ends), "5k/6/3n2/6/6/K2R1N w - - 0 1"), (3 + 2 + 6, king + knight + rook));
}

/// Who castles leaves a piece from the hand on the king's square or the rook's, if any: five ways. The King has five
/// other moves and the Rook nine, each with either piece or none. White's King has three.
#[test]
fn castling_places_a_piece_on_either_square() {
    let replies = 5 + 3 * (5 + 9);
    assert_eq!(counted(&changed("seirawan", ""), "4k2r/8/8/8/8/8/8/K7[he] w k - 0 1"), (3, 3 * replies));
}

/// Who moves the duck instead of a piece passes with it, to one of 61 empty squares. The King has three moves.
#[test]
fn a_pass_moves_the_duck() {
    let variant = changed("chess", "walling = { place = \"duck\", instead = true }");
    assert_eq!(counted(&variant, "k7/8/8/8/3*4/8/8/7K w - - 0 1").0, 3 + 61);
}

/// A pinned Rook captures along the pin, and then it must. After White's moves Black has 17 replies, but the capture
/// alone after Re1 and Rh7, the King's two squares after Rh8, and two squares fewer for the King after Rd1 and Rf1.
#[test]
fn a_pinned_piece_must_capture_where_it_can() {
    let variant = changed("losers", "");
    let replies = 11 * 17 + 1 + 1 + 2 + 15 + 15;
    assert_eq!(counted(&variant, "4k3/4r3/8/8/8/8/8/K6R w - - 0 1"), (3 + 13, replies));
    // A second King has three moves more where no capture and no check compels Black, but one after Rb1. After Rh8 both
    // are on the rank, and the one that is attacked may not leave it.
    let more = 12 * 3 + 1 - 2;
    assert_eq!(counted(&variant, "k3k3/4r3/8/8/8/8/8/K6R w - - 0 1"), (3 + 13, replies + more));
    // A Knight has six moves, but none after Re1, and only the one between after Rh8. The King beside it has four, but
    // two after Rd1 and Rf1, three after Rh7 and none after Rh8; the other one has three, but one after Rb1 and none
    // after Rh8.
    let (knight, king, other) = (14 * 6 + 1, 12 * 4 + 2 + 2 + 3, 14 * 3 + 1);
    assert_eq!(counted(&variant, "k3k3/4n3/8/8/8/8/8/K6R w - - 0 1"), (3 + 13, knight + king + other));
    // Of more than four Kings each move is tested. The Knight is pinned after Re1 again.
    assert_eq!(counted(&variant, "kk1kk1k1/4n3/8/8/8/8/8/K6R w - - 0 1").0, 3 + 13);
}

/// The Knight and a Pawn stand between the King and a piece that captures over one piece. So a Knight that takes the
/// Pawn on d5 and goes on stays on the file, on e6. The Pawn steps ahead, and the King has five squares.
#[test]
fn who_goes_on_after_a_capture_stays_between_a_hopper_and_its_king() {
    let variant = changed(
        "chess",
        "pieces.N = { move = { white = \"camK\", black = \"\" }, dialect = \"xbetza\" }\n\
         pieces.R = { move = { white = \"R\", black = \"mRcpR\" }, dialect = \"xbetza\" }",
    );
    assert_eq!(counted(&variant, "k3r3/8/8/3pP3/4N3/8/8/4K3 w - - 0 1").0, 1 + 1 + 5);
    // Of three between them it takes one and goes on from it: to e2 only. The other Pawn attacks two of the King's five
    // squares.
    assert_eq!(counted(&variant, "k3r3/8/8/4P3/4N3/4p3/8/4K3 w - - 0 1").0, 1 + 1 + 3);
}

/// Rooks that hop only before they have moved, and over no Rook: when the one on h8 has moved it does not attack d1 as
/// one on a1 would. Black's King has five moves, the Rook two steps and four hops; White's King five, the Knight three,
/// the Rook a step and two hops.
#[test]
fn who_has_moved_does_not_attack_as_before() {
    let rules = "pieces.R = { move = \"WipR\", dialect = \"xbetza\", spurns = [\"R\"] }";
    let (moves, replies) = (5 + 2 + 4, 5 + 3 + 3);
    assert_eq!(counted(&changed("chess", rules), "4k2r/8/8/8/8/8/8/RN2K3 b - - 0 1"), (moves, 11 * replies));
}

/// Castling to further squares is a move with effects, which rules that sort moves by what they do must let through.
#[test]
fn castling_to_further_squares_goes_with_other_rules() {
    let also_b = "castling.also_to = [[], [\"b\"]]\n";
    let with = |parent: &str, rules: &str| changed(parent, &format!("{also_b}{rules}"));
    let rook_and_king = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    // The king has five moves, the rook ten, and two are castling. The rook checks from a8.
    assert_eq!(counted(&with("chess", "no_checks = \"any\""), rook_and_king).0, 5 + 9 + 2);
    assert_eq!(counted(&with("chess", "petrifies = [\"N\"]"), rook_and_king).0, 5 + 10 + 2);
    // Each may leave the hawk behind, castling on either of two squares.
    let hawk = "4k3/8/8/8/8/8/8/R3K3[H] w Q - 0 1";
    assert_eq!(counted(&with("seirawan", ""), hawk).0, 2 * (5 + 10) + 3 * 2);
}

/// By a swap nothing is captured, so it is not what must be done before other moves.
#[test]
fn swaps_are_no_captures() {
    let rules = "must_capture = true\nroyalty.check = false\npieces.B.move = \"K[xwK]\"\npieces.B.dialect = \"bex\"";
    let variant = changed("chess", rules);
    let (moves, _) = counted(&variant, "4k3/8/8/8/8/8/p7/B3K3 w - - 0 1");
    // The bishop captures on a2, so all else is forbidden.
    assert_eq!(moves, 1);
    let rules = "must_capture = true\nroyalty.check = false\npieces.B.move = \"mK[xwK]\"\npieces.B.dialect = \"bex\"";
    let (moves, _) = counted(&changed("chess", rules), "4k3/8/8/8/8/8/p7/B3K3 w - - 0 1");
    // The king's five moves, the bishop's to b1 and b2, and its swap.
    assert_eq!(moves, 5 + 2 + 1);
}

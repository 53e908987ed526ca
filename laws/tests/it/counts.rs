//! Rules that meet in the counting of replies: positions that tell the counter from ones with a small mistake in it. The laws hold
//! in them, and the numbers of moves are found by hand.

use crate::{changed, counted};

fn chess(rules: &str) -> betza_game::variant::Variant {
    changed(&format!("format = 1\nparent = \"chess\"\nname = \"test\"\n{rules}\n"))
}

/// Two pieces stand between the King on e1 and the Rook on e8, a piece that captures one step away and goes on, and what it
/// captures. So it may go on to e4 only, and the King has d1, d2, f1 and f2.
#[test]
fn who_captures_the_other_piece_of_a_line_stays_on_it() {
    let variant = chess("pieces.N = { move = { white = \"camK\", black = \"\" }, dialect = \"xbetza\" }");
    assert_eq!(counted(&variant, "k3r3/8/8/8/8/4n3/4N3/4K3 w - - 0 1").0, 1 + 4);
}

/// A Rook that comes to the file or rank of a King takes its leaps from it, also where it gives no check: to d8, behind the Rook
/// on d5. It has 13 moves, the King three.
#[test]
fn a_rook_takes_leaps_without_check() {
    let variant = changed("format = 1\nparent = \"cambodian\"\nname = \"test\"\n");
    assert_eq!(counted(&variant, "r6k/8/8/3R4/8/8/8/3K4 b D - 0 1").0, 13 + 3);
}

/// Of two Kings one may be in check, as that on h1 is. The Rook has eleven moves with the capture; the King on a1 has b1 and b2, as
/// on a2 it would be in check, too, and the other one its three squares.
#[test]
fn captures_explode_beside_two_kings() {
    let variant = changed("format = 1\nparent = \"atomic\"\nname = \"test\"\nroyalty.several = \"one\"\n");
    assert_eq!(counted(&variant, "k6k/8/8/3q4/3R4/8/8/K6K w - - 0 1").0, 11 + 2 + 3);
}

/// Cannons that hop only before they have moved, and over no Cannon: after a move of that on h8 the one on b3 attacks d3 for White
/// alone. The Cannon has four steps, the General three, and there is a pass.
#[test]
fn who_has_moved_hops_no_more() {
    let text =
        "format = 1\nparent = \"janggi\"\nname = \"test\"\npieces.C.move = \"WipR\"\npieces.C.dialect = \"xbetza\"\n";
    assert_eq!(counted(&changed(text), "9/3k5/7c1/9/9/9/9/1CP6/4K4/9 b - - 0 1").0, 4 + 3 + 1);
}

/// A Knight that is royal as long as it is alone promotes on two squares, in reply to 13 moves of the Rook and three of the King.
#[test]
fn a_royal_that_may_promote_has_two_moves() {
    let variant = chess(
        "royalty.pseudo = [\"N\"]\nroyalty.royal_at_once = false\n\
         pieces.N.promotion = { zone = { white = \"rank 8\", black = \"none\" }, to = [\"Q\"], forced = \"no\" }",
    );
    assert_eq!(counted(&variant, "1r5k/8/3N4/8/8/8/8/K7 b - - 0 1").0, 13 + 3);
}

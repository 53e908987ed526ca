//! The moves of the other side: half a turn of the board.

use betza_ir::Move;
use betza_ir::geometry::Side;
use betza_notation::{Dialect, read};

#[test]
fn what_half_a_turn_does_not_change_is_the_same_for_both_sides() {
    for (notation, is_same) in [("Q", true), ("N", true), ("vR", true), ("fR", false), ("fbNW", true), ("NrK", false)] {
        let piece = read(notation, Dialect::Xbetza).expect("reads").piece;
        let turned: Vec<Move> = piece.moves.iter().map(|m| m.for_side(Side::Black)).collect();
        assert_eq!(turned == piece.moves, is_same, "{notation}");
        let back: Vec<Move> = turned.iter().map(|m| m.for_side(Side::Black)).collect();
        assert_eq!(back, piece.moves, "{notation}");
    }
}

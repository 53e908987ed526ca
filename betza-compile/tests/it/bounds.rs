//! Where pieces may go on some position, by hand: bounds hold all of it, also what several tables of a piece have in
//! common.

use betza_compile::lower::{Lowering, LowersPieces};
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Dialect, read};

#[test]
fn tables_with_squares_in_common_are_united() {
    let board = Board::new(8, 8).unwrap();
    let (a1, e4) = (Square::from_index(0), Square::from_index(3 * 8 + 4));
    // Moves as a Rook and captures as a Queen; moves to the four nearest squares and captures on all eight; captures as
    // a Rook and takes own pieces as a Queen.
    for (text, from, reach, capture) in
        [("mRcQ", a1, 14 + 7, 14 + 7), ("mWcK", e4, 8, 8), ("cRdQ", a1, 14 + 7, 14 + 7), ("mQcN", e4, 27 + 8, 8)]
    {
        let piece = read(text, Dialect::Xbetza).unwrap_or_else(|e| panic!("{text}: {e:?}")).piece;
        let tables = Lowering::<1>::new(&board).unwrap().piece(&piece, Side::White).unwrap();
        assert_eq!((tables.may_reach(from).count(), tables.may_capture(from).count()), (reach, capture), "{text}");
    }
}

//! The marks of pieces whose moves were worked out by hand.

use super::{Diagram, Marks, general, with_men};
use crate::geometry::{Board, Side};
use crate::notation::{Dialect, read};

fn alone(piece: &str, at: &str, side: Side) -> Diagram {
    let board = Board::new(8, 8).unwrap();
    let piece = read(piece, Dialect::Xbetza).unwrap().piece;
    general(&piece, &board, board.parse_square(at).unwrap(), side).unwrap()
}

fn among(piece: &str, at: &str, friends: &[&str], foes: &[&str]) -> Diagram {
    let board = Board::new(8, 8).unwrap();
    let piece = read(piece, Dialect::Xbetza).unwrap().piece;
    let square = |name: &&str| board.parse_square(name).unwrap();
    let men: Vec<_> =
        friends.iter().map(|s| (square(s), Side::White)).chain(foes.iter().map(|s| (square(s), Side::Black))).collect();
    with_men(&piece, &board, square(&at), Side::White, &men).unwrap()
}

/// The squares that have exactly these marks, by name, apart from those that only block.
fn squares(d: &Diagram, marks: Marks) -> Vec<String> {
    d.board.squares().filter(|&s| d.mark(s) - Marks::BLOCKER == marks).map(|s| d.board.name(s)).collect()
}

#[test]
fn a_cannon_moves_anywhere_and_captures_with_a_hurdle() {
    let d = alone("mRcpR", "a1", Side::White);
    assert_eq!(squares(&d, Marks::MOVE), ["b1", "a2"]);
    let further = ["c1", "d1", "e1", "f1", "g1", "h1", "a3", "a4", "a5", "a6", "a7", "a8"];
    assert_eq!(squares(&d, Marks::MOVE | Marks::HOP_CAPTURE), further);
    // Over the friend on a4 it captures the first piece, on a6.
    let d = among("mRcpR", "a1", &["a4", "b1"], &["a6", "a8"]);
    assert_eq!(squares(&d, Marks::MOVE), ["a2", "a3"]);
    assert_eq!(squares(&d, Marks::HOP_CAPTURE), ["a6"]);
    // On an empty board a5 and a7 could be reached, and so could the friends' squares; the foe on a8 could not be captured there.
    assert_eq!(squares(&d, Marks::BLOCKED), ["b1", "c1", "d1", "e1", "f1", "g1", "h1", "a4", "a5", "a7"]);
}

#[test]
fn a_pawn_has_a_first_move_and_captures_aside() {
    let d = alone("fmWfceFifmnD", "d2", Side::White);
    assert_eq!(squares(&d, Marks::MOVE), ["d3"]);
    assert_eq!(squares(&d, Marks::MOVE | Marks::INITIAL), ["d4"]);
    assert_eq!(squares(&d, Marks::CAPTURE | Marks::EN_PASSANT), ["c3", "e3"]);
    let black = alone("fmWfceFifmnD", "d7", Side::Black);
    assert_eq!(squares(&black, Marks::MOVE | Marks::INITIAL), ["d5"]);
    let d = among("fmWfceFifmnD", "d2", &[], &["d3", "e3", "c4"]);
    assert_eq!(squares(&d, Marks::CAPTURE), ["e3"]);
    // The square d3 is taken, so d4 cannot be reached; a Pawn has no business on d3 itself, where it could not capture.
    assert_eq!(squares(&d, Marks::BLOCKED), ["d4"]);
}

#[test]
fn side_effects_show_the_victim_and_the_destination() {
    let d = alone("fcafmF", "d4", Side::White);
    assert_eq!(squares(&d, Marks::VICTIM), ["c5", "e5"]);
    assert_eq!(squares(&d, Marks::SIDE), ["b6", "f6"]);
    let castling = alone("isO2", "e1", Side::White);
    assert_eq!(squares(&castling, Marks::LIFTED), ["a1", "h1"]);
    assert_eq!(squares(&castling, Marks::PLACED), ["d1", "f1"]);
    assert_eq!(squares(&castling, Marks::SIDE | Marks::INITIAL), ["c1", "g1"]);
}

/// A piece taken and put down on the mover's first square is carried away, not captured.
#[test]
fn a_victim_that_is_put_down_again_is_carried() {
    let d = alone("ucR", "d4", Side::White);
    assert_eq!(squares(&d, Marks::SIDE | Marks::LIFTED).len(), 14);
    assert_eq!(squares(&d, Marks::PLACED), ["d4"]);
    assert!(!d.used().contains(Marks::CAPTURE));
}

/// To arrive by capturing and then erupt is a capture, and needs no hurdle.
#[test]
fn an_arrival_by_capturing_is_a_capture() {
    let board = Board::new(8, 8).unwrap();
    let piece = read("mcW-xacK", Dialect::Betza2).unwrap().piece;
    let d = general(&piece, &board, board.parse_square("d4").unwrap(), Side::White).unwrap();
    let ends = Marks::MOVE | Marks::CAPTURE | Marks::SIDE | Marks::VICTIM;
    assert_eq!(squares(&d, ends), ["d3", "c4", "e4", "d5"]);
    assert!(!d.used().intersects(Marks::HOP_MOVE | Marks::HOP_CAPTURE));
}

#[test]
fn squares_where_a_piece_would_block_are_marked() {
    let mao = alone("mafsW", "d4", Side::White);
    let blockers: Vec<String> =
        mao.board.squares().filter(|&s| mao.mark(s) == Marks::BLOCKER).map(|s| mao.board.name(s)).collect();
    assert_eq!(blockers, ["d3", "c4", "e4", "d5"]);
    assert_eq!(squares(&mao, Marks::MOVE | Marks::CAPTURE).len(), 8);
}

#[test]
fn what_examples_cannot_show_is_said() {
    // Castling needs its partner at the edge of the same rank with room for two steps: not on the a-file's side.
    let d = alone("ilO2", "a1", Side::White);
    assert!(d.used().is_empty());
    assert!(d.notes[0].contains("another square"), "{:?}", d.notes);
}

//! The brackets of `bex` that ask for the types of other pieces, in positions worked out by hand from docs/notation, X5
//! and X6: by the walk and by the tables.

use super::answers::{by_tables, by_walking};
use betza_compile::lower::{ChainError, ChainMoves, ChainScratch, Lowering, LowersPieces, View};
use betza_compile::walk::{self, Man, Outcome, Scene, WalkError};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Dialect, read};

const KINDS: [(char, &str); 7] = [
    ('k', "K"),
    ('i', "[x!iK]--mQ--[xiK]"),
    ('w', "mQ+[cw]Q"),
    ('l', "mQ+[cl]Q"),
    ('c', "mQ+[ci]"),
    ('p', "mR--[ccD]"),
    ('x', "K+(K--K)"),
];

fn kinds() -> Vec<Piece> {
    KINDS.iter().map(|(_, text)| read(text, Dialect::Bex).unwrap().piece).collect()
}

/// A board with men: `Cc1 kd4` is a friend of kind c on c1 and an enemy king on d4.
fn scene<'a>(board: &'a Board, kinds: &'a [Piece], men: &str) -> Scene<'a> {
    let mut scene = Scene::empty(board);
    scene.kinds = Some(kinds);
    for man in men.split_whitespace() {
        let (letter, square) = man.split_at(1);
        let letter = letter.chars().next().unwrap();
        let kind = KINDS.iter().position(|(k, _)| *k == letter.to_ascii_lowercase());
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let royal = letter.eq_ignore_ascii_case(&'k');
        scene.men[board.parse_square(square).unwrap().index()] = Some(Man { side, moved: true, royal, kind });
    }
    scene
}

/// What makes a move one of its own (M7).
fn key(o: Outcome) -> (Option<Square>, Vec<Square>, Vec<(Square, Square)>) {
    (o.to, o.captures, o.relocations)
}

/// The captures of White's Chameleon on a square, as `destination:captured,captured`.
fn chameleon(size: &str, at: &str, men: &str) -> Vec<String> {
    let board = Board::parse(size).unwrap();
    let kinds = kinds();
    let scene = scene(&board, &kinds, &format!("C{at} {men}"));
    let at = board.parse_square(at).unwrap();
    let found = by_walking(&kinds[4], &scene, at).unwrap();
    let tables: Vec<_> = by_tables(&kinds[4], &scene, at).unwrap().into_iter().map(key).collect();
    assert_eq!(tables, found.iter().cloned().map(key).collect::<Vec<_>>());
    let mut all: Vec<String> = found
        .iter()
        .filter(|o| !o.captures.is_empty())
        .map(|o| {
            let captures: Vec<String> = o.captures.iter().map(|&s| board.name(s)).collect();
            format!("{}:{}", o.to.map_or("-".to_owned(), |s| board.name(s)), captures.join(","))
        })
        .collect();
    all.sort();
    all
}

/// A Chameleon captures Long Leapers by leaping, and leaps over nothing else on the way.
#[test]
fn a_chameleon_leaps_over_long_leapers() {
    assert_eq!(chameleon("8x1", "a1", "lb1 ld1"), ["c1:b1", "e1:b1,d1", "f1:b1,d1", "g1:b1,d1", "h1:b1,d1"]);
    // Past d1 the capture would be mixed.
    assert_eq!(chameleon("8x1", "a1", "lb1 wd1"), ["c1:b1"]);
    assert_eq!(chameleon("8x1", "a1", "wb1"), [""; 0]);
    // A friendly Long Leaper is not captured.
    assert_eq!(chameleon("8x1", "a1", "Lb1 lg1"), [""; 0]);
}

/// A Chameleon captures a king as a king does, and a Withdrawer by withdrawing.
#[test]
fn a_chameleon_takes_each_type_its_own_way() {
    assert_eq!(chameleon("3x3", "a1", "kb2"), ["b2:b2"]);
    assert_eq!(chameleon("3x3", "a1", "kc3"), [""; 0]);
    assert_eq!(chameleon("5x1", "b1", "wa1"), ["c1:a1", "d1:a1", "e1:a1"]);
    // An approach to the Withdrawer captures nothing.
    assert_eq!(chameleon("5x1", "c1", "wa1"), [""; 0]);
}

/// An Immobilizer and a Chameleon capture nothing, so neither is captured.
#[test]
fn a_chameleon_spares_what_cannot_capture() {
    assert_eq!(chameleon("3x3", "a1", "ib2 cb1"), [""; 0]);
}

/// Between itself and a friend it takes Pincer Pawns, moving as a Rook; all that is captured must be of that type.
#[test]
fn a_chameleon_pinches_pincer_pawns() {
    assert_eq!(chameleon("5x5", "a3", "pc4 Kc5"), ["c3:c4"]);
    assert_eq!(chameleon("5x5", "a3", "kc4 Kc5"), [""; 0]);
    assert_eq!(chameleon("5x5", "a3", "pc4 Kc5 kd3 Ke3"), [""; 0]);
    // Not by a Bishop's move.
    assert_eq!(chameleon("5x5", "a1", "pc4 Kc5"), [""; 0]);
}

/// Against a Lion both captures of a double move must be of Lions.
#[test]
fn a_chameleon_makes_double_captures_of_one_type() {
    assert_eq!(chameleon("3x1", "a1", "xb1 xc1"), ["a1:b1", "b1:b1", "c1:b1,c1"]);
    assert_eq!(chameleon("3x1", "a1", "xb1 wc1"), ["a1:b1", "b1:b1"]);
}

#[test]
fn an_imitator_needs_the_types() {
    let board = Board::parse("3x3").unwrap();
    let kinds = kinds();
    let mut scene = scene(&board, &kinds, "Ca1 kb2");
    scene.kinds = None;
    let at = board.parse_square("a1").unwrap();
    assert_eq!(walk::moves(&kinds[4], &scene, at), Err(WalkError::NeedsKinds));
    assert_eq!(by_tables(&kinds[4], &scene, at), Err(ChainError::NeedsKinds.to_string()));
}

/// Enemies a king's step away are immobilised, and friends are not.
#[test]
fn an_immobilizer_holds_its_neighbours() {
    let board = Board::parse("5x5").unwrap();
    let kinds = kinds();
    let scene = scene(&board, &kinds, "Ic3 kb3 we3 ld4 Kc4");
    let at = board.parse_square("c3").unwrap();
    let held = walk::immobilized(&kinds[1], &scene, at).unwrap();
    assert_eq!(held.iter().map(|&s| board.name(s)).collect::<Vec<_>>(), ["b3", "d4"]);
    let tables = Lowering::<1>::new(&board).unwrap().piece(&kinds[1], Side::White).unwrap();
    let (view, mut scratch, mut found) = (View::of_scene(&scene, at), ChainScratch::new(), ChainMoves::new());
    let by_tables = tables.immobilizes.unwrap().captures(&view, at, &mut scratch, &mut found).unwrap();
    assert_eq!(by_tables.into_iter().collect::<Vec<_>>(), held);
}

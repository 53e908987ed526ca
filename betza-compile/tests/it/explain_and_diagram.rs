//! Every piece that can be read can be explained and drawn, and the drawing agrees with the walk.

use betza_compile::diagram::{self, Marks};
use betza_compile::explain;
use betza_compile::geometry::{Board, Side, Square};
use betza_compile::ir::{Condition, Piece};
use betza_compile::notation::{Dialect, read};
use betza_compile::walk::{self, Man, Scene, WalkError};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

/// A text made of the characters of all notations, short enough to be read now and then.
#[derive(Clone, Debug)]
struct Text(String, Dialect);

impl Arbitrary for Text {
    fn arbitrary(g: &mut Gen) -> Text {
        const PARTS: [&str; 50] = [
            "W", "F", "D", "N", "A", "H", "C", "R", "B", "Q", "K", "O", "W", "F", "N", "f", "b", "l", "r", "s", "v",
            "m", "c", "n", "j", "p", "g", "z", "q", "i", "a", "u", "d", "x", "e", "o", "-", "--", "t", "+", "2", "3",
            "0", "(", ")", "[", "]", "ca", "[cj]", "*",
        ];
        let length = 1 + usize::arbitrary(g) % 6;
        let text = (0..length).map(|_| *g.choose(&PARTS).unwrap()).collect();
        Text(text, *g.choose(&Dialect::ALL).unwrap())
    }
}

/// The squares to which the piece could go alone on the board, by moving.
fn alone(piece: &Piece, board: &Board, at: Square) -> Result<Vec<Square>, WalkError> {
    let mut scene = Scene::empty(board);
    scene.mover = Condition::all();
    scene.men[at.index()] = Some(Man { side: Side::White, moved: false, royal: false, kind: None });
    let plain =
        walk::moves(piece, &scene, at)?.into_iter().filter(|o| o.captures.is_empty() && o.relocations.is_empty());
    Ok(plain.filter_map(|o| o.to).collect())
}

#[test]
fn whatever_is_read_is_explained_and_drawn() {
    fn property(Text(text, dialect): Text) -> TestResult {
        let Ok(reading) = read(&text, dialect) else { return TestResult::discard() };
        let words = explain::piece(&reading.piece);
        let lines_start_well = words.lines().all(|l| !l.trim().is_empty() && l.trim_end() == l);
        if words.is_empty() || !lines_start_well {
            return TestResult::failed();
        }
        let board = Board::new(4, 4).unwrap();
        let at = diagram::middle(&board, Side::White);
        let (Ok(d), Ok(squares)) =
            (diagram::general(&reading.piece, &board, at, Side::White), alone(&reading.piece, &board, at))
        else {
            return TestResult::discard();
        };
        let _ = (diagram::text::draw(&d), diagram::svg::draw(&d, &text, dialect.id()));
        let marked: Vec<Square> = board.squares().filter(|&s| d.mark(s).contains(Marks::MOVE)).collect();
        TestResult::from_bool(
            squares.iter().all(|&s| s == at || marked.contains(&s)) && marked.iter().all(|s| squares.contains(s)),
        )
    }
    let mut quickcheck = QuickCheck::new().tests(1000).max_tests(100_000).min_tests_passed(1000);
    quickcheck.quickcheck(property as fn(Text) -> TestResult);
}

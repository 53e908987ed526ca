//! What a walk has not looked at does not matter to it.

use super::random;
use crate::scene::{Man, Scene};
use crate::walk;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Dialect, read};
use betza_testkit::Random;

#[test]
fn squares_without_a_look_do_not_matter() {
    let (mut changed, mut answered) = (0, 0);
    for seed in 0..4000 {
        let mut r = Random(seed);
        let board = random::board(&mut r);
        let squares: Vec<Square> = board.squares().collect();
        if squares.is_empty() {
            continue;
        }
        let kinds = [random::piece(&mut r), random::piece(&mut r)];
        let side = if r.chance(50) { Side::White } else { Side::Black };
        let from = squares[r.below(squares.len())];
        let scene = random::scene(&mut r, &board, &kinds, side, from);
        let (walked, looks) = walk::moves_and_looks_within(super::STATES, &kinds[0], &scene, from);
        let unseen: Vec<Square> = squares.iter().copied().filter(|s| *s != from && !looks.contains(s)).collect();
        for _ in 0..4 {
            let mut other = scene.clone();
            for square in &unseen {
                let man = || Man { side, moved: false, royal: false, kind: Some(0) };
                other.men[square.index()] = match r.below(3) {
                    0 => None,
                    1 => Some(man()),
                    _ => Some(Man { side: side.other(), ..man() }),
                };
            }
            changed += usize::from(other.men != scene.men);
            let again = walk::moves_within(super::STATES, &kinds[0], &other, from);
            assert_eq!(walked, again, "seed {seed}: {from:?} {:?}", kinds[0]);
        }
        answered += usize::from(walked.is_ok());
    }
    assert!(changed > 8000 && answered > 3000, "{changed} changed, {answered} answered");
}

/// A rook looks along each line as far as the first piece, a hopper past it to the second.
#[test]
fn a_rider_looks_as_far_as_it_goes() {
    let board = Board::parse("5x1").unwrap();
    let men = |squares: &[i32]| {
        let mut scene = Scene::empty(&board);
        for file in squares {
            let square = board.at(*file, 0).unwrap();
            scene.men[square.index()] = Some(Man { side: Side::White, moved: false, royal: false, kind: None });
        }
        scene
    };
    for (notation, occupied, expected) in [
        ("R", vec![0], "b1 c1 d1 e1"),
        ("R", vec![0, 2], "b1 c1"),
        ("pR", vec![0, 1], "b1 c1 d1 e1"),
        ("pR", vec![0, 1, 3], "b1 c1 d1"),
        ("D", vec![0, 1], "c1"),
        ("nD", vec![0, 1], "b1"),
    ] {
        let piece = read(notation, Dialect::Betza).unwrap().piece;
        let (_, looks) = walk::moves_and_looks(&piece, &men(&occupied), board.at(0, 0).unwrap());
        let looks: Vec<String> = looks.into_iter().map(|s| board.name(s)).collect();
        assert_eq!(looks.join(" "), expected, "{notation} {occupied:?}");
    }
}

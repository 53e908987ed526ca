//! fast == walk, over random pieces made from the IR, boards, occupancies and sides.

use super::*;
use crate::geometry::Vector;
use crate::ir::{Chain, Count, Course, Joint, Leg, Link, Part, Steps, Turn};
use crate::walk::{self, Man, Outcome, Scene};

/// A small generator of pseudo-random numbers (splitmix64), so that a seed names a case.
pub(super) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

fn random_leg(r: &mut Random) -> Leg {
    let mut courses: Vec<Course> = (0..1 + r.below(4))
        .map(|_| {
            let length = if r.chance(80) { 1 } else { 1 + r.below(4) };
            Course((0..length).map(|_| Vector::new(r.below(7) as i16 - 3, r.below(7) as i16 - 3)).collect())
        })
        .collect();
    courses.sort();
    courses.dedup();
    let steps = Steps::Turns(vec![Turn { heading: None, courses }]);
    let counts = [Count::ONCE, Count::UNLIMITED, Count::up_to(3), Count::exactly(2)];
    Leg::leap(steps).times(counts[r.below(4)])
}

fn random_piece(r: &mut Random) -> Piece {
    let moves = (0..1 + r.below(3)).map(|_| {
        let modes = Modes::from_bits_truncate(1 + r.below(7) as u8);
        let link = Link { part: Part::Leg(random_leg(r)), joint: Joint::end(Landing::new(modes)) };
        Move::new(Chain { links: vec![link] })
    });
    Piece::of(moves.collect())
}

fn random_board(r: &mut Random) -> Board {
    let board = Board::new(1 + r.below(16) as u32, 1 + r.below(16) as u32).unwrap();
    let holes = if r.chance(70) { 0 } else { r.below(board.area()) / 4 };
    let holes: Vec<Square> = (0..holes).map(|_| Square::from_index(r.below(board.area()))).collect();
    board.with_holes(holes)
}

/// The outcomes that the tables give.
fn by_tables<const N: usize>(tables: &PieceTables<N>, scene: &Scene<'_>, from: Square) -> Vec<Outcome> {
    let mover = scene.men[from.index()].unwrap();
    let set = |is_in: &dyn Fn(Man) -> bool| -> Bitboard<N> {
        scene.board.squares().filter(|s| scene.men[s.index()].is_some_and(is_in)).collect()
    };
    let own = set(&|m| m.side == mover.side);
    let enemy = set(&|m| m.side != mover.side);
    let (mut quiet, mut taking) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for part in &tables.parts {
        let targets = part.reach.targets(from, &(own | enemy));
        assert!(targets.is_subset(part.reach.may_reach(from)));
        for to in scene.board.squares() {
            let sources = part.reach.sources(to, &(own | enemy));
            assert_eq!(sources.contains(from), targets.contains(to), "{from:?} {to:?} {part:?}");
            let open = part.reach.paths(from, to).any(|p| p.is_open(&(own | enemy)));
            assert_eq!(open, targets.contains(to));
        }
        if part.modes.contains(Modes::MOVE) {
            quiet |= targets.without(own | enemy);
        }
        if part.modes.contains(Modes::CAPTURE) {
            taking |= targets & enemy;
        }
        if part.modes.contains(Modes::DESTROY) {
            taking |= targets & own;
        }
    }
    for part in &tables.passes {
        if part.modes.contains(Modes::MOVE) {
            quiet |= part.reach.targets(from, &(own | enemy));
        }
    }
    let outcome = |to, captures| Outcome { to: Some(to), captures, relocations: vec![], path: vec![], passed: vec![] };
    let mut all: Vec<Outcome> = quiet.into_iter().map(|to| outcome(to, vec![])).collect();
    all.extend(taking.into_iter().map(|to| outcome(to, vec![to])));
    all.sort();
    all
}

fn check<const N: usize>(seed: u64, board: &Board, r: &mut Random) {
    let mut lowering = Lowering::<N>::new(board).unwrap();
    let piece = random_piece(r);
    let squares: Vec<Square> = board.squares().collect();
    if squares.is_empty() {
        return;
    }
    for side in Side::BOTH {
        let tables = lowering.piece(&piece, side).unwrap();
        for _ in 0..20 {
            let from = squares[r.below(squares.len())];
            let density = r.below(100);
            let mut scene = Scene::empty(board);
            for &s in &squares {
                if s == from || r.chance(density) {
                    let side = if s == from || r.chance(50) { side } else { side.other() };
                    scene.men[s.index()] = Some(Man { side, moved: r.chance(50), royal: r.chance(20), kind: None });
                }
            }
            let mut expected = walk::moves(&piece, &scene, from).unwrap();
            for o in &mut expected {
                o.path.clear();
                o.passed.clear();
            }
            let found = by_tables(&tables, &scene, from);
            assert_eq!(found, expected, "seed {seed}: {board:?} {side:?} {from:?} {piece:?} {tables:?}");
        }
    }
}

#[test]
fn tables_say_what_the_walk_says() {
    for seed in 0..300 {
        let mut r = Random(seed);
        let board = random_board(&mut r);
        match board.area().div_ceil(64) {
            1 => check::<1>(seed, &board, &mut r),
            2 => check::<2>(seed, &board, &mut r),
            3 => check::<3>(seed, &board, &mut r),
            _ => check::<4>(seed, &board, &mut r),
        }
    }
}

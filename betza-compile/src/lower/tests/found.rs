//! Failures that random cases have found, reduced to small pieces.

use super::*;
use betza_ir::geometry::Vector;
use betza_ir::*;
use betza_notation::{Dialect, read};

/// Returns a leap by this vector from the start of a move.
fn leap(vector: Vector) -> Part {
    Part::Leg(Leg::leap(Steps::Turns(vec![Turn { heading: None, courses: vec![Course::straight(vector)] }])))
}

fn link(part: Part, joint: Joint) -> Link {
    Link { part, joint }
}

fn single(part: Part, modes: Modes) -> Move {
    Move::new(Chain { links: vec![link(part, Joint::end(Landing::new(modes)))] })
}

/// Returns the moves that the tables give to the piece on `from`, which must be those of the walk.
fn agreed(piece: &Piece, scene: &Scene<'_>, from: Square) -> Vec<Key> {
    let tables = Lowering::<1>::new(scene.board).unwrap().piece(piece, Side::White).unwrap();
    let view = View::of_scene(scene, from);
    let mut found = ChainMoves::new();
    tables.moves(&view, from, &mut ChainScratch::new(), &mut found).unwrap();
    let told = keys(&found, &view, from);
    let walked: Vec<Key> = walk::moves(piece, scene, from).unwrap().into_iter().map(key).collect();
    assert_eq!(told, walked);
    told
}

/// A piece steps onto an en-passant square and captures from there by a null move: the origin of the inner move counts
/// as empty (docs/notation, M2), and the en-passant right is still there (seed 100133).
#[test]
fn en_passant_where_the_mover_has_arrived() {
    let board = Board::parse("3x3").unwrap();
    let square = |x, y| board.at(x, y).unwrap();
    let (from, to, victim) = (square(0, 0), square(1, 1), square(1, 0));
    let mut scene = Scene::bare(&board, Side::White, from, &[], &[victim], &[]);
    scene.en_passant.push(walk::EnPassant { square: to, victim });
    let take = single(leap(Vector::ZERO), Modes::MOVE | Modes::EN_PASSANT);
    let step = link(leap(Vector::new(1, 1)), Joint::on(Transit::EMPTY));
    let ranged = link(Part::Effect(Effect::Ranged(vec![take])), Joint::end(Landing::MOVE));
    let piece = Piece::of(vec![Move::new(Chain { links: vec![step, ranged] })]);
    assert_eq!(agreed(&piece, &scene, from), [(Some(to), vec![victim], vec![])]);
}

/// A piece that swaps places and goes back captures the piece that it has sent to its origin. The upper bound of its
/// captures must include the square where that piece stood before (seed 101185).
#[test]
fn who_was_swapped_away_may_be_captured_there() {
    let board = Board::parse("3x1").unwrap();
    let (from, victim) = (board.at(0, 0).unwrap(), board.at(2, 0).unwrap());
    let scene = Scene::bare(&board, Side::White, from, &[], &[victim], &[]);
    let reach = single(leap(Vector::new(2, 0)), Modes::CAPTURE);
    let swap = link(Part::Effect(Effect::SwapPlaces(vec![reach])), Joint::on(Transit::ANY));
    let back = link(Part::Effect(Effect::Return), Joint::end(Landing::MOVE_OR_CAPTURE));
    let piece = Piece::of(vec![Move::new(Chain { links: vec![swap, back] })]);
    assert_eq!(agreed(&piece, &scene, from), [(Some(from), vec![victim], vec![])]);
    let tables = Lowering::<1>::new(&board).unwrap().piece(&piece, Side::White).unwrap();
    assert!(tables.may_capture(from).contains(victim));
    assert!(tables.chains[0].may_capture_from(victim).contains(from));
}

/// A piece that passes over an enemy and has an effect there counts as standing on that square itself: a null move
/// there captures nothing (seed 110115).
#[test]
fn whom_the_mover_stands_over_is_not_in_range() {
    let board = Board::parse("3x1").unwrap();
    let (from, victim) = (board.at(0, 0).unwrap(), board.at(1, 0).unwrap());
    let scene = Scene::bare(&board, Side::White, from, &[], &[victim], &[]);
    let piece = |reach: Vector| {
        let step = link(leap(Vector::new(1, 0)), Joint::on(Transit::FOE));
        let take = single(leap(reach), Modes::MOVE | Modes::CAPTURE);
        let ranged = link(Part::Effect(Effect::Ranged(vec![take])), Joint::end(Landing::MOVE_OR_CAPTURE));
        Piece::of(vec![Move::new(Chain { links: vec![step, ranged] })])
    };
    assert_eq!(agreed(&piece(Vector::ZERO), &scene, from), []);
    let other = board.at(2, 0).unwrap();
    let scene = Scene::bare(&board, Side::White, from, &[], &[victim, other], &[]);
    assert_eq!(agreed(&piece(Vector::new(1, 0)), &scene, from), [(Some(victim), vec![victim, other], vec![])]);
}

/// A piece that stands over an enemy swaps another piece onto the same square: the enemy there is captured, and must be
/// listed (M9; seed 209344).
#[test]
fn whom_the_mover_stands_over_is_captured_by_a_swap() {
    let board = Board::parse("3x1").unwrap();
    let square = |x| board.at(x, 0).unwrap();
    let (from, under, other) = (square(0), square(1), square(2));
    let scene = Scene::bare(&board, Side::White, from, &[], &[under, other], &[]);
    let step = link(leap(Vector::new(1, 0)), Joint::on(Transit::FOE));
    let reach = || single(leap(Vector::new(1, 0)), Modes::CAPTURE);
    let swap = |joint| link(Part::Effect(Effect::SwapPlaces(vec![reach()])), joint);
    let piece = Piece::of(vec![Move::new(Chain { links: vec![step.clone(), swap(Joint::end(Landing::MOVE))] })]);
    assert_eq!(agreed(&piece, &scene, from), [(Some(other), vec![under], vec![(other, under)])]);
    // And back onto that square, which captures the piece sent there too.
    let back = Part::Leg(Leg::leap(Steps::Turns(vec![Turn {
        heading: Some(Vector::new(1, 0)),
        courses: vec![Course::straight(Vector::new(-1, 0))],
    }])));
    let links = vec![step, swap(Joint::on(Transit::EMPTY)), link(back, Joint::end(Landing::CAPTURE))];
    let piece = Piece::of(vec![Move::new(Chain { links })]);
    assert_eq!(agreed(&piece, &scene, from), [(Some(under), vec![under, other], vec![])]);
}

/// A swap needs an enemy (X6). An inner move that captures, unloads on the mover's square and ends there reaches no
/// enemy, so the swap fails (seed 216627).
#[test]
fn nobody_swaps_places_with_itself() {
    let board = Board::parse("3x1").unwrap();
    let (from, victim) = (board.at(0, 0).unwrap(), board.at(2, 0).unwrap());
    let scene = Scene::bare(&board, Side::White, from, &[], &[victim], &[]);
    let ranged = || {
        let take = single(leap(Vector::new(2, 0)), Modes::CAPTURE);
        link(Part::Effect(Effect::Ranged(vec![take])), Joint::on(Transit::ANY))
    };
    let reach = |to: Vector| {
        let Part::Leg(stay) = leap(to) else { unreachable!() };
        let unload = Part::Leg(Leg { unloads: true, ..stay });
        Move::new(Chain { links: vec![ranged(), link(unload, Joint::end(Landing::CAPTURE))] })
    };
    let swap = |moves| Piece::of(vec![single(Part::Effect(Effect::SwapPlaces(moves)), Modes::MOVE)]);
    // A piece that the mover has put down can be captured there by a move, ...
    assert_eq!(agreed(&Piece::of(vec![reach(Vector::ZERO)]), &scene, from), [(Some(from), vec![victim], vec![])]);
    // ... but before that no piece stands there to swap places with.
    assert_eq!(agreed(&swap(vec![reach(Vector::ZERO)]), &scene, from), []);
    let plain = single(leap(Vector::new(2, 0)), Modes::CAPTURE);
    assert_eq!(
        agreed(&swap(vec![reach(Vector::ZERO), plain]), &scene, from),
        [(Some(victim), vec![], vec![(victim, from)])]
    );
}

/// A piece that swaps places with a neighbour twice is back in its first state, which is not followed again (M6),
/// however many pieces were put down on the way (seed 237523, which ran for more than ten minutes).
#[test]
fn boards_that_come_again_are_known() {
    let board = Board::parse("3x1").unwrap();
    let (from, victim) = (board.at(0, 0).unwrap(), board.at(1, 0).unwrap());
    let scene = Scene::bare(&board, Side::White, from, &[], &[victim], &[]);
    let reach = [1, -1].map(|by| single(leap(Vector::new(by, 0)), Modes::CAPTURE));
    let swap = link(Part::Effect(Effect::SwapPlaces(reach.into())), Joint::NONE);
    let body = Chain { links: vec![swap] };
    let swaps = Group { body, count: Count::UNLIMITED, between: Joint::on(Transit::ANY), frozen: false };
    let piece = Piece::of(vec![single(Part::Group(swaps), Modes::MOVE)]);
    assert_eq!(
        agreed(&piece, &scene, from),
        [(Some(from), vec![], vec![]), (Some(victim), vec![], vec![(victim, from)])]
    );
}

/// Nine king steps in a row have 8^9 paths, which lead to every square of the board. Of the paths that come to a square
/// by the same last step one is enough (M7).
#[test]
fn long_chains_know_a_place_that_comes_again() {
    let board = Board::new(8, 8).unwrap();
    let from = board.at(3, 3).unwrap();
    let scene = Scene::bare(&board, Side::White, from, &[], &[], &[]);
    let piece = read("mpKaaaaaaaaK", Dialect::Xbetza).unwrap().piece;
    let told = agreed(&piece, &scene, from);
    let everywhere: Vec<Key> = board.squares().map(|to| (Some(to), vec![], vec![])).collect();
    assert_eq!(told, everywhere);
}

/// The files that the moves of a piece on this file reach on a board of one rank, its own among them if it may turn
/// back there; tables and walk agree.
fn files_reached(text: &str, files: usize, from: usize, foe: usize) -> Vec<usize> {
    let board = Board::parse(&format!("{files}x1")).unwrap();
    let at = |file: usize| board.at(file as i32, 0).unwrap();
    let scene = Scene::bare(&board, Side::White, at(from), &[], &[at(foe)], &[]);
    let piece = read(text, Dialect::Extended).unwrap().piece;
    let to = agreed(&piece, &scene, at(from)).into_iter().filter_map(|key| key.0);
    to.map(|square| board.file(square) as usize).collect()
}

/// A later leg passes the mover's origin, which counts as empty (docs/notation, M2), where the edges are joined, too;
/// it does not end there (M8), and stops where it began (B6). On five files, from b1 with an enemy on d1: over c1 and
/// back to a1, e1 and d1, over a1 and back to c1 and d1.
#[test]
fn rides_round_the_board_pass_the_origin() {
    assert_eq!(files_reached("oW-bR", 5, 1, 3), [0, 2, 3, 4]);
    // An enemy taken on c1: the ride back, over b1, a1, e1 and d1, would go round to c1, where it began.
    assert_eq!(files_reached("oWxbR", 5, 1, 2), [0, 3, 4]);
}

/// A single step may lead back to the origin round the board, and a ride begins there anew: with an enemy on c1, the
/// mover takes it from b1, goes back, and on to a1, then e1, d1 and c1 from the other side.
#[test]
fn a_step_comes_home_round_the_board() {
    assert_eq!(files_reached("oWxbW-R", 5, 1, 2), [0, 2, 3, 4]);
}

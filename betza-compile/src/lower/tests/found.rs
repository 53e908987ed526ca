//! What random cases have found, made small.

use super::*;
use crate::geometry::Vector;
use crate::ir::*;
use crate::notation::{Dialect, read};

/// A leap by this vector from the start of a move.
fn leap(vector: Vector) -> Part {
    Part::Leg(Leg::leap(Steps::Turns(vec![Turn { heading: None, courses: vec![Course::straight(vector)] }])))
}

fn link(part: Part, joint: Joint) -> Link {
    Link { part, joint }
}

fn single(part: Part, modes: Modes) -> Move {
    Move::new(Chain { links: vec![link(part, Joint::end(Landing::new(modes)))] })
}

/// What the tables say of a piece on `from`, which must be what the walk says.
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

/// One that steps onto a square open to en passant takes from there by a move that stays where it is, because the square that the
/// mover of a move has left counts as empty (docs/notation, M2) and is open as before (seed 100133).
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

/// One that swaps places and goes back captures whom it has sent there, and that is the piece that stood elsewhere before: the bound on
/// what it may capture names that square (seed 101185).
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

/// One that passes over an enemy and there asks what it could capture sees itself on that square, not the enemy: to stay where it is
/// captures nobody (seed 110115).
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

/// One that stands over an enemy and swaps places from there sends another onto the same square: the first is captured, and does not
/// go without a trace (M9: every square that loses its piece is named; seed 209344).
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
    // And back onto that square, where the one sent there is captured too.
    let back = Part::Leg(Leg::leap(Steps::Turns(vec![Turn {
        heading: Some(Vector::new(1, 0)),
        courses: vec![Course::straight(Vector::new(-1, 0))],
    }])));
    let links = vec![step, swap(Joint::on(Transit::EMPTY)), link(back, Joint::end(Landing::CAPTURE))];
    let piece = Piece::of(vec![Move::new(Chain { links })]);
    assert_eq!(agreed(&piece, &scene, from), [(Some(under), vec![under, other], vec![])]);
}

/// One that swaps places swaps with an enemy (X6; without one the move fails), not with nobody: a move that captures, unloads
/// where the mover stands and ends there reaches no enemy to swap with (seed 216627).
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
    // What the mover put down is captured there by a move of its own, ...
    assert_eq!(agreed(&Piece::of(vec![reach(Vector::ZERO)]), &scene, from), [(Some(from), vec![victim], vec![])]);
    // ... but before that nobody stands there to swap places with.
    assert_eq!(agreed(&swap(vec![reach(Vector::ZERO)]), &scene, from), []);
    let plain = single(leap(Vector::new(2, 0)), Modes::CAPTURE);
    assert_eq!(
        agreed(&swap(vec![reach(Vector::ZERO), plain]), &scene, from),
        [(Some(victim), vec![], vec![(victim, from)])]
    );
}

/// One that swaps places with a neighbour again and again is, after two swaps, where it was, and a path that comes back to a state in
/// which it has been is not followed again (M6), however many pieces were put down on the way (seed 237523, which went on for
/// more than ten minutes).
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

/// One that takes nine king steps one after the other has 8^9 paths and comes, in so many steps that it may waste some, to every square of
/// the board and back: of paths that come to a square by the same last step one is enough (M7).
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

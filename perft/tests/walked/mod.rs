//! Positions and moves as the walk has them, written for obviousness: what laws and counts are checked against.

use betza_compile::geometry::{Side, Square};
use betza_compile::ir::Piece;
use betza_compile::walk::{self, EnPassant, Man, Outcome, Scene};
use movegen::fen;
use movegen::rules::{KindId, Variant};
use movegen::setup::{Placed, Setup};
use std::collections::BTreeSet;

/// The position as the walk sees it, without rights of en passant.
pub fn scene<'a>(variant: &'a Variant, setup: &Setup, kinds: &'a [Piece]) -> Scene<'a> {
    let starts = fen::read(variant, &variant.start).expect("the start is a position").men;
    let man = |i: usize, p: &Placed| {
        let at_home = starts[i].is_some_and(|s| (s.side, s.kind) == (p.side, p.kind));
        let square = Square::from_index(i);
        Man {
            side: p.side,
            moved: at_home == setup.moved.contains(&square),
            royal: variant.kinds[p.kind.index()].royal,
            kind: Some(p.kind.index()),
        }
    };
    let men: Vec<Option<Man>> = setup.men.iter().enumerate().map(|(i, p)| p.as_ref().map(|p| man(i, p))).collect();
    Scene { men, kinds: Some(kinds), ..Scene::empty(&variant.board) }
}

/// The notation of each kind of a side.
pub fn kinds(variant: &Variant, side: Side) -> Vec<Piece> {
    let bare = |mut piece: Piece| {
        piece.castlings.clear();
        piece
    };
    variant.kinds.iter().map(|k| bare(k.moves[side.index()].clone())).collect()
}

/// The squares of a side's pieces.
pub fn men(setup: &Setup, side: Side) -> impl Iterator<Item = (Square, KindId)> + '_ {
    let placed = setup.men.iter().enumerate().filter_map(|(i, p)| p.map(|p| (Square::from_index(i), p)));
    placed.filter(move |(_, p)| p.side == side).map(|(square, p)| (square, p.kind))
}

/// What the walk says of a position: the moves of every piece of the side to move that no enemy holds in place.
pub fn walked(variant: &Variant, setup: &Setup, side: Side) -> Vec<(Square, Outcome)> {
    let (own, theirs) = (kinds(variant, side), kinds(variant, side.other()));
    let holding = scene(variant, setup, &theirs);
    let held_by = |(from, kind): (Square, KindId)| walk::immobilized(&theirs[kind.index()], &holding, from).unwrap();
    let held: BTreeSet<Square> = men(setup, side.other()).flat_map(held_by).collect();
    let mut scene = scene(variant, setup, &own);
    if let (Some(victim), true) = (setup.en_passant_victim, side == setup.turn) {
        scene.en_passant = setup.en_passant.iter().map(|&square| EnPassant { square, victim }).collect();
    }
    let mut found = Vec::new();
    for (from, kind) in men(setup, side).filter(|(from, _)| !held.contains(from)) {
        let moves = walk::moves(&own[kind.index()], &scene, from).expect("a piece with few paths");
        found.extend(moves.into_iter().map(|m| (from, m)));
    }
    found
}

/// The position after a move that does not promote.
pub fn after(variant: &Variant, setup: &Setup, from: Square, m: &Outcome) -> Setup {
    let starts = fen::read(variant, &variant.start).expect("the start is a position").men;
    let mut next = setup.clone();
    let mover = next.men[from.index()].take();
    let mut touched = vec![from];
    for capture in &m.captures {
        next.men[capture.index()] = None;
        touched.push(*capture);
    }
    let moved: Vec<_> = m.relocations.iter().map(|&(was, now)| (next.men[was.index()].take(), now)).collect();
    touched.extend(m.relocations.iter().map(|r| r.0));
    for (man, now) in moved.into_iter().chain(m.to.map(|to| (mover, to))) {
        next.men[now.index()] = man;
        touched.push(now);
    }
    // Listed is what the board does not show: a man who looks at home and has moved.
    next.moved.retain(|s| !touched.contains(s));
    touched.sort_unstable();
    touched.dedup();
    for square in touched {
        let (now, home) = (next.men[square.index()], starts[square.index()]);
        if let (Some(now), Some(home)) = (now, home)
            && (now.side, now.kind) == (home.side, home.kind)
        {
            next.moved.push(square);
        }
    }
    next.moved.sort_unstable();
    next.en_passant.clone_from(&m.passed);
    next.en_passant_victim = m.to.filter(|_| !m.passed.is_empty());
    next.turn = setup.turn.other();
    next
}

/// Whether some enemy move takes a royal of this side.
pub fn some_move_takes_a_royal(variant: &Variant, setup: &Setup, of: Side) -> bool {
    let royals: Vec<Square> =
        men(setup, of).filter(|(_, kind)| variant.kinds[kind.index()].royal).map(|m| m.0).collect();
    walked(variant, setup, of.other()).iter().any(|(_, reply)| reply.captures.iter().any(|s| royals.contains(s)))
}

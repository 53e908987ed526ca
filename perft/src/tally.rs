//! The moves that lead to the leaves, by kind.

use crate::count::Watch;
use betza_movegen::MoveList;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{AnyGame, AnyPosition};
use rayon::prelude::*;
use std::ops::Add;
use std::sync::atomic::Ordering::Relaxed;

/// How many of the moves to the leaves are of each kind. A move may be of several kinds.
///
/// The kinds of chess are those of the tables that A. Reinefeld and others publish with perft results: a capture en
/// passant is a capture too, mates are checks too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All leaves.
    pub nodes: u128,
    /// Moves after which fewer pieces are on the board.
    pub captures: u128,
    /// Captures of a piece that has just passed the destination.
    pub en_passant: u128,
    /// Other captures of which a victim stands elsewhere than on the destination.
    pub side_captures: u128,
    /// Castling moves.
    pub castlings: u128,
    /// Moves that change what the mover is.
    pub promotions: u128,
    /// Drops from the hand.
    pub drops: u128,
    /// Moves that give check.
    pub checks: u128,
    /// Checks that leave the other side no move.
    pub mates: u128,
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            nodes: self.nodes + other.nodes,
            captures: self.captures + other.captures,
            en_passant: self.en_passant + other.en_passant,
            side_captures: self.side_captures + other.side_captures,
            castlings: self.castlings + other.castlings,
            promotions: self.promotions + other.promotions,
            drops: self.drops + other.drops,
            checks: self.checks + other.checks,
            mates: self.mates + other.mates,
        }
    }
}

/// The tally `depth` plies below a position, on the threads of the current rayon pool.
pub(crate) fn below(game: &AnyGame, position: &AnyPosition, depth: u32, share: f64, watch: Watch<'_>) -> Tally {
    let moves = if depth == 0 || watch.stop.load(Relaxed) { MoveList::default() } else { game.legal_moves(position) };
    if depth == 0 {
        watch.progress.advance(share);
        return Tally { nodes: 1, ..Tally::default() };
    }
    let child = |m: Move| {
        let mut child = position.clone();
        game.make_listed(&mut child, m, &moves);
        child
    };
    if depth == 1 {
        watch.progress.advance(share);
        return moves.iter().map(|&m| of_move(game, position, m, &child(m))).fold(Tally::default(), Tally::add);
    }
    if moves.is_empty() {
        watch.progress.advance(share);
    }
    let share = share / moves.len().max(1) as f64;
    let each = moves.par_iter().with_max_len(1).map(|&m| below(game, &child(m), depth - 1, share, watch));
    each.reduce(Tally::default, Tally::add)
}

/// The tally of one move.
fn of_move(game: &AnyGame, before: &AnyPosition, m: Move, after: &AnyPosition) -> Tally {
    let drop = m.kind == MoveType::Drop;
    let captures = after.occupied().count() < before.occupied().count() + u32::from(drop);
    let en_passant = m.kind == MoveType::EnPassant;
    let gone = before.side(before.turn().other()).without(after.side(before.turn().other()));
    let elsewhere = gone.into_iter().any(|s| s != m.to());
    let check = game.is_check(after);
    let mate = check && game.legal_moves(after).is_empty();
    Tally {
        nodes: 1,
        captures: u128::from(captures),
        en_passant: u128::from(en_passant),
        side_captures: u128::from(captures && !en_passant && elsewhere),
        castlings: u128::from(m.kind == MoveType::Castling),
        promotions: u128::from(m.kind != MoveType::Drop && m.piece().is_some()),
        drops: u128::from(drop),
        checks: u128::from(check),
        mates: u128::from(mate),
    }
}

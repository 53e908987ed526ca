//! Pieces that reach no enemy to capture, where they must capture one.

use super::random;
use crate::lower::{ChainMoves, ChainScratch, Lowering, View};
use betza_ir::Condition;
use betza_ir::bitboard::{Bitboard, LARGE};
use betza_ir::geometry::{Side, Square};
use betza_testkit::Random;

#[test]
fn without_victims_there_are_no_chain_moves() {
    let (mut without, mut with) = (0, 0);
    for seed in 0..40_000 {
        let mut r = Random(seed);
        let board = random::board(&mut r);
        let squares: Vec<Square> = board.squares().collect();
        let mut piece = random::piece(&mut r);
        piece.moves.retain(|m| m.chain.must_capture());
        let Ok(tables) = Lowering::<LARGE>::new(&board).unwrap().lower(&piece, Side::White) else { continue };
        let Some(&from) = r.pick(&squares) else { continue };
        let mut some = |chance| squares.iter().copied().filter(|_| r.chance(chance)).collect::<Bitboard<LARGE>>();
        let (own, enemy) = (some(20) | Bitboard::of(from), some(30));
        let enemy = enemy.without(own);
        let view = View { mover: Condition::all(), ..View::of(own, enemy) };
        let mut found = ChainMoves::new();
        if tables.chain_moves(&view, from, &mut ChainScratch::new(), &mut found).is_err() {
            continue;
        }
        let moves = found.groups().filter(|group| !group.to.is_empty()).count();
        if tables.lacks_victims(from, &enemy) {
            assert_eq!(moves, 0, "seed {seed}: {piece:?} on {}", board.name(from));
            without += usize::from(!piece.moves.is_empty());
        } else {
            with += usize::from(moves > 0);
        }
    }
    assert!(without > 1000 && with > 1000, "{without} without victims, {with} with moves");
}

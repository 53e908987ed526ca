//! The tables say what the walk says: of a piece on c3 of a board of five by five, the other pieces chosen by the first eight bytes.

#![no_main]

use betza_compile::lower::{ChainMoves, ChainScratch, Lowering, LowersPieces, View};
use betza_compile::walk::{self, Outcome, Scene};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::read;
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;

fuzz_target!(|input: &[u8]| {
    let Some((men, rest)) = input.split_first_chunk::<8>() else { return };
    let men = u64::from_le_bytes(*men);
    let Some((dialect, text, first)) = betza_fuzz::notation(rest) else { return };
    let Ok(reading) = read(text, dialect) else { return };
    let board = Board::new(5, 5).expect("a small board");
    let at = Square::from_index(12);
    let others =
        |bits: u64| -> Vec<Square> { board.squares().filter(|s| *s != at && bits >> s.index() & 1 == 1).collect() };
    let own = men & (1 << 25) - 1;
    let enemy = men >> 25 & !own;
    let side = if first & 128 == 0 { Side::White } else { Side::Black };
    let moved = if men >> 63 == 1 { vec![at] } else { Vec::new() };
    let scene = Scene::bare(&board, side, at, &others(own), &others(enemy), &moved);
    let Ok(walked) = walk::moves(&reading.piece, &scene, at) else { return };
    let Ok(tables) = Lowering::<1>::new(&board).expect("it fits").piece(&reading.piece, side) else { return };
    let (view, mut found) = (View::of_scene(&scene, at), ChainMoves::new());
    if tables.moves(&view, at, &mut ChainScratch::new(), &mut found).is_err() || !reading.piece.castlings.is_empty() {
        return;
    }
    let key = |o: Outcome| (o.to, o.captures, o.relocations);
    let walked: BTreeSet<_> = walked.into_iter().map(key).collect();
    let looked_up: BTreeSet<_> =
        found.outcomes(&(view.own | view.enemy).without(Bitboard::of(at))).into_iter().map(key).collect();
    assert_eq!(looked_up, walked, "{dialect} {text}");
});

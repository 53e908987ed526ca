//! Plain attacks on one square are those of all squares together.

use super::random;
use crate::lower::Lowering;
use betza_ir::Condition;
use betza_ir::bitboard::{Bitboard, LARGE};
use betza_ir::geometry::{Side, Square};
use betza_testkit::Random;

#[test]
fn plain_attacks_are_found_from_either_end() {
    let (mut attacked, mut blocked) = (0, 0);
    for seed in 0..3000 {
        let mut r = Random(seed);
        let board = random::board(&mut r);
        let squares: Vec<Square> = board.squares().collect();
        let Ok(tables) = Lowering::<LARGE>::new(&board).unwrap().lower(&random::piece(&mut r), Side::White) else {
            continue;
        };
        let density = r.below(100);
        let occupied: Bitboard<LARGE> = squares.iter().copied().filter(|_| r.chance(density)).collect();
        for &from in &squares {
            let found = tables.plain_attacks(Condition::all(), from, &occupied);
            let free = tables.plain_attacks(Condition::all(), from, &Bitboard::EMPTY);
            for &to in &squares {
                let one = tables.plainly_attacks(Condition::all(), from, to, &occupied);
                assert_eq!(one, found.contains(to), "seed {seed}: {} to {}", board.name(from), board.name(to));
            }
            attacked += found.count();
            blocked += free.without(found).count();
        }
    }
    assert!(attacked > 10_000 && blocked > 10_000, "{attacked} attacked, {blocked} blocked");
}

//! How many moves a piece has in the mean: on an empty board, and on boards of which a third is taken.

use crate::bare::{bare, may_stand, with_men};
use crate::values::Random;
use betza::movegen::keys::DEFAULT_SEED;
use betza::movegen::setup::Setup;
use betza::movegen::variant::Variant;
use betza::movegen::{AnyGame, CompileError};
use betza::{KindId, Side, Square};

/// So many boards are made for each square on which the piece stands.
const BOARDS: u64 = 200;

/// Every other square is taken with the chance of one in this number.
const ONE_IN: usize = 3;

/// Mean numbers of moves over all squares on which White's piece may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mobility {
    /// With no other piece.
    pub empty: f64,
    /// With a third of the other squares taken, at random, half of them by each side.
    pub crowded: f64,
}

/// Measures a kind of a game. Nothing is royal meanwhile, and every piece has moved before. The boards are the same in
/// every run.
///
/// # Errors
/// What the generator cannot do with the game.
pub fn mobility(variant: &Variant, kind: KindId) -> Result<Mobility, CompileError> {
    let mut free = bare(variant);
    free.kinds.iter_mut().for_each(|kind| kind.royal = false);
    free.royalty.pseudo.clear();
    free.royalty.pseudo_together.clear();
    free.flying_generals.clear();
    free.forbidden_checks = None;
    let game = AnyGame::compile(&free, &Setup::empty(&free), DEFAULT_SEED)?;
    let squares: Vec<Square> = free.board.squares().filter(|&s| may_stand(&free, Side::White, kind, s)).collect();
    let mut random = Random(1);
    let (mut empty, mut crowded, mut boards) = (0, 0, 0_u64);
    for &square in &squares {
        empty += moves(&game, &with_men(&free, Side::White, &[(square, Side::White, kind)]), square);
        for _ in 0..BOARDS {
            let mut men = vec![(square, Side::White, kind)];
            for other in free.board.squares().filter(|&other| other != square) {
                if random.below(ONE_IN) == 0 {
                    let side = Side::BOTH[random.below(2)];
                    let kind = KindId::from_index(random.below(free.kinds.len()));
                    men.push((other, side, kind));
                }
            }
            crowded += moves(&game, &with_men(&free, Side::White, &men), square);
            boards += 1;
        }
    }
    let mean = |sum: u64, of: u64| if of == 0 { 0.0 } else { sum as f64 / of as f64 };
    Ok(Mobility { empty: mean(empty, squares.len() as u64), crowded: mean(crowded, boards) })
}

/// The number of moves from a square.
fn moves(game: &AnyGame, setup: &Setup, from: Square) -> u64 {
    let Ok(position) = game.position(setup) else { return 0 };
    game.legal_moves(&position).iter().filter(|m| m.from() == from).count() as u64
}

#[cfg(test)]
mod tests {
    use super::mobility;
    use betza::Game;

    /// On 8x8 a knight has 336 moves from all squares together, a bishop 560, a rook 896, a king 420: the pairs of
    /// squares that each joins, twice.
    #[test]
    fn means_are_those_of_the_moves_on_all_squares() {
        let game = Game::builtin("chess").unwrap();
        let variant = game.any().variant();
        let of = |id: &str| mobility(variant, variant.kind(id).unwrap()).unwrap();
        for (id, moves) in [("N", 336.0), ("B", 560.0), ("R", 896.0), ("Q", 1456.0), ("K", 420.0)] {
            assert!((of(id).empty - moves / 64.0).abs() < 1e-12, "{id}");
        }
        // A knight's move is lost if a friend stands there: one in three squares is taken, every other one of them by
        // it.
        assert!((of("N").crowded - 336.0 / 64.0 * 5.0 / 6.0).abs() < 0.05, "{:?}", of("N"));
    }
}

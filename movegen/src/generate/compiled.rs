//! Lists and counts of moves, compiled once for each width. The generator is large, and every place that had its own
//! copy would take as long again to compile.

use crate::compile::game::Game;
use crate::generate::legal::Gen;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::position::list::MoveList;

/// Replaces the contents of a list by all legal moves.
///
/// It is not inlined, for the reason above.
#[inline(never)]
pub(crate) fn list_moves<const N: usize>(game: &Game<N>, position: &Position<N>, list: &mut MoveList) {
    list.clear();
    game.generate_all(position, list);
}

/// Adds some of the legal moves to a list. It is not inlined either.
#[inline(never)]
pub(crate) fn add_moves<const N: usize>(game: &Game<N>, position: &Position<N>, wanted: Gen, list: &mut MoveList) {
    game.generate_to(position, wanted, list);
}

/// Returns the number of legal moves. It is not inlined either.
#[inline(never)]
pub(crate) fn count_moves<const N: usize>(game: &Game<N>, position: &Position<N>) -> u64 {
    let mut counter = Counter::default();
    game.generate_all(position, &mut counter);
    counter.0
}

//! Steps of whole sets of squares to the squares beside them, in one direction.

use crate::compile::program::shift;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Vector};

/// A step of one square in one direction, for whole sets of squares.
pub(crate) struct Beside<const N: usize> {
    /// By how much it changes the index of a square.
    by: i32,
    /// The squares from which it does not leave the board.
    from: Bitboard<N>,
}

/// The directions of files and ranks, then the diagonal ones, each before its opposite.
pub(crate) const DIRECTIONS: [(i16, i16); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

impl<const N: usize> Beside<N> {
    /// Returns the step by so many files and ranks.
    pub fn new(board: &Board, (files, ranks): (i16, i16)) -> Beside<N> {
        let stays = |s: &_| board.step(*s, Vector::new(files, ranks)).is_some();
        Beside {
            by: i32::from(ranks) * board.files() as i32 + i32::from(files),
            from: board.squares().filter(stays).collect(),
        }
    }

    /// Returns the squares that lie in this direction beside those of a set.
    #[inline]
    pub fn of(&self, set: Bitboard<N>) -> Bitboard<N> {
        shift(set & self.from, self.by)
    }

    /// Returns the squares of `through` that the squares of a set reach by steps over squares of `through` alone.
    #[inline]
    pub fn run(&self, set: Bitboard<N>, through: Bitboard<N>) -> Bitboard<N> {
        let (mut all, mut last) = (Bitboard::EMPTY, self.of(set) & through);
        while !last.is_empty() {
            all |= last;
            last = self.of(last) & through;
        }
        all
    }
}

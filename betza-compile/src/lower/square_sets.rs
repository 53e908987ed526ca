//! A set of squares for each square of a board. On large boards it is kept as the vectors that lead there, which are
//! the same from every square.

use super::coords::At;
use crate::scene::is_far_off;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, MAX_SIDE, Square};
use std::sync::Arc;

/// The farthest that two squares of a board are apart, in files or in ranks.
const FARTHEST: i16 = MAX_SIDE as i16 - 1;

/// The number of rows of vectors: one for each difference of ranks.
const ROWS: usize = 2 * FARTHEST as usize + 1;

/// A set of vectors between squares of a board.
#[derive(Clone, Debug)]
pub(super) struct Vectors {
    /// By difference of ranks, the lowest first: bit `FARTHEST + d` stands for a difference of `d` files.
    rows: Box<[u128; ROWS]>,
}

impl Vectors {
    /// No vector.
    pub fn none() -> Vectors {
        Vectors { rows: Box::new([0; ROWS]) }
    }

    /// Returns whether some board has two squares that are this far apart.
    pub fn contains((files, ranks): At) -> bool {
        files.abs() <= FARTHEST && ranks.abs() <= FARTHEST
    }

    /// Returns whether a path that goes so far from some square of a board is still near the board.
    pub fn may_lead_near((files, ranks): At) -> bool {
        [files, ranks]
            .iter()
            .all(|&far| !is_far_off((i32::from(far) + i32::from(FARTHEST), 0)) || !is_far_off((far.into(), 0)))
    }

    /// Adds a vector; one that is longer than any board is left out.
    pub fn insert(&mut self, (files, ranks): At) {
        if Vectors::contains((files, ranks)) {
            self.rows[(FARTHEST + ranks) as usize] |= 1 << (FARTHEST + files);
        }
    }

    /// Returns the opposite of each vector.
    fn reversed(&self) -> Vectors {
        let mut rows = *self.rows;
        rows.reverse();
        Vectors { rows: Box::new(rows.map(|row| row.reverse_bits() >> (u128::BITS as usize - ROWS))) }
    }

    /// Returns the squares to which the vectors lead from a square, those that the board lacks included.
    fn from<const N: usize>(&self, board: &Board, from: Square) -> Bitboard<N> {
        let (files, file) = (board.files(), board.file(from) as i16);
        let first = FARTHEST - board.rank(from) as i16;
        let mut words = [0; N];
        for rank in 0..board.ranks() {
            let row = self.rows[first as usize + rank] >> (FARTHEST - file);
            let (row, start) = (row as u64 & ((1 << files) - 1), rank * files);
            words[start / 64] |= row << (start % 64);
            if start % 64 + files > 64 {
                words[start / 64 + 1] |= row >> (64 - start % 64);
            }
        }
        Bitboard(words)
    }
}

/// A set of squares for each square of a board.
#[derive(Clone, Debug)]
pub(super) enum SquareSets<const N: usize> {
    /// Each set by itself.
    Listed(Arc<[Bitboard<N>]>),
    /// The squares to which vectors lead.
    Around(Arc<Around<N>>),
    /// All squares of the board, from each.
    Everywhere(Bitboard<N>),
}

/// The squares of a board to which vectors lead.
#[derive(Clone, Debug)]
pub(super) struct Around<const N: usize> {
    vectors: Vectors,
    board: Arc<Board>,
    /// All squares of the board.
    all: Bitboard<N>,
}

impl<const N: usize> SquareSets<N> {
    /// Returns the sets to which vectors lead, and those from which they lead to a square.
    pub fn around(vectors: Vectors, board: &Arc<Board>) -> [SquareSets<N>; 2] {
        let all = board.squares().collect();
        let reversed = vectors.reversed();
        [vectors, reversed].map(|vectors| SquareSets::Around(Arc::new(Around { vectors, board: board.clone(), all })))
    }

    /// Returns the set of a square.
    #[inline]
    pub fn of(&self, square: Square) -> Bitboard<N> {
        match self {
            SquareSets::Listed(sets) => sets[square.index()],
            SquareSets::Around(around) => around.vectors.from(&around.board, square) & around.all,
            SquareSets::Everywhere(all) => *all,
        }
    }

    /// Returns the bytes that it takes.
    pub fn bytes(&self) -> usize {
        match self {
            SquareSets::Listed(sets) => size_of_val(&**sets),
            SquareSets::Around(_) => size_of::<[u128; ROWS]>() + size_of::<Around<N>>(),
            SquareSets::Everywhere(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_ir::bitboard::LARGE;
    use betza_ir::geometry::Vector;

    /// From every square, single vectors of every length lead where steps on the board lead.
    #[test]
    fn vectors_lead_where_steps_do() {
        for (files, ranks) in [(36, 36), (17, 19), (36, 8)] {
            let board = Arc::new(Board::new(files, ranks).expect("a board"));
            for (dx, dy) in [(0, 1), (1, 2), (-1, 2), (-35, 35), (16, -18), (7, 0), (-3, -3)] {
                let mut vectors = Vectors::none();
                vectors.insert((dx, dy));
                let [to, from] = SquareSets::<LARGE>::around(vectors, &board);
                for square in board.squares() {
                    let step = board.step(square, Vector::new(dx, dy));
                    let back = board.step(square, Vector::new(-dx, -dy));
                    assert_eq!(to.of(square), step.into_iter().collect(), "{files}x{ranks} {square:?} {dx},{dy}");
                    assert_eq!(from.of(square), back.into_iter().collect(), "{files}x{ranks} {square:?} -{dx},{dy}");
                }
            }
        }
    }
}

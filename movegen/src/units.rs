//! Limits of the generator, values by index, and loops over squares.

use crate::position::cell::Cell;
use betza_ir::bitboard::is_large;
use betza_ir::geometry::{MAX_AREA, Square};
use std::ops::{Index, IndexMut};

/// The most kinds of a game on a board of up to [`SMALL_BOARD`] squares: a side and a kind fit into one byte, with one
/// value left for an empty square and one for a wall.
pub const KIND_LIMIT: usize = 127;

/// The most kinds of a game on a larger board.
pub const LARGE_KIND_LIMIT: usize = 1022;

/// The most squares of a board whose squares fit into one byte.
pub const SMALL_BOARD: usize = 256;

/// The most squares of a board.
pub const SQUARE_LIMIT: usize = MAX_AREA;

/// Returns the most kinds of a game on a board of `N` words.
pub(crate) const fn kind_limit<const N: usize>() -> usize {
    if is_large(N) { LARGE_KIND_LIMIT } else { KIND_LIMIT }
}

/// A value for each square, or for each content of a square.
///
/// PERF: on boards of up to 256 squares all values lie in place, and an index of one byte needs no bounds check. On
/// large boards those with higher indices lie apart.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ByIndex<T, const N: usize> {
    near: [T; 256],
    far: Option<Box<[T]>>,
}

impl<T: Copy, const N: usize> ByIndex<T, N> {
    /// Returns this value for every square of the largest board of `N` words.
    pub fn of_squares(value: T) -> ByIndex<T, N> {
        ByIndex::new(value, 64 * N)
    }

    /// Returns this value for every content of a square.
    pub fn of_cells(value: T) -> ByIndex<T, N> {
        ByIndex::new(value, Cell::INDICES)
    }

    fn new(value: T, all: usize) -> ByIndex<T, N> {
        ByIndex { near: [value; 256], far: is_large(N).then(|| vec![value; all - 256].into()) }
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &T {
        if is_large(N)
            && let Some(far) = index.checked_sub(256)
        {
            return &self.far.as_deref().unwrap_or_default()[far];
        }
        &self.near[index & 255]
    }

    #[inline(always)]
    fn get_mut(&mut self, index: usize) -> &mut T {
        if is_large(N)
            && let Some(far) = index.checked_sub(256)
        {
            return &mut self.far.as_deref_mut().unwrap_or_default()[far];
        }
        &mut self.near[index & 255]
    }
}

impl<T: Copy, const N: usize> Index<Square> for ByIndex<T, N> {
    type Output = T;
    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        self.get(square.index())
    }
}

impl<T: Copy, const N: usize> IndexMut<Square> for ByIndex<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        self.get_mut(square.index())
    }
}

impl<T: Copy, const N: usize> Index<Cell> for ByIndex<T, N> {
    type Output = T;
    #[inline(always)]
    fn index(&self, cell: Cell) -> &T {
        self.get(cell.index())
    }
}

impl<T: Copy, const N: usize> IndexMut<Cell> for ByIndex<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell.index())
    }
}

/// Runs code with each square of a set, in order of index.
///
/// PERF: a loop and not [`Bitboard::for_each`]. A closure that is not inlined, as on boards of several words, is
/// compiled for any processor, so that it counts and gathers bits in software.
///
/// With the width before the set, each word has a loop of its own (see [`each_word`](betza_ir::each_word)). The code
/// that takes most of the time uses this form. It evaluates the set once for each word, so give it a variable.
macro_rules! each_square {
    ($set:expr, |$square:ident| $body:expr) => {
        let words = $set.0;
        let mut word = 0;
        while word < words.len() {
            each_square!(@ word, words[word], |$square| $body);
            word += 1;
        }
    };
    ($n:ident, $set:expr, |$square:ident| $body:expr) => {
        betza_ir::each_word!($n, |word| {
            each_square!(@ word, $set.0[word], |$square| $body);
        });
    };
    (@ $word:expr, $bits:expr, |$square:ident| $body:expr) => {
        let mut bits = $bits;
        while bits != 0 {
            let $square = betza_ir::geometry::Square::from_index($word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            $body;
        }
    };
}
pub(crate) use each_square;

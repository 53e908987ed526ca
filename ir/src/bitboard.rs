//! Sets of squares: one bit for each square, in as many words as the board needs.

use crate::geometry::{Board, MAX_AREA, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Runs code with the index of each of a set's words; `each_word!(N, |word| ...)` for a width `N`.
///
/// PERF: it is straight code for the widths that boards have. With loops instead, the move generator would have tens of
/// thousands of them; a fifth of its compilation went into unrolling them.
#[macro_export]
macro_rules! each_word {
    ($count:ident, |$i:ident| $body:expr) => {
        if const { $count > 0 } {
            let $i = 0;
            $body
        }
        if const { $count > 1 } {
            let $i = 1;
            $body
        }
        if const { $count > 2 } {
            let $i = 2;
            $body
        }
        if const { $count > 3 } {
            let $i = 3;
            $body
        }
        if const { $count > 4 } {
            let mut $i = 4;
            while $i < $count {
                $body;
                $i += 1;
            }
        }
    };
}
pub use each_word;

/// A set of squares of a board of up to `64 * N` squares. Bit `i % 64` of word `i / 64` is the square with index `i`.
///
/// The complement has bits beyond the board set; mask it with the board's squares before counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard<const N: usize>(pub [u64; N]);

impl<const N: usize> Bitboard<N> {
    /// No square.
    pub const EMPTY: Bitboard<N> = Bitboard([0; N]);
    /// Every bit, those beyond the board included.
    pub const FULL: Bitboard<N> = Bitboard([u64::MAX; N]);

    /// Returns the set of one square.
    ///
    /// PERF: all words are written at once. After a write of a single word, a read of all words waits until the write
    /// has reached the cache, which took a third of the time of counting on 16x16 squares. For the same reason squares
    /// are added and removed by whole sets, but for those of large boards.
    #[inline(always)]
    #[must_use]
    pub fn of(square: Square) -> Bitboard<N> {
        let (word, bit) = (Self::word(square), 1 << (square.index() % 64));
        let mut words = [0; N];
        each_word!(N, |i| words[i] = if i == word { bit } else { 0 });
        Bitboard(words)
    }

    /// Returns the word that holds a square. With one word it is known at compile time.
    ///
    /// PERF: the remainder tells that a set of four words has the word.
    #[inline(always)]
    #[must_use]
    pub fn word(square: Square) -> usize {
        match N {
            1 => 0,
            2 | 4 => square.index() / 64 % N,
            _ => square.index() / 64,
        }
    }

    /// Returns whether it holds the square.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.0[Self::word(square)] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        if is_large(N) {
            self.0[square.index() / 64] |= 1 << (square.index() % 64);
        } else {
            *self |= Self::of(square);
        }
    }

    /// Takes a square out.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        if is_large(N) {
            self.0[square.index() / 64] &= !(1 << (square.index() % 64));
        } else {
            *self = self.without(Self::of(square));
        }
    }

    /// Adds the square if it is missing, else takes it out.
    #[inline(always)]
    pub fn toggle(&mut self, square: Square) {
        *self ^= Self::of(square);
    }

    /// Returns whether it holds nothing.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut all = 0;
        each_word!(N, |i| all |= self.0[i]);
        all == 0
    }

    /// Returns whether it shares no square with `other`.
    #[inline(always)]
    #[must_use]
    pub fn is_disjoint(&self, other: &Bitboard<N>) -> bool {
        (*self & *other).is_empty()
    }

    /// Returns whether every square of it is in `other`.
    #[inline(always)]
    #[must_use]
    pub fn is_subset(&self, other: &Bitboard<N>) -> bool {
        self.without(*other).is_empty()
    }

    /// Returns how many squares it holds.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        each_word!(N, |i| count += self.0[i].count_ones());
        count
    }

    /// Returns whether it holds two squares or more.
    #[inline(always)]
    #[must_use]
    pub fn has_several(&self) -> bool {
        if N == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.count() > 1 }
    }

    /// Returns the squares of `self` that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Bitboard<N>) -> Bitboard<N> {
        let mut words = self.0;
        each_word!(N, |i| words[i] &= !other.0[i]);
        Bitboard(words)
    }

    /// Returns the square with the lowest index.
    #[inline(always)]
    #[must_use]
    pub fn first(&self) -> Option<Square> {
        each_word!(N, |i| if self.0[i] != 0 {
            return Some(Square::from_index(i * 64 + self.0[i].trailing_zeros() as usize));
        });
        None
    }

    /// Returns the square with the highest index.
    #[inline(always)]
    #[must_use]
    pub fn last(&self) -> Option<Square> {
        each_word!(N, |before| {
            let i = N - 1 - before;
            if self.0[i] != 0 {
                return Some(Square::from_index(i * 64 + 63 - self.0[i].leading_zeros() as usize));
            }
        });
        None
    }

    /// Calls a function with each square, in order of index. It takes fewer instructions than iterating.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(Square)) {
        let mut word = 0;
        while word < N {
            let mut bits = self.0[word];
            while bits != 0 {
                f(Square::from_index(word * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
            word += 1;
        }
    }

    /// Returns every square moved up by `by` indices (down if negative); what leaves the words is lost. The caller
    /// masks what crosses an edge of the board.
    #[inline(always)]
    #[must_use]
    pub fn shifted(self, by: i32) -> Bitboard<N> {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        let at = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let below = |i: usize, n: usize| i.checked_sub(n).map_or(0, at);
        // Bits from the next word are shifted in two steps, because a shift by the whole word length is not allowed.
        let up = |words: usize| {
            let mut out = [0; N];
            each_word!(N, |i| out[i] = below(i, words) << bits | below(i, words + 1) >> 1 >> (63 - bits));
            Bitboard(out)
        };
        let down = |words: usize| {
            let mut out = [0; N];
            each_word!(N, |i| out[i] = at(i + words) >> bits | at(i + words + 1) << 1 << (63 - bits));
            Bitboard(out)
        };
        match (by >= 0, words) {
            // PERF: known at compile time, the words need no bounds.
            (true, 0) => up(0),
            (false, 0) => down(0),
            (true, _) => up(words),
            (false, _) => down(words),
        }
    }
}

impl<const N: usize> Default for Bitboard<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! bitwise {
    ($op:ident $f:ident $assign:ident $g:ident $token:tt) => {
        impl<const N: usize> $op for Bitboard<N> {
            type Output = Bitboard<N>;
            #[inline(always)]
            fn $f(mut self, other: Bitboard<N>) -> Bitboard<N> {
                $assign::$g(&mut self, other);
                self
            }
        }
        impl<const N: usize> $assign for Bitboard<N> {
            #[inline(always)]
            fn $g(&mut self, other: Bitboard<N>) {
                each_word!(N, |i| self.0[i] $token other.0[i]);
            }
        }
    };
}

bitwise!(BitAnd bitand BitAndAssign bitand_assign &=);
bitwise!(BitOr bitor BitOrAssign bitor_assign |=);
bitwise!(BitXor bitxor BitXorAssign bitxor_assign ^=);

impl<const N: usize> Not for Bitboard<N> {
    type Output = Bitboard<N>;
    #[inline(always)]
    fn not(self) -> Bitboard<N> {
        let mut words = self.0;
        each_word!(N, |i| words[i] = !words[i]);
        Bitboard(words)
    }
}

impl<const N: usize> FromIterator<Square> for Bitboard<N> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|s| set.insert(s));
        set
    }
}

impl<const N: usize> IntoIterator for Bitboard<N> {
    type Item = Square;
    type IntoIter = Squares<N>;
    #[inline(always)]
    fn into_iter(self) -> Squares<N> {
        Squares { left: self.0, word: 0 }
    }
}

/// The squares of a set, in order of index.
#[derive(Clone, Debug)]
pub struct Squares<const N: usize> {
    left: [u64; N],
    word: usize,
}

impl<const N: usize> Iterator for Squares<N> {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.word < N {
            let bits = &mut self.left[self.word];
            if *bits != 0 {
                let square = Square::from_index(self.word * 64 + bits.trailing_zeros() as usize);
                *bits &= *bits - 1;
                return Some(square);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> fmt::Debug for Bitboard<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The words of a set of squares on a large board, which is one of more than 256 squares.
pub const LARGE: usize = MAX_AREA.div_ceil(64);

/// Returns whether sets of this many words are those of large boards.
#[must_use]
pub const fn is_large(words: usize) -> bool {
    words > 4
}

/// Returns how many 64-bit words a set of a board's squares takes: 1 to 4, or [`LARGE`]. In WebAssembly there are no
/// sets of three words, so that less is loaded.
#[must_use]
pub fn words(board: &Board) -> usize {
    match board.area().div_ceil(64) {
        3 if cfg!(target_family = "wasm") => 4,
        words if is_large(words) => LARGE,
        words => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    /// A shift moves each bit by itself, so sets of one square, by every distance, are all there is to see.
    fn shifting_moves_each_square<const N: usize>() {
        for from in 0..64 * N {
            for by in -(64 * N as i32)..=64 * N as i32 {
                let to = usize::try_from(from as i32 + by).ok().filter(|&to| to < 64 * N);
                let expected = to.map_or(Bitboard::<N>::EMPTY, |to| Bitboard::of(Square::from_index(to)));
                assert_eq!(Bitboard::of(Square::from_index(from)).shifted(by), expected, "{from} by {by}");
            }
        }
    }

    #[test]
    fn every_square_is_shifted_across_words() {
        shifting_moves_each_square::<1>();
        shifting_moves_each_square::<2>();
        shifting_moves_each_square::<3>();
        shifting_moves_each_square::<4>();
    }

    quickcheck! {
        fn shifting_moves_every_square(words: (u64, u64, u64), by: i16) -> bool {
            let set = Bitboard([words.0, words.1, words.2]);
            let by = i32::from(by) % 200;
            let expected: Bitboard<3> = set.into_iter()
                .map(|s| s.index() as i32 + by)
                .filter(|i| (0..192).contains(i))
                .map(|i| Square::from_index(i as usize))
                .collect();
            set.shifted(by) == expected
        }

        fn iteration_gives_each_square_once(words: (u64, u64)) -> bool {
            let set = Bitboard([words.0, words.1]);
            let squares: Vec<Square> = set.into_iter().collect();
            squares.len() == set.count() as usize
                && squares.is_sorted()
                && squares.iter().all(|&s| set.contains(s))
                && set.first() == squares.first().copied()
                && set.last() == squares.last().copied()
        }
    }
}

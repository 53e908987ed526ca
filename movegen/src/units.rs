//! Limits of the generator, and loops over squares.

use betza_ir::bitboard::is_large;
use betza_ir::geometry::MAX_AREA;

/// The most kinds of a game on a board of up to [`SMALL_BOARD`] squares: a side and a kind fit into one byte, with one
/// value left for an empty square and one for a wall.
pub const SMALL_KIND_LIMIT: usize = 127;

/// The most kinds of a game on a larger board.
pub const LARGE_KIND_LIMIT: usize = 1020;

/// The most squares of a board whose squares fit into one byte.
pub const SMALL_BOARD: usize = 256;

/// The most squares of a board.
pub const SQUARE_LIMIT: usize = MAX_AREA;

/// Returns the most kinds of a game on a board of `N` words.
pub(crate) const fn kind_limit<const N: usize>() -> usize {
    if is_large(N) { LARGE_KIND_LIMIT } else { SMALL_KIND_LIMIT }
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

//! Small types that everything shares: the id of a kind, a value for each side, a set of squares of any board.

use betza_ir::bitboard::Bitboard;

/// A set of squares of a board of any size: bit i is the square of index i.
pub type Region = Bitboard<4>;

/// A value for White and one for Black, indexed by [`betza_ir::geometry::Side::index`].
pub type BySide<T> = [T; 2];

/// A piece type: an index into [`crate::variant::Variant::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KindId(pub u8);

impl KindId {
    /// The index into arrays by kind.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most piece types that a game may have: a side and a kind fit into one byte, with one value left for an empty
/// square and one for a wall.
pub const KIND_LIMIT: usize = 127;

/// A region as a bitboard of this width. It must have no squares beyond that width.
pub(crate) fn narrow<const N: usize>(region: &Region) -> Bitboard<N> {
    let mut words = [0; N];
    words.copy_from_slice(&region.0[..N]);
    Bitboard(words)
}

/// Runs code with each square of a set, in order of index.
///
/// PERF: a loop and not [`Bitboard::for_each`]. A closure that is not inlined, as on boards of several words, is compiled for any
/// processor, so that it counts and gathers bits in software.
///
/// With the width before the set, each word has a loop of its own (see [`each_word`](betza_ir::each_word)): for the code that takes
/// most of the time. The set is then evaluated once for each word, so give a variable.
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

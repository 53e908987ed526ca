//! Zobrist keys: a random number for each feature of a position. The key of a position is the exclusive or of the
//! numbers of its features.
//!
//! Source: A. Zobrist, "A new hashing method with application for game playing", 1970. The numbers come from SplitMix64
//! (Steele, Lea, Flood 2014) with a seed, so that a count can be verified with another seed.

use crate::position::cell::Cell;
use crate::units::SMALL_BOARD;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};

/// The number of rows of keys of pieces: 64 for each content of a square.
const ROWS: usize = 256 * 64;

/// The Zobrist keys of one game, whose board has up to `64 * N` squares.
#[derive(Clone, Debug)]
pub(crate) struct Keys<const N: usize> {
    /// The keys of pieces and walls on squares. The row is `64 * cell.index() + square.index() % 64`, the column
    /// `square.index() / 64`. PERF: an index needs neither a multiplication nor a bounds check. On large boards the
    /// keys are computed, and the table keeps the zeros that it is allocated with, which take no memory.
    pieces: Box<[[u64; N]; ROWS]>,
    /// The seed of the keys of pieces in hands.
    hands: u64,
    /// The seed of all other keys.
    squares: u64,
    /// The key of Black being to move.
    pub black_to_move: u64,
    /// The keys of unmoved pieces, by square. PERF: a table, since every pawn's first move takes a key from it; keys of
    /// other aspects are computed.
    unmoved: Box<[u64; 256]>,
    /// The keys of sets of castling rights.
    castling: Box<[u64; 256]>,
}

/// The seed that is used unless another is given.
pub const DEFAULT_SEED: u64 = 0x62_65_74_7a_61;

/// A property of a square, apart from the piece on it, that has a key.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Aspect {
    /// The piece on it has not moved.
    Unmoved = 1,
    /// The piece on it has promoted.
    Promoted,
    /// It is open to en-passant capture.
    EnPassant,
    /// The piece on it can be captured so.
    Passer,
    /// The last move captured a piece on it that may not simply be traded.
    Traded,
}

impl<const N: usize> Keys<N> {
    /// Returns the keys of a game with this number of kinds.
    #[inline(never)]
    pub fn new(kinds: usize, seed: u64) -> Keys<N> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix(state)
        };
        let mut pieces: Box<[[u64; N]; ROWS]> =
            vec![[0; N]; ROWS].into_boxed_slice().try_into().expect("the vector has this length");
        let mut fill = |cell: Cell, cells: usize| {
            let first = 64 * (cell.index() & 255);
            pieces[first..first + 64 * cells].as_flattened_mut().fill_with(&mut next);
        };
        if !is_large(N) {
            fill(Cell::new(Side::White, KindId(0)), kinds);
            fill(Cell::new(Side::Black, KindId(0)), kinds);
            fill(Cell::WALL, 1);
        }
        let (hands, squares, black_to_move) = (next(), next(), next());
        let unmoved = Box::new(std::array::from_fn(|i| property(squares, Aspect::Unmoved, Square::from_index(i))));
        let right = |i: usize| if i == 0 { 0 } else { mix(squares ^ (16 << 32 | i as u64)) };
        Keys { pieces, hands, squares, black_to_move, unmoved, castling: Box::new(std::array::from_fn(right)) }
    }

    /// Returns the size of the tables in bytes.
    pub fn memory_usage(&self) -> usize {
        if is_large(N) { 0 } else { size_of_val(&*self.pieces) }
    }

    /// Returns the key of a piece on a square.
    #[inline]
    pub fn piece(&self, cell: Cell, square: Square) -> u64 {
        if is_large(N) {
            return mix(self.squares ^ ((32 + cell.index() as u64) << 32 | square.index() as u64));
        }
        self.pieces[(cell.index() & 255) << 6 | (square.index() & 63)][(square.index() >> 6) % N]
    }

    /// Returns the key of exactly `count` pieces of a side and kind being held; 0 if `count` is 0.
    #[inline]
    pub fn held(&self, cell: Cell, count: u8) -> u64 {
        if count == 0 { 0 } else { mix(self.hands ^ ((cell.index() as u64) << 16 | u64::from(count))) }
    }

    /// Returns the key of a property of a square.
    #[inline]
    pub fn square(&self, aspect: Aspect, square: Square) -> u64 {
        property(self.squares, aspect, square)
    }

    /// Returns the keys of unmoved pieces on these squares.
    #[inline(always)]
    pub fn unmoved(&self, squares: Bitboard<N>) -> u64 {
        let mut keys = 0;
        for square in squares {
            keys ^= if is_large(N) {
                self.square(Aspect::Unmoved, square)
            } else {
                self.unmoved[square.index() & (SMALL_BOARD - 1)]
            };
        }
        keys
    }

    /// Returns the keys of a property of these squares.
    #[inline(always)]
    pub fn squares(&self, aspect: Aspect, squares: Bitboard<N>) -> u64 {
        let mut keys = 0;
        for square in squares {
            keys ^= self.square(aspect, square);
        }
        keys
    }

    /// Returns the key of a set of castling rights, as in [`crate::position::board::State::castling`].
    #[inline]
    pub fn castling(&self, rights: u8) -> u64 {
        self.castling[usize::from(rights)]
    }

    /// Returns the key of a number of passes in a row; 0 if there are none.
    #[inline]
    pub fn passes(&self, passes: u8) -> u64 {
        if passes == 0 { 0 } else { mix(self.squares ^ (18 << 32 | u64::from(passes))) }
    }

    /// Returns the key of the checks that each side may still give.
    pub fn checks(&self, left: [u8; 2]) -> u64 {
        mix(self.squares ^ (17 << 32 | u64::from(left[0]) << 8 | u64::from(left[1])))
    }
}

/// Returns the key of a property of a square.
fn property(seed: u64, aspect: Aspect, square: Square) -> u64 {
    mix(seed ^ ((aspect as u64) << 32 | square.index() as u64))
}

/// SplitMix64's finalizer.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

//! Zobrist keys: one random number for each thing that makes positions differ, combined by exclusive or.
//!
//! Source: A. Zobrist, "A new hashing method with application for game playing", 1970. The numbers come from SplitMix64 (Steele, Lea, Flood
//! 2014) with a seed, so that a count can be verified with another seed.

use crate::state::cell::Cell;
use crate::units::KindId;
use betza_compile::geometry::{Side, Square};

/// The keys of one game.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pieces: Box<[u64]>,
    area: usize,
    hands: u64,
    squares: u64,
    pub black_to_move: u64,
}

/// The seed that is used unless another is asked for.
pub const DEFAULT_SEED: u64 = 0x62_65_74_7a_61;

/// What a key of a square stands for.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Aspect {
    Unmoved = 1,
    Promoted,
    EnPassant,
    Traded,
}

impl Keys {
    pub fn new(kinds: usize, area: usize, seed: u64) -> Keys {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix(state)
        };
        let mut pieces = vec![0; 256 * area];
        for side in Side::BOTH {
            let first = Cell::new(side, KindId(0)).index() * area;
            pieces[first..first + kinds * area].fill_with(&mut next);
        }
        let (hands, squares, black_to_move) = (next(), next(), next());
        let walls = Cell::WALL.index() * area;
        pieces[walls..walls + area].fill_with(next);
        Keys { pieces: pieces.into(), area, hands, squares, black_to_move }
    }

    /// The bytes that they take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.pieces)
    }

    /// The key of a piece on a square.
    #[inline]
    pub fn piece(&self, cell: Cell, square: Square) -> u64 {
        self.pieces[cell.index() * self.area + square.index()]
    }

    /// The key of holding exactly `count` pieces of a side and kind; none for 0.
    #[inline]
    pub fn held(&self, cell: Cell, count: u8) -> u64 {
        if count == 0 { 0 } else { mix(self.hands ^ ((cell.index() as u64) << 16 | u64::from(count))) }
    }

    #[inline]
    pub fn square(&self, aspect: Aspect, square: Square) -> u64 {
        mix(self.squares ^ ((aspect as u64) << 32 | square.index() as u64))
    }

    #[inline]
    pub fn castling(&self, rights: u8) -> u64 {
        if rights == 0 { 0 } else { mix(self.squares ^ (16 << 32 | u64::from(rights))) }
    }

    #[inline]
    pub fn passes(&self, passes: u8) -> u64 {
        if passes == 0 { 0 } else { mix(self.squares ^ (18 << 32 | u64::from(passes))) }
    }

    pub fn checks(&self, left: [u8; 2]) -> u64 {
        mix(self.squares ^ (17 << 32 | u64::from(left[0]) << 8 | u64::from(left[1])))
    }
}

/// SplitMix64's finalizer.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

//! Lists of moves.

use crate::position::effects::{Effect, Effects};
use crate::position::moves::Move;
use betza_ir::bitboard::{Bitboard, each_word};
use std::sync::OnceLock;

/// Which of the legal moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gen {
    /// All.
    All,
    /// Those that capture a piece of either side, or several.
    Captures,
    /// Those that capture nothing: promotions, castling and passes among them.
    Quiets,
    /// All if the side to move is in check, none otherwise.
    Evasions,
}

/// A list of moves, with those effects that are too long for the moves themselves.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<Move>,
    /// The effects of the moves.
    pub effects: Effects,
}

/// The legal moves of a position, kept by those who play games, and their texts in the manner of UCI once they are
/// asked for.
#[derive(Default)]
pub struct Listed {
    /// All legal moves.
    pub list: MoveList,
    /// Their texts, in the same order.
    pub texts: OnceLock<Vec<String>>,
}

/// By how much the bits of a move grow when its origin goes on by one square.
pub(crate) const FROM: u64 = 1;

/// By how much they grow when its destination does.
pub(crate) const TO: u64 = 1 << 8;

/// How many moves are written to a list at a time.
const GROUP: usize = 4;

impl MoveList {
    /// Adds a move without effects for each square of a set. `first` are the bits of the move to the square of index 0,
    /// whether or not the board has it; with each further square they grow by `step`.
    ///
    /// # Safety
    /// The bits that come about for the squares of the set must be those of moves ([`Move::to_bits`]).
    ///
    /// PERF: writes [`GROUP`] moves at a time, the last ones beyond the end where there are fewer squares. Most sets
    /// fit into one group. A loop that ends after the last square costs more than the moves, because the processor
    /// mispredicts its end.
    #[inline(always)]
    pub(crate) unsafe fn add<const N: usize>(&mut self, first: u64, step: u64, targets: Bitboard<N>) {
        if targets.is_empty() {
            return;
        }
        self.moves.reserve(N * 64 + GROUP);
        let mut len = self.moves.len();
        each_word!(N, |word| {
            let mut bits = targets.0[word];
            // SAFETY: room for a move to each square of the set, and for a group more, is reserved above. As numbers,
            // moves without effects have their bytes in the same order on any machine once they are little-endian.
            let mut end = unsafe { self.moves.as_mut_ptr().cast::<u64>().add(len) };
            len += bits.count_ones() as usize;
            while bits != 0 {
                for _ in 0..GROUP {
                    let square = (word * 64) as u64 + u64::from(bits.trailing_zeros());
                    bits &= bits.wrapping_sub(1);
                    // SAFETY: as above.
                    unsafe {
                        end.write(first.wrapping_add(square * step).to_le());
                        end = end.add(1);
                    }
                }
            }
        });
        // SAFETY: these moves have been written, and the caller vouches for their bits.
        unsafe { self.moves.set_len(len) };
    }

    /// Adds a move with these effects instead of its own.
    pub(crate) fn push_with(&mut self, m: Move, effects: &[Effect]) {
        self.effects.give(effects, std::iter::once(m), &mut self.moves);
    }

    /// Removes all moves and keeps the memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.effects.clear();
    }
}

/// The moves of the list.
impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

/// Lists are equal if they hold the same moves with the same effects in the same order.
impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        let same = |m: &Move| self.effects.get(*m) == other.effects.get(*m);
        self.moves == other.moves && self.iter().all(same)
    }
}

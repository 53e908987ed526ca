//! Lists of moves.

#![allow(unsafe_code)]

use crate::position::effects::{Effect, Effects};
use crate::position::moves::Move;
use betza_ir::bitboard::{Bitboard, each_word};
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Which of the legal moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gen {
    /// All moves.
    All,
    /// Moves that capture one or more pieces, of either side.
    Captures,
    /// Moves that capture nothing, including castling, drops, passes, and promotions that do not capture.
    Quiets,
    /// All moves if the side to move is in check; otherwise none.
    Evasions,
}

/// A list of moves, with the effects that are too long to be stored in the moves.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<Move>,
    /// The effects that are too long to be stored in the moves.
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
    /// The place behind the move that was looked for last.
    next: AtomicUsize,
}

impl Listed {
    /// Removes the moves and their texts, and keeps the memory of the list.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.texts.take();
        *self.next.get_mut() = 0;
    }

    /// Returns whether a move is in the list. Moves are mostly played in the order of the list, so it looks first at
    /// the move behind that of the last call.
    #[inline]
    #[must_use]
    pub fn contains(&self, m: Move) -> bool {
        let next = self.next.load(Relaxed);
        if self.list.get(next) == Some(&m) {
            self.next.store(next + 1, Relaxed);
            return true;
        }
        let found = self.list.iter().position(|&listed| listed == m);
        self.next.store(found.map_or(0, |index| index + 1), Relaxed);
        found.is_some()
    }
}

/// What is added to the bits of a move to advance its origin by one square.
pub(crate) const FROM: u64 = 1;

/// What is added to the bits of a move to advance its destination by one square.
pub(crate) const TO: u64 = 1 << 8;

/// How many moves are written to a list at a time.
const GROUP: usize = 4;

impl MoveList {
    /// Adds a move without effects for each square of a set. `first` is the bits of the move for square 0, even if that
    /// move does not exist; each further square adds `step` to them.
    ///
    /// # Safety
    /// For each square of the set, `first` plus `step` times its index must be the bits of a move ([`Move::to_bits`]).
    /// So the board is not a large one.
    ///
    /// PERF: the loop writes [`GROUP`] moves at a time; the last group may write past the end of the list, into
    /// reserved memory. Most sets fit into one group. A loop that stops after the last square costs more than the extra
    /// writes, because the processor mispredicts its end.
    #[inline(always)]
    pub(crate) unsafe fn add<const N: usize>(&mut self, first: u64, step: u64, targets: Bitboard<N>) {
        if targets.is_empty() {
            return;
        }
        self.moves.reserve(N * 64 + GROUP);
        let mut len = self.moves.len();
        each_word!(N, |word| {
            let mut bits = targets.0[word];
            // SAFETY: memory for one move to each square and one more group is reserved above. The little-endian bytes
            // of a move's bits are the bytes of the `Move` in memory on any machine, because the effects are 0.
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

    /// Adds a move and gives it these effects in place of its own.
    pub(crate) fn push_with(&mut self, m: Move, effects: &[Effect]) {
        self.effects.give(effects, std::iter::once(m), &mut self.moves);
    }

    /// Does the same, unless the list has that move already.
    pub(crate) fn push_once(&mut self, m: Move, effects: &[Effect]) {
        self.push_with(m, effects);
        if let Some((last, before)) = self.moves.split_last()
            && before.contains(last)
        {
            self.moves.pop();
        }
    }

    /// Removes all moves and keeps the memory allocated.
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

//! The transposition table: what was found out about positions, by their hash. All threads share it without locks.
//!
//! An entry is three words: the hash mixed with the other two, what was found, and the move. If two threads write at
//! once, the words do not fit together, and the entry counts as none (R. Hyatt and T. Mann, "A lock-less transposition
//! table", 2002).

use crate::score::{DECIDED, Ply};
use betza::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is this or less.
    Upper,
    /// It is this or more.
    Lower,
    /// It is this.
    Exact,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The best move, or one that was good enough; `None` if none was.
    pub best: Option<Move>,
    /// The score in centipawns, for the side to move.
    pub score: i32,
    /// How deep it was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

/// A slot for one entry.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    found: AtomicU64,
    best: AtomicU64,
}

/// The table.
pub struct Table {
    slots: Vec<Slot>,
    /// The number of the search, by which old entries are known.
    age: AtomicU8,
}

impl Table {
    /// An empty table of about so many megabytes.
    pub fn new(megabytes: usize) -> Table {
        let slots = ((megabytes.max(1) << 20) / size_of::<Slot>()).max(2);
        Table { slots: (0..slots).map(|_| Slot::default()).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets all entries.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.found.store(0, Relaxed);
        }
    }

    /// Begins a new search: entries of earlier ones give way.
    pub fn grow_old(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// What is known of a position that is so many plies below the root.
    pub fn find(&self, key: u64, ply: Ply) -> Option<Found> {
        let slot = self.slot(key);
        let (mixed, found, best) = (slot.mixed.load(Relaxed), slot.found.load(Relaxed), slot.best.load(Relaxed));
        if mixed ^ found ^ best != key || found == 0 {
            return None;
        }
        let [low, high, depth, _, bound, ..] = found.to_le_bytes();
        let score = i32::from(i16::from_le_bytes([low, high]));
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bound.clamp(1, 3)) - 1];
        // Wins are kept by their distance from this position, and used by that from the root.
        let score = score - score.signum() * if score.abs() >= DECIDED { ply as i32 } else { 0 };
        Some(Found { best: Move::from_bits(best), score, depth: i32::from(depth), bound })
    }

    /// Keeps what was found of a position that is so many plies below the root.
    pub fn keep(&self, key: u64, ply: Ply, found: Found) {
        let slot = self.slot(key);
        let old = slot.found.load(Relaxed).to_le_bytes();
        let age = self.age.load(Relaxed);
        // What was searched deeper stays, if it is of this search and of another position.
        let same = slot.mixed.load(Relaxed) ^ slot.found.load(Relaxed) ^ slot.best.load(Relaxed) == key;
        if !same && old[3] == age && i32::from(old[2]) > found.depth + 2 {
            return;
        }
        let score = found.score + found.score.signum() * if found.score.abs() >= DECIDED { ply as i32 } else { 0 };
        let [low, high] = (score as i16).to_le_bytes();
        let bound = found.bound as u8 + 1;
        let word = u64::from_le_bytes([low, high, found.depth.clamp(0, 255) as u8, age, bound, 0, 0, 0]);
        // A move that was found before stays where there is none.
        let old_best = if same { slot.best.load(Relaxed) } else { u64::MAX };
        let best = found.best.map_or(old_best, Move::to_bits);
        slot.found.store(word, Relaxed);
        slot.best.store(best, Relaxed);
        slot.mixed.store(key ^ word ^ best, Relaxed);
    }

    fn slot(&self, key: u64) -> &Slot {
        // The upper bits of the product spread over all slots, whose number need not be a power of two.
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Found, Table};
    use betza::Game;

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::new(1);
        let start = Game::builtin("chess").unwrap().start();
        let best = start.read_move("e2e4").unwrap();
        table.keep(start.hash(), 3, Found { best: Some(best), score: -31_990, depth: 7, bound: Bound::Lower });
        let found = table.find(start.hash(), 5).unwrap();
        assert_eq!((found.best, found.score, found.depth, found.bound), (Some(best), -31_988, 7, Bound::Lower));
        assert!(table.find(start.hash() ^ 1, 0).is_none());
    }
}

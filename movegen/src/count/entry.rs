//! One entry of the table of counts, which threads share without a lock.
//!
//! An entry is two words: the data (count and depth) and the position's full key xored with it. A reader that sees
//! words of two writers gets a key that does not match, and skips the entry. Source: R. Hyatt and T. Mann, "A lockless
//! transposition table implementation for parallel search", 2002. `interleavings/` runs this file through every order
//! of the threads' steps.

// From the module above: `interleavings/` includes this file with loom's atomics in place of those of `std`.
use super::{AtomicU64, Relaxed};

const DEPTH_BITS: u32 = 8;

/// An entry; all bits zero are an empty one.
#[derive(Default)]
pub(crate) struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Returns whether an entry has room for this count and depth: 56 bits and 8.
#[inline]
pub(crate) fn has_room(depth: u32, count: u64) -> bool {
    count >> (64 - DEPTH_BITS) == 0 && depth >> DEPTH_BITS == 0
}

impl Entry {
    /// Returns the count below the position of a key, if the entry has it for this depth.
    #[inline]
    pub(crate) fn count(&self, key: u64, depth: u32) -> Option<u64> {
        let data = self.data.load(Relaxed);
        let fits = self.check.load(Relaxed) ^ data == key && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
        (fits && data != 0).then_some(data >> DEPTH_BITS)
    }

    /// Returns the depth of the count, 0 if there is none.
    #[inline]
    pub(crate) fn depth(&self) -> u64 {
        self.data.load(Relaxed) & ((1 << DEPTH_BITS) - 1)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.data.load(Relaxed) == 0
    }

    /// Replaces what the entry has by a count for which it [has room](has_room).
    #[inline]
    pub(crate) fn replace(&self, key: u64, depth: u32, count: u64) {
        let data = count << DEPTH_BITS | u64::from(depth);
        self.data.store(data, Relaxed);
        self.check.store(key ^ data, Relaxed);
    }
}

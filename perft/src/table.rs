//! A table of counts already made, shared by all threads without locks.
//!
//! An entry is two words: the data (count and depth) and the position's full key xored with it. A reader that sees words of two
//! writers finds a key that does not fit and passes on. Source: R. Hyatt and T. Mann, "A lockless transposition table
//! implementation for parallel search", 2002.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts by position and depth.
pub struct Table {
    buckets: Box<[Bucket]>,
}

/// Entries that one key may lie in: the first keeps the deepest, the others what came last.
type Bucket = [Entry; 4];

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

const DEPTH_BITS: u32 = 8;

impl Table {
    /// A table of at most this many mebibytes (at least one bucket).
    ///
    /// # Errors
    /// The number of bytes asked for, if they cannot be had.
    pub fn new(mebibytes: usize) -> Result<Table, usize> {
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(usize::MAX)?;
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets: Vec<Bucket> = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| bytes)?;
        prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets: buckets.into() })
    }

    /// The bucket of a key and a depth: the high bits of both mixed, scaled to the number of buckets. With all depths of a position in one
    /// bucket, deep counts of few positions would drive each other out.
    #[inline]
    fn bucket(&self, key: u64, depth: u32) -> &Bucket {
        let mixed = key.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let place = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// The count below a position, if it is known for this depth.
    #[inline]
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.bucket(key, depth).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let fits = entry.check.load(Relaxed) ^ data == key && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth);
            (fits && data != 0).then_some(data >> DEPTH_BITS)
        })
    }

    /// Keeps a count. Counts over 56 bits are not kept.
    #[inline]
    pub fn put(&self, key: u64, depth: u32, count: u64) {
        if count >> (64 - DEPTH_BITS) != 0 || depth >> DEPTH_BITS != 0 {
            return;
        }
        let data = count << DEPTH_BITS | u64::from(depth);
        let bucket = self.bucket(key, depth);
        let depth_of = |e: &Entry| e.data.load(Relaxed) & ((1 << DEPTH_BITS) - 1);
        // The shallowest entry is the cheapest to make again.
        let entry = bucket.iter().min_by_key(|e| depth_of(e)).expect("a bucket has entries");
        let entry = if depth_of(entry) > u64::from(depth) { &bucket[(key & 3) as usize] } else { entry };
        entry.data.store(data, Relaxed);
        entry.check.store(key ^ data, Relaxed);
    }
}

/// Asks the system to back memory with large pages, which it need not do.
///
/// PERF: with pages of 4 KiB most probes of a large table miss the processor's table of pages as well (benches/README.md).
#[cfg(target_os = "linux")]
fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    const PAGE: usize = 4096;
    let length = size_of_val(memory);
    let start = memory.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(PAGE);
    if before < length {
        // SAFETY: the bytes from the first page's start on are those of the slice, which is borrowed alone. The advice changes how they are
        // backed, not what they hold.
        unsafe { libc::madvise(start.add(before).cast(), length - before, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_for_its_own_depth_only() {
        let table = Table::new(1).unwrap();
        table.put(0x1234_5678_9abc_def0, 3, 8902);
        assert_eq!(table.get(0x1234_5678_9abc_def0, 3), Some(8902));
        assert_eq!(table.get(0x1234_5678_9abc_def0, 4), None);
        assert_eq!(table.get(0x1234_5678_9abc_def1, 3), None);
        table.put(0x1234_5678_9abc_def0, 2, u64::MAX);
        assert_eq!(table.get(0x1234_5678_9abc_def0, 2), None);
    }
}

//! A table of counts already made, shared by all threads without locks.
//!
//! The table begins small and grows to its full size as it fills, so that a short count neither waits for memory nor
//! misses the processor's caches more than necessary.

#![allow(unsafe_code)]

use crate::count::entry::{Entry, has_room};
use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Counts by position and depth.
pub struct Table {
    /// Memory that the system gives when it is first written to.
    buckets: Box<[Bucket]>,
    /// How many times the table may still grow. Only the first buckets are in use: their number is that of all buckets,
    /// shifted right by [`GROWTH_BITS`] this many times.
    folds: AtomicU32,
    /// The value of `folds` at the start.
    first_folds: u32,
    /// How many entries are no longer empty; one in [`SAMPLE`] is counted.
    filled: AtomicU64,
}

/// The entries in which a key may be kept. A new count replaces the shallowest, or one chosen by the key if all are
/// deeper.
type Bucket = [Entry; 4];

/// The most bytes that a table begins with.
///
/// PERF: chess at depth 7 with 1 GiB: see benches/record/table-of-counts.csv.
const FIRST_BYTES: usize = 64 << 20;

/// A table that grows becomes two to this power times as large.
const GROWTH_BITS: u32 = 2;

/// One in this many filled entries is counted, so that threads rarely write the number that they share.
const SAMPLE: u64 = 64;

impl Table {
    /// Makes a table of at most this many mebibytes, but at least one bucket.
    ///
    /// # Errors
    /// The number of bytes, if the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Table, usize> {
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(usize::MAX)?;
        let count = (bytes / size_of::<Bucket>()).max(1);
        let buckets = zeroed(count).ok_or(bytes)?;
        let first_folds = (0..).find(|folds| bytes >> (folds * GROWTH_BITS) <= FIRST_BYTES).unwrap_or(0);
        Ok(Table { buckets, folds: AtomicU32::new(first_folds), first_folds, filled: AtomicU64::new(0) })
    }

    /// Returns the bucket of a key and a depth: it mixes both and scales the high bits to the number of buckets in use.
    /// If all depths of a position shared a bucket, deep counts of few positions would drive each other out.
    #[inline]
    fn bucket(&self, key: u64, depth: u32, folds: u32) -> &Bucket {
        let place = (u128::from(mixed(key, depth)) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize >> (folds * GROWTH_BITS)]
    }

    /// Returns the count below a position, if it is known for this depth.
    #[inline]
    pub fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let folds = self.folds.load(Relaxed);
        let found = self.find(key, depth, folds);
        // A count that was kept before the table grew is still in its old bucket.
        if found.is_none() && folds < self.first_folds { self.find(key, depth, folds + 1) } else { found }
    }

    #[inline]
    fn find(&self, key: u64, depth: u32, folds: u32) -> Option<u64> {
        self.bucket(key, depth, folds).iter().find_map(|entry| entry.count(key, depth))
    }

    /// Keeps a count. Counts over 56 bits are not kept.
    #[inline]
    pub fn put(&self, key: u64, depth: u32, count: u64) {
        if !has_room(depth, count) {
            return;
        }
        let folds = self.folds.load(Relaxed);
        let bucket = self.bucket(key, depth, folds);
        // The shallowest count is the cheapest to make again.
        let entry = bucket.iter().min_by_key(|e| e.depth()).expect("a bucket has entries");
        let entry = if entry.depth() > u64::from(depth) { &bucket[(key & 3) as usize] } else { entry };
        if folds > 0 && entry.is_empty() && mixed(key, depth).is_multiple_of(SAMPLE) {
            self.fill(folds);
        }
        entry.replace(key, depth, count);
    }

    /// Counts a sample of the filled entries, and lets the table grow once half of the entries in use are filled.
    #[cold]
    fn fill(&self, folds: u32) {
        let filled = (self.filled.fetch_add(1, Relaxed) + 1) * SAMPLE;
        let entries = (self.buckets.len() >> (folds * GROWTH_BITS)) * size_of::<Bucket>() / size_of::<Entry>();
        if filled > entries as u64 / 2 {
            // If another thread was first, it has grown already.
            let _ = self.folds.compare_exchange(folds, folds - 1, Relaxed, Relaxed);
        }
    }
}

#[inline]
fn mixed(key: u64, depth: u32) -> u64 {
    key.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Returns this many empty buckets without touching their memory; `None` if the memory cannot be had.
fn zeroed(count: usize) -> Option<Box<[Bucket]>> {
    let layout = Layout::array::<Bucket>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is that of `count` buckets and not empty. All bits zero are a valid bucket, and the box frees
    // with the same layout.
    // PERF: to write 1 GiB first takes 0.3 to 3 s, where a count of chess at depth 7 takes 1.5.
    unsafe {
        let memory = alloc_zeroed(layout);
        if memory.is_null() {
            return None;
        }
        prefer_large_pages(memory, layout.size());
        Some(Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory.cast::<Bucket>(), count)))
    }
}

/// Asks the system to back memory with large pages. The system may refuse.
///
/// PERF: with pages of 4 KiB most probes of a large table miss the processor's table of pages as well
/// (benches/record/table-of-counts.csv).
///
/// # Safety
/// The bytes belong to the caller.
#[cfg(target_os = "linux")]
unsafe fn prefer_large_pages(memory: *mut u8, bytes: usize) {
    const PAGE: usize = 4096;
    let before = memory.align_offset(PAGE);
    if before < bytes {
        // SAFETY: these are some of the bytes. The advice changes how they are backed, not what they hold.
        unsafe { libc::madvise(memory.add(before).cast(), bytes - before, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
unsafe fn prefer_large_pages(_: *mut u8, _: usize) {}

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

    #[test]
    fn what_was_kept_before_the_table_grew_is_found() {
        let table = Table::new(FIRST_BYTES >> 20 << (2 * GROWTH_BITS)).unwrap();
        let folds = || table.folds.load(Relaxed);
        assert_eq!(folds(), 2);
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entries = (FIRST_BYTES / size_of::<Entry>()) as u64;
        // Until it grows: a little after half of the entries are filled.
        let kept = (1..entries).find(|&i| {
            table.put(key(i), 2, i);
            folds() == 1
        });
        let kept = kept.expect("the table grows");
        assert!((entries / 2..entries * 3 / 4).contains(&kept), "{kept} of {entries}");
        let known = (1..=kept).filter(|&i| table.get(key(i), 2) == Some(i)).count() as u64;
        assert!(known > kept * 9 / 10, "{known} of {kept}");
        assert_eq!(table.get(key(kept + 1), 2), None);
        // What is kept after the table grew is found, too.
        table.put(key(kept + 1), 2, 1);
        assert_eq!(table.get(key(kept + 1), 2), Some(1));
    }
}

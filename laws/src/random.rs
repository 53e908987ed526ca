//! Random numbers from a seed, and work on all cores.

use std::sync::Mutex;

/// A generator of pseudo-random numbers, so that a seed names a case.
///
/// The algorithm is SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Returns true in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns one of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

/// The stack of a thread that works. Builds for tests keep whole positions in every frame.
const STACK: usize = 16 << 20;

/// Does the same work with every item, on all cores. Returns the results in the items' order.
///
/// These are plain threads. In a pool, a thread that waits takes up further work on top of what is on its stack.
///
/// # Panics
/// If the work panics.
pub fn on_all_cores<T, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (items, results) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(Vec::new()));
    let take = || items.lock().expect("taking does not panic").next();
    let run = || {
        while let Some((number, item)) = take() {
            let result = work(item);
            results.lock().expect("keeping does not panic").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("a thread");
        let running: Vec<_> = (0..threads).map(start).collect();
        for thread in running {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    let mut results = results.into_inner().expect("keeping does not panic");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

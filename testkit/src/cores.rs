//! Work on all cores.

use std::sync::Mutex;

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
    on_each_core(run);
    let mut results = results.into_inner().expect("keeping does not panic");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Does the same work on each core at the same time.
///
/// # Panics
/// If the work panics.
pub fn on_each_core(work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work).expect("a thread");
        let running: Vec<_> = (0..threads).map(start).collect();
        for thread in running {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

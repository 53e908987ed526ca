//! What threads share without locks, in every order of their steps that the memory model allows. The file under test is
//! compiled here with loom's atomics.

#[cfg(test)]
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[cfg(test)]
#[path = "../../movegen/src/count/entry.rs"]
mod entry;

#[cfg(test)]
mod tests {
    use crate::entry::{Entry, has_room};
    use loom::sync::Arc;
    use loom::thread;

    /// Keys that share bits, and counts that differ in one.
    const KEPT: [(u64, u32, u64); 2] = [(0xf0f0, 3, 20), (0xff00, 3, 21)];

    /// Whatever a reader sees of two writers, it takes a count only for the key and depth with which it was kept.
    #[test]
    fn counts_of_two_writers_are_not_mixed() {
        assert!(KEPT.iter().all(|&(_, depth, count)| has_room(depth, count)));
        loom::model(|| {
            let entry = Arc::new(Entry::default());
            assert!(entry.is_empty());
            let writers = KEPT.map(|(key, depth, count)| {
                let entry = entry.clone();
                thread::spawn(move || entry.replace(key, depth, count))
            });
            let (key, depth, count) = KEPT[0];
            assert!(entry.count(key, depth).is_none_or(|found| found == count));
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            assert_eq!(entry.depth(), 3);
        });
    }

    /// One thread reads what it has kept itself.
    #[test]
    fn a_count_comes_back() {
        loom::model(|| {
            let entry = Entry::default();
            entry.replace(7, 2, 400);
            assert_eq!((entry.count(7, 2), entry.count(7, 1), entry.count(6, 2)), (Some(400), None, None));
        });
    }
}

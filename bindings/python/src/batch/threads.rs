//! Work on all positions of a batch, shared out to threads.

use super::slot::Slot;

/// Calls `work` with each place, what is there, and its share of `out`, which is `width` long. With one thread it is
/// this one.
pub fn each<T: Send>(
    slots: &mut [Slot],
    out: &mut [T],
    width: usize,
    threads: usize,
    work: impl Fn(usize, &mut Slot, &mut [T]) + Sync,
) {
    let run = |first: usize, slots: &mut [Slot], out: &mut [T]| {
        for (i, share) in out.chunks_exact_mut(width.max(1)).enumerate().take(slots.len()) {
            // PERF: many positions do not fit into the processor's caches, and each is read once a call.
            slots.get(i + 1).inspect(|slot| slot.history_ahead());
            slots.get(i + 2).inspect(|slot| slot.position_ahead());
            work(first + i, &mut slots[i], share);
        }
    };
    let part = slots.len().div_ceil(threads.max(1)).max(1);
    if part >= slots.len() {
        return run(0, slots, out);
    }
    std::thread::scope(|scope| {
        let parts = slots.chunks_mut(part).zip(out.chunks_mut(part * width.max(1)));
        for (i, (slots, out)) in parts.enumerate() {
            let run = &run;
            scope.spawn(move || run(i * part, slots, out));
        }
    });
}

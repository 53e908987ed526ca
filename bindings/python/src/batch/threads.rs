//! Work on all positions of a batch, shared out to threads.

/// Calls `work` with each place, what is there, and its share of `out`, which is `width` long. With one thread it is this
/// one.
pub fn each<S: Send, T: Send>(
    slots: &mut [S],
    out: &mut [T],
    width: usize,
    threads: usize,
    work: impl Fn(usize, &mut S, &mut [T]) + Sync,
) {
    let run = |first: usize, slots: &mut [S], out: &mut [T]| {
        let shares = out.chunks_exact_mut(width.max(1));
        slots.iter_mut().zip(shares).enumerate().for_each(|(i, (slot, share))| work(first + i, slot, share));
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

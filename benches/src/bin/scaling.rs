//! What a second thread and a table of counts gain on chess from the start: `scaling [DEPTH]` (6 if none is given).
//!
//! Threads are compared by the clock on the wall, so the machine must be idle; the table by processor time.

use betza_benches::{Bench, game};
use cpu_time::ProcessTime;
use std::time::Instant;

/// The table's size in mebibytes.
const TABLE: usize = 1024;

fn main() {
    let depth = std::env::args().nth(1).map_or(6, |d| d.parse().expect("a depth"));
    let chess = game("chess");
    let bench = |threads, table| Bench::new(&chess, None, threads, table).expect("compiles");
    let one = bench(1, 0);
    let (wall, processor) = (Instant::now(), ProcessTime::now());
    let nodes = one.count(depth);
    let (wall, processor) = (wall.elapsed(), processor.elapsed());
    println!(
        "one thread: {nodes} nodes, {:.2} s, {:.2} s of processor time",
        wall.as_secs_f64(),
        processor.as_secs_f64()
    );
    let two = bench(2, 0);
    let started = Instant::now();
    assert_eq!(two.count(depth), nodes);
    let both = started.elapsed();
    println!("two threads: {:.2} s, {:.2} times one", both.as_secs_f64(), wall.as_secs_f64() / both.as_secs_f64());
    let kept = bench(1, TABLE);
    let started = ProcessTime::now();
    assert_eq!(kept.count(depth), nodes);
    let time = started.elapsed();
    let gain = processor.as_secs_f64() / time.as_secs_f64();
    println!("a table of {TABLE} MiB: {:.2} s of processor time, {gain:.2} times without", time.as_secs_f64());
}

//! What an engine does, a group for each work and position: every move made, moves listed, captures alone listed, each
//! beside shakmaty and cozy-chess. All three are asserted to find the same moves.
//!
//! `engines` (the program) measures the same in turn, and prints a table of medians.

// What criterion_group makes has no docs.
#![allow(missing_docs)]

use betza_benches::contest::{Contest, Program, Work};
use betza_benches::{KIWIPETE, START};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// The positions, with the depth down to which moves are made and listed.
const POSITIONS: [(&str, &str, u32); 2] = [("start", START, 4), ("kiwipete", KIWIPETE, 3)];

fn works(c: &mut Criterion) {
    for (name, text, depth) in POSITIONS {
        let contest = Contest::new(text);
        for work in Work::ALL {
            let expected = contest.done(work, Program::CozyChess, depth);
            let mut group = c.benchmark_group(format!("{work} {name}"));
            group.throughput(Throughput::Elements(expected.times));
            group.sample_size(10).measurement_time(Duration::from_secs(3));
            for program in Program::ALL {
                group.bench_function(program.to_string(), |b| {
                    b.iter(|| assert_eq!(contest.done(work, program, black_box(depth)), expected));
                });
            }
            group.finish();
        }
    }
}

criterion_group!(benches, works);
criterion_main!(benches);

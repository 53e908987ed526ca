//! Perft on one thread, beside published generators in the same run. Every count is asserted.
//!
//! Run with `RUSTFLAGS="-C target-cpu=native"` to compare as the published figures were taken; the default build is
//! what most people link.

// What criterion_group makes has no docs.
#![allow(missing_docs)]

use betza_benches::{Bench, KIWIPETE, START, cozy, game};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Leaves from the start of chess at depth 5, and of Kiwipete at depth 4 (OEIS A048987; the chess programming wiki).
const POSITIONS: [(&str, Option<&str>, u32, u64); 2] =
    [("start", None, 5, 4_865_609), ("kiwipete", Some(KIWIPETE), 4, 4_085_603)];

/// What one generator took in all, and how often it counted.
#[derive(Default)]
struct Taken {
    time: Duration,
    times: u64,
}

impl Taken {
    fn mean(&self) -> f64 {
        self.time.as_secs_f64() / self.times.max(1) as f64
    }
}

/// Measures a count and adds up what it took, so that ratios can be told when all have been measured.
fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, count: impl Fn() -> u64, nodes: u64) -> Taken {
    let mut taken = Taken::default();
    group.bench_function(name, |b| {
        b.iter_custom(|times| {
            let started = Instant::now();
            for _ in 0..times {
                assert_eq!(count(), nodes);
            }
            let time = started.elapsed();
            taken.time += time;
            taken.times += times;
            time
        });
    });
    taken
}

fn chess(c: &mut Criterion) {
    let variant = game("chess");
    let mut ratios = Vec::new();
    let mut reference = None;
    for (name, fen, depth, nodes) in POSITIONS {
        let mut group = c.benchmark_group(format!("chess {name}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(10).measurement_time(Duration::from_secs(5));
        let bench = Bench::new(&variant, fen, 1, 0).expect("compiles");
        let ours = measure(&mut group, "betza", || bench.count(black_box(depth)), nodes);
        let fen = fen.unwrap_or(START);
        let board: cozy_chess::Board = fen.parse().expect("a position");
        let theirs = measure(&mut group, "cozy-chess", || cozy(black_box(&board), depth), nodes);
        let setup: shakmaty::fen::Fen = fen.parse().expect("a position");
        let board: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).expect("legal");
        let shakmaty = measure(&mut group, "shakmaty", || shakmaty::perft(black_box(&board), depth), nodes);
        group.finish();
        let rate = |taken: &Taken| nodes as f64 / taken.mean();
        // What peers.tsv compares with: shakmaty from the start.
        let reference = *reference.get_or_insert(rate(&shakmaty));
        let all = [("betza", ours), ("cozy-chess", theirs), ("shakmaty", shakmaty)];
        ratios.extend(all.map(|(who, taken)| (name, who, rate(&taken) / reference)));
    }
    // Only if nothing was left out of the run.
    if ratios.iter().all(|(_, _, ratio)| ratio.is_finite()) {
        println!("nodes a second, as ratios to shakmaty from the start in this run:");
        ratios.iter().for_each(|(name, who, ratio)| println!("{name} {who}: {ratio:.3}"));
    }
}

/// Games on other boards, with counts from testdata/perft/reference.tsv.
const OTHERS: [(&str, u32, u64); 2] = [("capablanca", 4, 805_128), ("grand", 3, 259_514)];

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("games");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, depth, nodes) in OTHERS {
        let bench = Bench::new(&game(name), None, 1, 0).expect("compiles");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new(name, depth), |b| {
            b.iter(|| assert_eq!(bench.count(black_box(depth)), nodes));
        });
    }
    group.finish();
}

criterion_group!(benches, chess, others);
criterion_main!(benches);

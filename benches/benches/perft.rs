//! Perft on one thread, beside published generators in the same run. Every count is asserted.
//!
//! Run with `RUSTFLAGS="-C target-cpu=native"` to compare as the published figures were taken; the default build is what most
//! people link.

// What criterion_group makes has no docs.
#![allow(missing_docs)]

use betza_benches::{Bench, KIWIPETE, START, cozy, game};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// Leaves from the start of chess at depth 5, and of Kiwipete at depth 4 (OEIS A048987; the chess programming wiki).
const POSITIONS: [(&str, Option<&str>, u32, u64); 2] =
    [("start", None, 5, 4_865_609), ("kiwipete", Some(KIWIPETE), 4, 4_085_603)];

fn chess(c: &mut Criterion) {
    let variant = game("chess");
    for (name, fen, depth, nodes) in POSITIONS {
        let mut group = c.benchmark_group(format!("chess {name}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(10).measurement_time(Duration::from_secs(5));
        let bench = Bench::new(&variant, fen, 1, 0).expect("compiles");
        group.bench_function("betza", |b| b.iter(|| assert_eq!(bench.count(black_box(depth)), nodes)));
        let fen = fen.unwrap_or(START);
        let board: cozy_chess::Board = fen.parse().expect("a position");
        group.bench_function("cozy-chess", |b| b.iter(|| assert_eq!(cozy(black_box(&board), depth), nodes)));
        let setup: shakmaty::fen::Fen = fen.parse().expect("a position");
        let board: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).expect("legal");
        group.bench_function("shakmaty", |b| {
            b.iter(|| assert_eq!(shakmaty::perft(black_box(&board), depth), nodes));
        });
        group.finish();
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

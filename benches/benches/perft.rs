//! Perft on one thread, beside published generators in the same run. Every count is asserted.
//!
//! Run with `RUSTFLAGS="-C target-cpu=native"` to compare as the published figures were taken; the default build is what most
//! people link.

// What criterion_group makes has no docs.
#![allow(missing_docs)]

use betza_benches::{KIWIPETE, compile, count, game, position};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// Leaves from the start of chess at depth 5, and of Kiwipete at depth 4 (OEIS A048987; the chess programming wiki).
const POSITIONS: [(&str, Option<&str>, u32, u64); 2] =
    [("start", None, 5, 4_865_609), ("kiwipete", Some(KIWIPETE), 4, 4_085_603)];

fn chess(c: &mut Criterion) {
    let chess = compile::<1>(&game("chess"));
    for (name, fen, depth, nodes) in POSITIONS {
        let mut group = c.benchmark_group(format!("chess {name}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(10).measurement_time(Duration::from_secs(5));
        let start = position(&chess, fen);
        group.bench_function("betza", |b| b.iter(|| assert_eq!(count(&chess, black_box(&start), depth), nodes)));
        let fen = fen.unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
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

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            nodes += cozy(&child, depth - 1);
        }
        false
    });
    nodes
}

/// Games on other boards, with counts from testdata/perft/reference.tsv.
const OTHERS: [(&str, u32, u64); 2] = [("capablanca", 4, 805_128), ("grand", 3, 259_514)];

fn others(c: &mut Criterion) {
    let mut group = c.benchmark_group("games");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, depth, nodes) in OTHERS {
        let compiled = compile::<2>(&game(name));
        let start = position(&compiled, None);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new(name, depth), |b| {
            b.iter(|| assert_eq!(count(&compiled, black_box(&start), depth), nodes));
        });
    }
    group.finish();
}

criterion_group!(benches, chess, others);
criterion_main!(benches);

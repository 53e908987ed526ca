//! How long it takes to compile: notation to IR and IR to tables for chess, and whole games, small and large.

// What criterion_group makes has no docs.
#![allow(missing_docs)]

use betza_benches::game;
use betza_compile::lower::{Lowering, LowersPieces};
use betza_ir::geometry::{Board, Side};
use betza_movegen::keys::DEFAULT_SEED;
use betza_notation::{Dialect, read};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

const CHESS: [&str; 6] = ["fmWfceFifmnD", "N", "B", "R", "Q", "K"];

fn lowering(c: &mut Criterion) {
    c.bench_function("read chess", |b| {
        b.iter(|| CHESS.map(|n| read(black_box(n), Dialect::Xbetza).expect("reads").piece.moves.len()));
    });
    let board = Board::new(8, 8).expect("a board");
    let pieces = CHESS.map(|n| read(n, Dialect::Xbetza).expect("reads").piece);
    c.bench_function("lower chess", |b| {
        b.iter(|| {
            let mut lowering = Lowering::<1>::new(black_box(&board)).expect("fits");
            for side in Side::BOTH {
                for piece in &pieces {
                    black_box(lowering.piece(piece, side).expect("lowers"));
                }
            }
        });
    });
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for name in ["chess", "capablanca", "chushogi", "tenjiku"] {
        let variant = game(name);
        group.bench_function(name, |b| {
            b.iter(|| betza_perft::game(black_box(&variant), DEFAULT_SEED).expect("compiles"))
        });
    }
    group.finish();
}

criterion_group!(benches, lowering, games);
criterion_main!(benches);

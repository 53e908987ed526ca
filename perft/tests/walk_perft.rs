//! Perft of a game with Lions, Checkers men and Locusts, by the tables and by the walk.
//!
//! The walk is slow: `cargo test` goes two plies deep. `BETZA_WALK_DEPTH=4 cargo test --release -p betza-perft --test walk_perft --
//! --nocapture` goes deeper and prints what both cost on one thread.

mod walked;

use betza_compile::geometry::Side;
use betza_compile::walk::Outcome;
use movegen::fen;
use movegen::rules::Variant;
use movegen::setup::Setup;
use perft::Options;
use perft::session::{Session, Watch};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use walked::{after, some_move_takes_a_royal, walked};

/// The legal positions after one move.
fn children(variant: &Variant, setup: &Setup) -> Vec<Setup> {
    let promotes =
        |m: &Outcome| m.to.is_some_and(|to| variant.board.rank(to) % 9 == 0 && setup.turn == side_at(variant, to));
    let next = walked(variant, setup, setup.turn).into_iter().map(|(from, m)| {
        let kind = setup.men[from.index()].expect("a man moves").kind;
        assert!(variant.kinds[kind.index()].promotion.is_none() || !promotes(&m), "promotions are not for this test");
        after(variant, setup, from, &m)
    });
    next.filter(|next| !some_move_takes_a_royal(variant, next, setup.turn)).collect()
}

/// Whose last rank this is.
fn side_at(variant: &Variant, square: betza_compile::geometry::Square) -> Side {
    if variant.board.rank(square) == 0 { Side::Black } else { Side::White }
}

fn by_walk(variant: &Variant, setup: &Setup, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => children(variant, setup).len() as u128,
        _ => children(variant, setup).par_iter().map(|next| by_walk(variant, next, depth - 1)).sum(),
    }
}

#[test]
fn tables_count_what_the_walk_counts() {
    let depth = std::env::var("BETZA_WALK_DEPTH").map_or(2, |text| text.parse().expect("BETZA_WALK_DEPTH is a number"));
    let variant = variants::find("lionchess").expect("a built-in game").variant;
    let setup = fen::read(&variant, &variant.start).expect("the start");
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).expect("compiles");
    let stop = AtomicBool::new(false);
    let mut started = Instant::now();
    let tables = session.count(&setup, depth, Watch { progress: &(), stop: &stop }).expect("counts");
    let by_tables = started.elapsed();
    started = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let walk = pool.install(|| by_walk(&variant, &setup, depth));
    let by_walk = started.elapsed();
    println!("depth {depth}: {tables} nodes; tables {by_tables:?}, walk {by_walk:?}");
    assert_eq!(tables, walk);
}

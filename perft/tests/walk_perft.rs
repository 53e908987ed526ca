//! Perft of games whose pieces have side effects, by the tables and by the walk: Lions, Checkers men and Locusts; Ultima; Rococo's pieces;
//! eruptions.
//!
//! The walk is slow: `cargo test` goes one or two plies deep. `BETZA_WALK_GAME=lionchess BETZA_WALK_DEPTH=4 cargo test --release -p betza-perft --test walk_perft --
//! --nocapture` goes deeper and prints what both cost on one thread.

mod walked;

use movegen::fen;
use movegen::rules::Variant;
use movegen::setup::Setup;
use perft::Options;
use perft::session::{Session, Watch};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use walked::Walked;

/// The legal positions after one move.
fn children(variant: &Variant, walked: &Walked<'_>, setup: &Setup) -> Vec<Setup> {
    let last = [variant.board.ranks() as i32 - 1, 0][setup.turn.index()];
    let next = walked.moves(setup, setup.turn).into_iter().map(|(from, m)| {
        let kind = setup.men[from.index()].expect("a man moves").kind;
        let promotes =
            variant.kinds[kind.index()].promotion.is_some() && m.to.is_some_and(|to| variant.board.rank(to) == last);
        assert!(!promotes, "promotions are not for this test");
        walked.after(setup, from, &m)
    });
    next.filter(|next| !walked.some_move_takes_a_royal(next, setup.turn)).collect()
}

fn by_walk(variant: &Variant, walked: &Walked<'_>, setup: &Setup, depth: u32) -> u128 {
    let next = if depth == 0 { Vec::new() } else { children(variant, walked, setup) };
    match depth {
        0 => 1,
        1 => next.len() as u128,
        _ => next.par_iter().map(|next| by_walk(variant, walked, next, depth - 1)).sum(),
    }
}

/// The games, and how deep `cargo test` goes.
const GAMES: [(&str, u32); 4] = [("lionchess", 2), ("ultima", 2), ("rococopieces", 1), ("volcano", 2)];

#[test]
fn tables_count_what_the_walk_counts() {
    let only = std::env::var("BETZA_WALK_GAME").ok();
    for (name, depth) in GAMES.into_iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)) {
        let deeper = std::env::var("BETZA_WALK_DEPTH").ok();
        let depth = deeper.map_or(depth, |text| text.parse().expect("BETZA_WALK_DEPTH is a number"));
        compare(name, depth);
    }
}

fn compare(name: &str, depth: u32) {
    let variant = variants::find(name).expect("a built-in game").variant;
    let setup = fen::read(&variant, &variant.start).expect("the start");
    let session = Session::new(&variant, &Options { threads: 1, ..Options::default() }).expect("compiles");
    let stop = AtomicBool::new(false);
    let mut started = Instant::now();
    let tables = session.count(&setup, depth, Watch { progress: &(), stop: &stop }).expect("counts");
    let by_tables = started.elapsed();
    started = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let walked = Walked::new(&variant);
    let walk = pool.install(|| by_walk(&variant, &walked, &setup, depth));
    let by_walk = started.elapsed();
    println!("{name}, depth {depth}: {tables} nodes; tables {by_tables:?}, walk {by_walk:?}");
    assert_eq!(tables, walk, "{name}, depth {depth}");
}

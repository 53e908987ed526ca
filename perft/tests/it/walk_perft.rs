//! Perft of games whose pieces have side effects, by the tables and by the walk: Lions, Checkers men and Locusts;
//! Ultima; Rococo's pieces; eruptions; Chu Shogi with its Lions, in paths and in distinct moves; Dai and Tenjiku Shogi.
//!
//! The walk is slow: `cargo test` goes one or two plies deep. With `BETZA_WALK_GAME=lionchess BETZA_WALK_DEPTH=4` in the
//! environment, `cargo test --release -p betza-perft --test it walk_perft -- --nocapture` goes deeper and prints what
//! both cost on one thread; `BETZA_WALK_FEN` names another position than the game's start.

use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Variant};
use betza_laws::walked::Walked;
use betza_perft::Options;
use betza_perft::session::{Session, Watch};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The legal positions after one move.
fn children(variant: &Variant, walked: &Walked<'_>, setup: &Setup) -> Vec<Setup> {
    let keeps = |from, m: &_| !variant.royalty.check || walked.keeps_royals(setup, from, m);
    let moves = walked.moves(setup, setup.turn).into_iter();
    let moves = moves.filter(|(from, m)| walked.may_trade(setup, *from, m) && keeps(*from, m));
    let next = moves.flat_map(|(from, m)| {
        let after = walked.after(setup, from, &m);
        let becomes = walked.becomes(setup, from, &m);
        becomes.into_iter().map(move |kind| {
            let mut next = after.clone();
            if let Some(man) = m.to.and_then(|to| next.men[to.index()].as_mut()) {
                man.kind = kind;
            }
            next
        })
    });
    next.filter(|next| !variant.royalty.check || walked.royals_are_safe(next, setup.turn)).collect()
}

/// The leaves below a position, at least one ply deep. Equal positions of a ply are walked once, however many ways lead
/// to them.
fn by_walk(variant: &Variant, walked: &Walked<'_>, setup: &Setup, depth: u32) -> u128 {
    let mut ply = HashMap::from([(setup.clone(), 1)]);
    for _ in 1..depth {
        let next: Vec<(Vec<Setup>, u128)> =
            ply.into_par_iter().map(|(setup, ways)| (children(variant, walked, &setup), ways)).collect();
        ply = HashMap::new();
        for (next, ways) in next {
            for setup in next {
                *ply.entry(setup).or_insert(0) += ways;
            }
        }
    }
    ply.into_par_iter().map(|(setup, ways)| ways * children(variant, walked, &setup).len() as u128).sum()
}

/// The games, the positions (the game's start where none is named), and how deep `cargo test` goes.
const GAMES: [(&str, &str, Counting, u32); 9] = [
    ("lionchess", "", Counting::Distinct, 2),
    ("ultima", "", Counting::Distinct, 2),
    ("rococopieces", "", Counting::Distinct, 1),
    ("volcano", "", Counting::Distinct, 2),
    ("chushogi", "", Counting::Paths, 2),
    ("chushogi", "", Counting::Distinct, 2),
    ("dai", "", Counting::Distinct, 2),
    ("tenjiku", "", Counting::Distinct, 1),
    // Without castling, of which the walk knows nothing.
    ("twokings", "8/8/p1k5/1p1r1K1p/1P5P/P1K5/8/8 b - - 0 121", Counting::Distinct, 3),
];

#[test]
fn tables_count_what_the_walk_counts() {
    let asked = |name: &str| std::env::var(name).ok();
    let only = asked("BETZA_WALK_GAME");
    let is_wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    for (name, position, counting, depth) in GAMES.into_iter().filter(|game| is_wanted(game.0)) {
        let depth = asked("BETZA_WALK_DEPTH").map_or(depth, |text| text.parse().expect("BETZA_WALK_DEPTH is a number"));
        compare(name, &asked("BETZA_WALK_FEN").unwrap_or_else(|| position.to_owned()), counting, depth);
    }
}

fn compare(name: &str, position: &str, counting: Counting, depth: u32) {
    let variant = Variant { counting, ..betza_variants::find(name).expect("a built-in game").variant };
    let position = if position.is_empty() { &variant.start } else { position };
    let setup = fen::read(&variant, position).expect("a position");
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
    println!("{name} {counting:?}, depth {depth}: {tables} nodes; tables {by_tables:?}, walk {by_walk:?}");
    assert_eq!(tables, walk, "{name} {counting:?}, depth {depth}");
}

//! What `betza::Position` costs a program that adds `betza` to its Cargo.toml, beside shakmaty, in turn in one process.
//! Figures are medians of seven rounds; `loop` plays and takes back every leaf, as shakmaty copies a position and
//! plays.

#![forbid(unsafe_code)]

use betza::{Game, Move, Style};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Position};
use std::hint::black_box;
use std::time::Instant;

/// Rounds; their median is told.
const ROUNDS: usize = 7;

/// A position of chess in the midst of a game.
const MIDGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8";

/// Plays and takes back every move below a position. Returns the number of leaves.
fn each_leaf(position: &mut betza::Position, depth: u32, lists: &mut Vec<Vec<Move>>) -> u64 {
    let mut moves = lists.pop().unwrap_or_default();
    position.legal_moves_into(&mut moves);
    let mut leaves = 0;
    for &m in &moves {
        position.play(m).expect("it is legal");
        leaves += if depth == 1 { 1 } else { each_leaf(position, depth - 1, lists) };
        position.undo();
    }
    lists.push(moves);
    leaves
}

/// Does the same with shakmaty.
fn each_leaf_of_shakmaty(position: &Chess, depth: u32) -> u64 {
    let mut leaves = 0;
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        leaves += if depth == 1 {
            u64::from(black_box(&after).turn() != position.turn())
        } else {
            each_leaf_of_shakmaty(&after, depth - 1)
        };
    }
    leaves
}

/// A random game of chess, as ours: each move is one of those listed, by a multiplicative sequence.
fn game() -> (betza::Position, Vec<Move>) {
    let start = Game::builtin("chess").expect("built in").start();
    let (mut position, mut played) = (start.clone(), Vec::new());
    for ply in 1..=120 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        let m = moves[ply * 7919 % moves.len()];
        position.play(m).expect("it is legal");
        played.push(m);
    }
    (start, played)
}

/// The same game for shakmaty, by its texts.
fn game_of_shakmaty() -> Vec<shakmaty::Move> {
    let (mut ours, moves) = game();
    let mut position = Chess::default();
    let mut played = Vec::new();
    for m in moves {
        let san: SanPlus = ours.text(m, Style::San).parse().expect("SAN");
        let other = san.san.to_move(&position).expect("it is legal");
        position.play_unchecked(other);
        played.push(other);
        ours.play(m).expect("it is legal");
    }
    played
}

/// A measured piece of work: what it is called, and what does it. It returns how often it did it.
type Work<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

fn main() {
    let games = [("chess", 5), ("shogi", 4), ("xiangqi", 4), ("crazyhouse", 5)];
    let mut work: Vec<Work<'_>> = vec![("loop, shakmaty", Box::new(|| each_leaf_of_shakmaty(&Chess::default(), 5)))];
    for (name, depth) in games {
        let mut position = Game::builtin(name).expect("built in").start();
        let mut lists = Vec::new();
        work.push((name, Box::new(move || each_leaf(&mut position, depth, &mut lists))));
    }
    let position = Game::builtin("chess").expect("built in").position(MIDGAME).expect("a position");
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(|&m| position.text(m, Style::San)).collect();
    let fresh = || Game::builtin("chess").expect("built in").position(MIDGAME).expect("a position");
    let mut unlisted = fresh();
    let given = moves[11];
    work.push((
        "play a given move, undo",
        Box::new(move || {
            for _ in 0..200_000 {
                unlisted.play(given).expect("it is legal");
                unlisted.undo();
            }
            200_000
        }),
    ));
    let (p, ms) = (position.clone(), moves.clone());
    work.push((
        "SAN written",
        Box::new(move || ms.iter().map(|&m| u64::from(!p.text(m, Style::San).is_empty())).sum()),
    ));
    let (p, ts) = (position.clone(), texts.clone());
    work.push(("SAN read", Box::new(move || ts.iter().map(|t| u64::from(p.read_move(t).is_ok())).sum())));
    let p = position.clone();
    work.push(("FEN written", Box::new(move || (0..20_000).map(|_| u64::from(!black_box(p.fen()).is_empty())).sum())));
    let (start, moves) = game();
    work.push((
        "play the moves of a game",
        Box::new(move || {
            let mut position = start.clone();
            moves.iter().for_each(|&m| position.play(m).expect("it is legal"));
            moves.len() as u64
        }),
    ));
    let moves = game_of_shakmaty();
    work.push((
        "play the moves of a game, shakmaty",
        Box::new(move || {
            let mut position = Chess::default();
            for &m in &moves {
                let mut after = position.clone();
                after.play_unchecked(black_box(m));
                position = after;
            }
            black_box(&position);
            moves.len() as u64
        }),
    ));
    let other: Chess =
        MIDGAME.parse::<Fen>().expect("a FEN").into_position(shakmaty::CastlingMode::Standard).expect("a position");
    let (p, ms) = (other.clone(), other.legal_moves());
    work.push((
        "play a given move, shakmaty",
        Box::new(move || {
            for _ in 0..200_000 {
                let mut after = p.clone();
                after.play_unchecked(black_box(ms[11]));
                black_box(&after);
            }
            200_000
        }),
    ));
    let (p, ms) = (other.clone(), other.legal_moves());
    work.push((
        "SAN written, shakmaty",
        Box::new(move || ms.iter().map(|&m| u64::from(!SanPlus::from_move(p.clone(), m).to_string().is_empty())).sum()),
    ));
    let p = other.clone();
    work.push((
        "SAN read, shakmaty",
        Box::new(move || {
            texts.iter().map(|t| u64::from(t.parse::<SanPlus>().is_ok_and(|san| san.san.to_move(&p).is_ok()))).sum()
        }),
    ));
    work.push((
        "FEN written, shakmaty",
        Box::new(move || {
            (0..20_000)
                .map(|_| u64::from(!Fen::from_position(black_box(&other), EnPassantMode::Legal).to_string().is_empty()))
                .sum()
        }),
    ));

    let mut times = vec![Vec::new(); work.len()];
    for _ in 0..ROUNDS {
        for ((_, work), times) in work.iter_mut().zip(&mut times) {
            let started = Instant::now();
            let mut done = work();
            // Short work is repeated, so that it takes a millisecond.
            while started.elapsed().as_micros() < 1_000 {
                done += work();
            }
            times.push(started.elapsed().as_secs_f64() * 1e9 / done as f64);
        }
    }
    for ((name, _), mut times) in work.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{name:36} {:8.1} ns", times[ROUNDS / 2]);
    }
}

//! What an engine does, beside shakmaty and cozy-chess: the same loops over the same positions, one thread, in turn.
//! `engines [ROUNDS]` (5 if none is given) prints medians in million moves a second of processor time, and ours divided by theirs.
//!
//! - made: every move of every ply is made, the leaves' too, and unmade; the others copy the position and play on the copy.
//! - lists: the moves of the last ply are listed and not made.
//! - captures: of each position two plies below, the captures alone are listed; in million positions a second.
//!
//! The counts of moves are asserted to agree.

use betza_benches::{KIWIPETE, START, each_below, game};
use betza_movegen::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::leaves::Leaves;
use betza_movegen::width::{AnyGame, AnyPosition};
use betza_movegen::{Gen, MoveList, with_width};
use cpu_time::ProcessTime;
use shakmaty::Position as _;
use std::sync::atomic::AtomicBool;

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(5, |n| n.parse().expect("a number of rounds"));
    let chess = betza_perft::game(&game("chess"), DEFAULT_SEED).expect("chess compiles");
    println!("| position | work | betza | shakmaty | cozy-chess | of shakmaty | of cozy-chess |");
    println!("|---|---|---|---|---|---|---|");
    for (name, text, depth) in [("start", START, 5), ("Kiwipete", KIWIPETE, 4)] {
        let setup = fen::read(chess.variant(), text).expect("a position");
        let ours = chess.position(&setup).expect("a position");
        let setup: shakmaty::fen::Fen = text.parse().expect("a position");
        let theirs: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).expect("a position");
        let cozy: cozy_chess::Board = text.parse().expect("a position");
        let (stop, mut list) = (AtomicBool::new(false), MoveList::default());
        let leaves = Leaves { game: &chess, table: None, stop: &stop };
        let works: [(&str, Ways<'_>); 3] = [
            (
                "made",
                [&mut || moves(leaves.made(&ours, depth)), &mut || moves(shakmaty_made(&theirs, depth)), &mut || {
                    moves(cozy_made(&cozy, depth))
                }],
            ),
            (
                "lists",
                [
                    &mut || moves(leaves.listed(&ours, depth)),
                    &mut || moves(shakmaty_listed(&theirs, depth)),
                    &mut || moves(cozy_listed(&cozy, depth)),
                ],
            ),
            (
                "captures",
                [
                    &mut || captures(&chess, &ours, &mut list),
                    &mut || done_by(|done| shakmaty_captures(&theirs, 2, done)),
                    &mut || done_by(|done| cozy_captures(&cozy, 2, done)),
                ],
            ),
        ];
        for (work, ways) in works {
            row(name, work, rounds, ways);
        }
    }
}

/// The ways to do a work: ours, shakmaty's and cozy-chess's.
type Ways<'a> = [&'a mut dyn FnMut() -> Done; 3];

/// What was done: how often, which is what speed is about, and how many moves came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    times: u64,
    moves: u64,
}

/// Every move was one time.
fn moves(moves: u64) -> Done {
    Done { times: moves, moves }
}

/// What some work adds to nothing.
fn done_by(work: impl FnOnce(&mut Done)) -> Done {
    let mut done = Done::default();
    work(&mut done);
    done
}

/// Measures the three ways to do a work in turn, and prints the medians.
fn row(position: &str, work: &str, rounds: usize, mut ways: Ways<'_>) {
    let mut speeds = [const { Vec::new() }; 3];
    let mut counts = [Done::default(); 3];
    for _ in 0..rounds {
        for (way, (speeds, count)) in ways.iter_mut().zip(speeds.iter_mut().zip(&mut counts)) {
            let started = ProcessTime::now();
            *count = way();
            speeds.push(count.times as f64 / started.elapsed().as_secs_f64() / 1e6);
        }
    }
    assert!(counts.iter().all(|&count| count == counts[0]), "{work}: {counts:?}");
    let [betza, shakmaty, cozy] = speeds.map(|mut speeds| {
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    });
    println!(
        "| {position} | {work} | {betza:.1} | {shakmaty:.1} | {cozy:.1} | {:.2} | {:.2} |",
        betza / shakmaty,
        betza / cozy
    );
}

/// How often the captures of each position are listed.
const AGAIN: u64 = 20;

fn captures(game: &AnyGame, position: &AnyPosition, list: &mut MoveList) -> Done {
    let mut position = position.clone();
    let mut done = Done::default();
    with_width!(game, &mut position, |game, position| {
        each_below(game, position, 2, &mut |position| {
            done.times += AGAIN;
            for _ in 0..AGAIN {
                list.clear();
                game.generate(std::hint::black_box(position), Gen::Captures, list);
                done.moves += list.len() as u64;
            }
        });
    });
    done
}

fn shakmaty_captures(position: &shakmaty::Chess, depth: u32, done: &mut Done) {
    if depth == 0 {
        done.times += AGAIN;
        for _ in 0..AGAIN {
            done.moves += std::hint::black_box(position).capture_moves().len() as u64;
        }
        return;
    }
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        shakmaty_captures(&child, depth - 1, done);
    }
}

fn cozy_captures(board: &cozy_chess::Board, depth: u32, done: &mut Done) {
    if depth == 0 {
        let enemies = board.colors(!board.side_to_move());
        let passed = board.en_passant().map(|file| {
            cozy_chess::Square::new(file, cozy_chess::Rank::Sixth.relative_to(board.side_to_move())).bitboard()
        });
        let passed = passed.unwrap_or(cozy_chess::BitBoard::EMPTY);
        done.times += AGAIN;
        for _ in 0..AGAIN {
            let mut list: arrayvec::ArrayVec<cozy_chess::Move, 256> = arrayvec::ArrayVec::new();
            std::hint::black_box(board).generate_moves(|mut moves| {
                let is_pawn = moves.piece == cozy_chess::Piece::Pawn;
                moves.to &= if is_pawn { enemies | passed } else { enemies };
                list.extend(moves);
                false
            });
            done.moves += std::hint::black_box(&list).len() as u64;
        }
        return;
    }
    for m in cozy_moves(board) {
        let mut child = board.clone();
        child.play_unchecked(m);
        cozy_captures(&child, depth - 1, done);
    }
}

fn shakmaty_made(position: &shakmaty::Chess, depth: u32) -> u64 {
    let Some(below) = depth.checked_sub(1) else { return 1 };
    let mut total = 0;
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        total += shakmaty_made(std::hint::black_box(&child), below);
    }
    total
}

fn shakmaty_listed(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return std::hint::black_box(&moves).len() as u64;
    }
    let mut total = 0;
    for m in moves {
        let mut child = position.clone();
        child.play_unchecked(m);
        total += shakmaty_listed(&child, depth - 1);
    }
    total
}

/// All legal moves, one by one.
fn cozy_moves(board: &cozy_chess::Board) -> arrayvec::ArrayVec<cozy_chess::Move, 256> {
    let mut list = arrayvec::ArrayVec::new();
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

fn cozy_made(board: &cozy_chess::Board, depth: u32) -> u64 {
    let Some(below) = depth.checked_sub(1) else { return 1 };
    let mut total = 0;
    for m in cozy_moves(board) {
        let mut child = board.clone();
        child.play_unchecked(m);
        total += cozy_made(std::hint::black_box(&child), below);
    }
    total
}

fn cozy_listed(board: &cozy_chess::Board, depth: u32) -> u64 {
    let moves = cozy_moves(board);
    if depth == 1 {
        return std::hint::black_box(&moves).len() as u64;
    }
    let mut total = 0;
    for m in moves {
        let mut child = board.clone();
        child.play_unchecked(m);
        total += cozy_listed(&child, depth - 1);
    }
    total
}

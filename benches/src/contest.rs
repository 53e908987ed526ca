//! What an engine does, done by three programs: the same loops over the same positions, on one thread.

use crate::{each_below, game};
use betza_game::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::leaves::Leaves;
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{Gen, MoveList, with_width};
use shakmaty::Position as _;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// What an engine does with the positions below one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Every move of every ply is made, the leaves' too, and unmade. The others copy the position and play on the copy.
    Made,
    /// The moves of the last ply are listed and not made.
    Lists,
    /// Of each position two plies below, the captures alone are listed.
    Captures,
}

impl Work {
    /// All of them.
    pub const ALL: [Work; 3] = [Work::Made, Work::Lists, Work::Captures];
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Work::Made => "made",
            Work::Lists => "lists",
            Work::Captures => "captures",
        })
    }
}

/// Who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// This project.
    Betza,
    /// The crate shakmaty.
    Shakmaty,
    /// The crate cozy-chess.
    CozyChess,
}

impl Program {
    /// All of them.
    pub const ALL: [Program; 3] = [Program::Betza, Program::Shakmaty, Program::CozyChess];
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Program::Betza => "betza",
            Program::Shakmaty => "shakmaty",
            Program::CozyChess => "cozy-chess",
        })
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// How often, which is what speed is about: moves made or listed, positions whose captures were listed.
    pub times: u64,
    /// How many moves came of it.
    pub moves: u64,
}

/// A position of chess, set up for the three programs.
pub struct Contest {
    chess: AnyGame,
    betza: AnyPosition,
    shakmaty: shakmaty::Chess,
    cozy: cozy_chess::Board,
}

impl Contest {
    /// The position of a FEN.
    ///
    /// # Panics
    /// If it is no position of chess.
    #[must_use]
    pub fn new(text: &str) -> Contest {
        let chess = betza_perft::game(&game("chess"), DEFAULT_SEED).expect("chess compiles");
        let setup = fen::read(chess.variant(), text).expect("a position");
        let betza = chess.position(&setup).expect("a position");
        let setup: shakmaty::fen::Fen = text.parse().expect("a position");
        let shakmaty = setup.into_position(shakmaty::CastlingMode::Standard).expect("a position");
        Contest { chess, betza, shakmaty, cozy: text.parse().expect("a position") }
    }

    /// Lets a program do a work down to a depth, in plies. Captures are listed two plies below, whatever the depth.
    #[must_use]
    pub fn done(&self, work: Work, program: Program, depth: u32) -> Done {
        let stop = AtomicBool::new(false);
        let leaves = Leaves { game: &self.chess, table: None, stop: &stop };
        match (work, program) {
            (Work::Made, Program::Betza) => moves(leaves.made(&self.betza, depth)),
            (Work::Made, Program::Shakmaty) => moves(shakmaty_made(&self.shakmaty, depth)),
            (Work::Made, Program::CozyChess) => moves(cozy_made(&self.cozy, depth)),
            (Work::Lists, Program::Betza) => moves(leaves.listed(&self.betza, depth)),
            (Work::Lists, Program::Shakmaty) => moves(shakmaty_listed(&self.shakmaty, depth)),
            (Work::Lists, Program::CozyChess) => moves(cozy_listed(&self.cozy, depth)),
            (Work::Captures, Program::Betza) => captures(&self.chess, &self.betza),
            (Work::Captures, Program::Shakmaty) => done_by(|done| shakmaty_captures(&self.shakmaty, 2, done)),
            (Work::Captures, Program::CozyChess) => done_by(|done| cozy_captures(&self.cozy, 2, done)),
        }
    }
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

/// How often the captures of each position are listed.
const AGAIN: u64 = 20;

fn captures(game: &AnyGame, position: &AnyPosition) -> Done {
    let (mut position, mut list, mut done) = (position.clone(), MoveList::default(), Done::default());
    with_width!(game, &mut position, |game, position| {
        each_below(game, position, 2, &mut |position| {
            done.times += AGAIN;
            for _ in 0..AGAIN {
                list.clear();
                game.generate(std::hint::black_box(position), Gen::Captures, &mut list);
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

//! The laws of positions, generation and counting, over random play.

use betza_compile::geometry::{Side, Square};
use betza_compile::walk::{self, EnPassant, Man, Outcome, Scene};
use movegen::fen;
use movegen::game::Game;
use movegen::keys::DEFAULT_SEED;
use movegen::moves::MoveType;
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::setup::{Placed, Setup};
use perft::count::Count;
use perft::table::Table;
use perft::{Options, for_width};
use quickcheck::QuickCheck;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Games whose pieces leap, slide, hop, promote, castle and leave squares open, on boards of one word and of two.
const GAMES: [&str; 10] = [
    "chess",
    "chess960",
    "losalamos",
    "shatranj",
    "makruk",
    "capablanca",
    "chancellor",
    "amazon",
    "berolina",
    "nightrider",
];

/// Of these, those that look the same after half a turn of the board but for the king's and queen's places: without castling, nothing
/// in their rules tells left from right.
const TURNABLE: [&str; 6] = ["chess", "losalamos", "shatranj", "makruk", "berolina", "nightrider"];

fn game(name: &str) -> Variant {
    variants::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Plays random moves from the start, and calls `visit` on every position.
fn random_play<const N: usize>(
    variant: &Variant,
    seed: u64,
    plies: usize,
    mut visit: impl FnMut(&Game<N>, &mut Position<N>),
) {
    let game = perft::compile::<N>(variant, DEFAULT_SEED).unwrap_or_else(|e| panic!("{}: {e}", variant.name));
    let setup = fen::read(variant, &variant.start).expect("the start is a position");
    let mut position = game.position(&setup).expect("the start can be set up");
    let mut random = Random(seed);
    for _ in 0..plies {
        visit(&game, &mut position);
        let moves = game.legal_moves(&position);
        if moves.is_empty() {
            return;
        }
        let m = moves[random.below(moves.len())];
        game.make(&mut position, m, &moves.effects);
    }
}

/// What the walk says of a position: the moves of every piece of the side to move, as (from, to, captures).
fn walked(variant: &Variant, setup: &Setup, side: Side) -> Vec<(Square, Outcome)> {
    let starts = fen::read(variant, &variant.start).expect("the start is a position").men;
    let man = |i: usize, p: &Placed| {
        let at_home = starts[i].is_some_and(|s| (s.side, s.kind) == (p.side, p.kind));
        let square = Square::from_index(i);
        Man {
            side: p.side,
            moved: at_home == setup.moved.contains(&square),
            royal: variant.kinds[p.kind.index()].royal,
            kind: Some(p.kind.index()),
        }
    };
    let men: Vec<Option<Man>> = setup.men.iter().enumerate().map(|(i, p)| p.as_ref().map(|p| man(i, p))).collect();
    let en_passant = match setup.en_passant_victim {
        Some(victim) if side == setup.turn => {
            setup.en_passant.iter().map(|&square| EnPassant { square, victim }).collect()
        }
        _ => Vec::new(),
    };
    let scene = Scene { men, en_passant, ..Scene::empty(&variant.board) };
    let mut found = Vec::new();
    for (i, placed) in setup.men.iter().enumerate() {
        let Some(placed) = placed.filter(|p| p.side == side) else { continue };
        let from = Square::from_index(i);
        let mut piece = variant.kinds[placed.kind.index()].moves[side.index()].clone();
        piece.castlings.clear();
        let moves = walk::moves(&piece, &scene, from).expect("a plain piece");
        found.extend(moves.into_iter().map(|m| (from, m)));
    }
    found
}

/// The position after a move, as far as the safety of royals asks.
fn after(setup: &Setup, from: Square, m: &Outcome) -> Setup {
    let mut next = setup.clone();
    let mover = next.men[from.index()].take();
    for capture in &m.captures {
        next.men[capture.index()] = None;
    }
    if let Some(to) = m.to {
        next.men[to.index()] = mover;
    }
    next.en_passant.clear();
    next.en_passant_victim = None;
    next.moved.retain(|s| *s != from && Some(*s) != m.to);
    next
}

/// The legal moves other than castling by the walk and a test of the royal's safety: some enemy move takes it or none does.
fn legal_by_walk(variant: &Variant, setup: &Setup) -> BTreeSet<(Square, Option<Square>, Vec<Square>)> {
    let is_royal = |p: &Placed| p.side == setup.turn && variant.kinds[p.kind.index()].royal;
    let safe = |from: Square, m: &Outcome| {
        let next = after(setup, from, m);
        let royals: Vec<usize> = (0..next.men.len()).filter(|&i| next.men[i].as_ref().is_some_and(is_royal)).collect();
        let replies = walked(variant, &next, setup.turn.other());
        !replies.iter().any(|(_, reply)| reply.captures.iter().any(|s| royals.contains(&s.index())))
    };
    let moves = walked(variant, setup, setup.turn);
    moves.into_iter().filter(|(from, m)| safe(*from, m)).map(|(from, m)| (from, m.to, m.captures)).collect()
}

/// The same from the generator.
fn legal_by_tables<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
) -> BTreeSet<(Square, Option<Square>, Vec<Square>)> {
    let moves = game.legal_moves(position);
    let moves = moves.iter().filter(|m| m.kind != MoveType::Castling);
    let as_walked = |m: &movegen::moves::Move| {
        let captures = match m.kind {
            MoveType::EnPassant => vec![position.state().passer],
            _ if position.cell(m.to()).is_piece() => vec![m.to()],
            _ => Vec::new(),
        };
        (m.from(), Some(m.to()), captures)
    };
    moves.map(as_walked).collect()
}

fn generation_is_the_walk(name: &str, seed: u64) {
    let variant = game(name);
    // Every fifth position: the walk is slow, and positions a ply apart are much alike.
    let mut ply = seed % 5;
    for_width!(&variant.board, N => random_play::<N>(&variant, seed, 80, |game, position| {
        ply += 1;
        if !ply.is_multiple_of(5) {
            return;
        }
        let setup = game.setup(position);
        let (fast, slow) = (legal_by_tables(game, position), legal_by_walk(&variant, &setup));
        assert_eq!(fast, slow, "{name}, {}", fen::write(&variant, &setup));
        let list = game.legal_moves(position);
        let distinct: BTreeSet<_> = list.iter().collect();
        assert_eq!(list.len(), distinct.len(), "{name}: a move twice, {}", fen::write(&variant, &setup));
    }));
}

fn making_and_unmaking_restores(name: &str, seed: u64) {
    let variant = game(name);
    for_width!(&variant.board, N => random_play::<N>(&variant, seed, 80, |game, position| {
        let before = position.clone();
        let list = game.legal_moves(position);
        for &m in list.iter() {
            let undo = game.make(position, m, &list.effects);
            let anew = game.position(&game.setup(position)).expect("a position reached can be set up");
            assert_eq!(position.hash(), anew.hash(), "{name}: {m:?} from {}", fen::write(&variant, &game.setup(&before)));
            assert_eq!(game.setup(position), game.setup(&anew), "{name}: {m:?}");
            game.unmake(position, m, &undo);
            assert!(*position == before, "{name}: {m:?} from {}", fen::write(&variant, &game.setup(&before)));
        }
    }));
}

fn counts_ignore_threads_and_tables(name: &str, seed: u64) {
    let variant = game(name);
    for_width!(&variant.board, N => {
        let mut last = None;
        random_play::<N>(&variant, seed, 30, |game, position| last = Some(game.setup(position)));
        let setup = last.expect("one position at least");
        let count = |threads, hash_mebibytes, seed| {
            let options = Options { threads, hash_mebibytes, seed };
            perft::run(&variant, &setup, 3, &options, &(), &AtomicBool::new(false)).expect("counts")
        };
        let plain = count(1, 0, DEFAULT_SEED);
        assert_eq!(plain, count(3, 0, DEFAULT_SEED));
        assert_eq!(plain, count(2, 1, DEFAULT_SEED));
        assert_eq!(plain, count(1, 1, seed));
    });
}

/// The board turned by 180 degrees, sides swapped, without castling rights.
fn turned(variant: &Variant, setup: &Setup) -> Setup {
    let turn = |s: &Square| variant.board.turned(*s);
    let mut men = vec![None; setup.men.len()];
    for (i, placed) in setup.men.iter().enumerate() {
        let at = turn(&Square::from_index(i));
        men[at.index()] = placed.map(|p| Placed { side: p.side.other(), ..p });
    }
    Setup {
        men,
        turn: setup.turn.other(),
        castling: Vec::new(),
        en_passant: setup.en_passant.iter().map(turn).collect(),
        en_passant_victim: setup.en_passant_victim.as_ref().map(turn),
        moved: Vec::new(),
        ..setup.clone()
    }
}

fn turning_the_board_changes_no_count(name: &str, seed: u64) {
    let variant = game(name);
    for_width!(&variant.board, N => random_play::<N>(&variant, seed, 40, |game, position| {
        let setup = Setup { castling: Vec::new(), ..game.setup(position) };
        let stop = AtomicBool::new(false);
        let count = |setup: &Setup| {
            let position = game.position(setup).expect("can be set up");
            Count { game, table: None, progress: &(), stop: &stop }.alone(&position, 2)
        };
        assert_eq!(count(&setup), count(&turned(&variant, &setup)), "{name}, {}", fen::write(&variant, &setup));
    }));
}

/// Checks a law on random games, as many in all as a test command can afford.
fn check(cases: u64, law: fn(u64, usize) -> bool) {
    QuickCheck::new().tests(cases).quickcheck(law as fn(u64, usize) -> bool);
}

#[test]
fn what_is_generated_is_what_the_walk_allows() {
    check(40, |seed, which| {
        generation_is_the_walk(GAMES[which % GAMES.len()], seed);
        true
    });
}

#[test]
fn unmaking_a_move_restores_the_position_and_its_hash() {
    check(60, |seed, which| {
        making_and_unmaking_restores(GAMES[which % GAMES.len()], seed);
        true
    });
}

#[test]
fn counts_do_not_depend_on_threads_tables_or_seeds() {
    check(30, |seed, which| {
        counts_ignore_threads_and_tables(GAMES[which % GAMES.len()], seed);
        true
    });
}

#[test]
fn turning_the_board_and_swapping_sides_changes_no_count() {
    check(40, |seed, which| {
        turning_the_board_changes_no_count(TURNABLE[which % TURNABLE.len()], seed);
        true
    });
}

#[test]
fn a_table_under_pressure_still_counts_exactly() {
    let variant = game("chess");
    let chess = perft::compile::<1>(&variant, DEFAULT_SEED).expect("compiles");
    let start = chess.position(&fen::read(&variant, &variant.start).expect("reads")).expect("sets up");
    let table = Table::new(0).expect("one bucket");
    let stop = AtomicBool::new(false);
    let count = Count { game: &chess, table: Some(&table), progress: &(), stop: &stop };
    assert_eq!(count.alone(&start, 4), 197_281);
}

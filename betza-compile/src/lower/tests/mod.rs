//! The tables give the walk's moves, on random pieces of the IR, boards, occupancies and sides; and the tables' answers
//! agree with one another.

mod found;
mod looks;
mod plain;
mod random;
mod victims;
mod wanted;

use super::*;
use crate::walk::{self, Outcome, Scene, WalkError};
use betza_testkit::Random;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Positions for each compiled piece and side.
const POSITIONS: usize = 50;

/// Seeds that take longer are named.
const SLOW: Duration = Duration::from_millis(500);

/// Positions where the walk needs more states are left out.
const STATES: usize = 1 << 13;

/// The types of a scene, compiled.
struct SceneKinds<'a, const N: usize> {
    scene: &'a Scene<'a>,
    tables: &'a [PieceTables<N>],
}

impl<const N: usize> Kinds<N> for SceneKinds<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        self.scene.men[square.index()].and_then(|man| man.kind)
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        &self.tables[kind]
    }
}

/// Destination, captures, relocations: what tells moves apart.
type Key = (Option<Square>, Vec<Square>, Vec<(Square, Square)>);

fn key(outcome: Outcome) -> Key {
    (outcome.to, outcome.captures, outcome.relocations)
}

fn keys<const N: usize>(moves: &ChainMoves<N>, view: &View<'_, N>, from: Square) -> Vec<Key> {
    moves.outcomes(&(view.own | view.enemy).without(Bitboard::of(from))).into_iter().map(key).collect()
}

/// Checks that both directions of lookup, the paths and the bounds agree with the targets.
fn check_reach<const N: usize>(tables: &PieceTables<N>, view: &View<'_, N>, from: Square) {
    let occupied = view.own | view.enemy;
    for part in tables.parts.iter().chain(&tables.passes) {
        let targets = part.reach.targets(from, &occupied);
        assert!(targets.is_subset(part.reach.may_reach(from)));
        for to in tables.board().squares() {
            let reached = targets.contains(to);
            assert_eq!(
                part.reach.sources(to, &occupied).contains(from),
                reached,
                "{from:?} {to:?} {:?}",
                part.reach.back
            );
            assert_eq!(part.reach.may_come_from(to).contains(from), part.reach.may_reach(from).contains(to));
            let mut paths = part.reach.paths(from, to).peekable();
            assert_eq!(paths.peek().is_some(), part.reach.may_reach(from).contains(to));
            assert_eq!(paths.any(|p| p.is_open(&occupied)), reached, "{from:?} {to:?} {part:?}");
        }
        assert!(tables.parts.len() + tables.passes.len() < 1000);
    }
}

/// Returns a short description of a move, without its defaults.
fn brief(debug: &str) -> String {
    let usual = [
        "span: Free, ",
        "footing: Leap, ",
        "pass: Clear, ",
        "wrap: None, ",
        "skips_first: false, ",
        "avoids_origin: false, ",
        "unloads: false",
        "victims: Victims(0x0)",
        "off: Acts(0x0), ",
        "condition: Condition(0x0), ",
        "sectors: Sectors(65535), ",
        "leaves_en_passant: false",
    ];
    usual.iter().fold(debug.to_owned(), |text, usual| text.replace(usual, ""))
}

/// The result of the cases of one seed.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Compared.
    compared: u64,
    /// The tables gave [`ChainError::TooManyPaths`]. The walk merges more paths and can still answer.
    refused: u64,
    /// How long compiling, the walk and the tables took.
    compiling: Duration,
    walking: Duration,
    asking: Duration,
}

fn check<const N: usize>(seed: u64, board: &Board, r: &mut Random) -> Tally {
    let mut tally = Tally::default();
    let squares: Vec<Square> = board.squares().collect();
    if squares.is_empty() {
        return tally;
    }
    let mut lowering = Lowering::<N>::new(board).unwrap();
    let kinds = [random::piece(r), random::piece(r)];
    let piece = &kinds[0];
    let mut scratch = ChainScratch::new();
    let mut found = ChainMoves::new();
    for side in Side::BOTH {
        let started = Instant::now();
        let lowered = kinds.each_ref().map(|piece| lowering.lower(piece, side));
        if lowered.iter().any(|tables| matches!(tables, Err(LowerError::Work { .. }))) {
            tally.refused += 1;
            return tally;
        }
        let tables = lowered.map(Result::unwrap);
        tally.compiling += started.elapsed();
        for n in 0..POSITIONS {
            let from = squares[r.below(squares.len())];
            let scene = random::scene(r, board, &kinds, side, from);
            let started = Instant::now();
            let walked = walk::moves_within(STATES, piece, &scene, from);
            tally.walking += started.elapsed();
            let expected = match walked {
                Ok(outcomes) => outcomes,
                Err(WalkError::TooManyPaths { .. }) => continue,
                Err(error) => panic!("seed {seed}: {error}"),
            };
            let expected: Vec<Key> = expected.into_iter().map(key).collect();
            let kinds_of = SceneKinds { scene: &scene, tables: &tables };
            let view = View { kinds: Some(&kinds_of), ..View::of_scene(&scene, from) };
            found.clear();
            let started = Instant::now();
            let asked = tables[0].moves(&view, from, &mut scratch, &mut found);
            tally.asking += started.elapsed();
            match asked {
                Ok(()) => {}
                Err(ChainError::TooManyPaths { .. }) => {
                    // It takes long each time; one such position of a piece is enough.
                    tally.refused += 1;
                    return tally;
                }
                Err(error) => panic!("seed {seed}: {error}"),
            }
            let keys = keys(&found, &view, from);
            if keys != expected {
                let missing: Vec<&Key> = expected.iter().filter(|k| !keys.contains(k)).collect();
                let extra: Vec<&Key> = keys.iter().filter(|k| !expected.contains(k)).collect();
                let differs = |m: &&Move| {
                    let one = Piece::of(vec![(*m).clone()]);
                    found.clear();
                    let tables = lowering.lower(&one, side).unwrap();
                    tables.moves(&view, from, &mut scratch, &mut found).unwrap();
                    let expected = walk::moves(&one, &scene, from).unwrap().into_iter();
                    expected.map(key).collect::<Vec<Key>>() != self::keys(&found, &view, from)
                };
                let moves: Vec<String> = piece.moves.iter().filter(differs).map(|m| brief(&format!("{m:?}"))).collect();
                panic!(
                    "seed {seed}: {board:?} {side:?} {from:?}\nmissing {missing:?}\nextra {extra:?}\n{}\n\
                     own {:?}\nenemy {:?}\nunmoved {:?}\nroyal {:?}\nen passant {:?}\n{:?}",
                    moves.join("\n"),
                    view.own,
                    view.enemy,
                    view.unmoved,
                    view.royal,
                    view.en_passant,
                    view.mover
                );
            }
            tally.compared += 1;
            let captures = tables[0].captures(&view, from, &mut scratch, &mut found).unwrap();
            let has_en_passant = view.en_passant.iter().map(|e| e.victim).collect();
            let beyond = captures.without(tables[0].may_capture(from) | has_en_passant);
            assert!(beyond.is_empty(), "seed {seed}: {from:?} {beyond:?} {}", brief(&format!("{:?}", piece.moves)));
            if n % 10 == 0 {
                let mut r = Random(seed ^ n as u64);
                wanted::check(&tables[0], &view, &kinds_of, from, captures, &mut r);
                check_reach(&tables[0], &view, from);
            }
        }
    }
    tally
}

/// Says which seed it was when something panics.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("seed {} failed", self.0);
        }
    }
}

/// Compares the random piece and positions of one seed.
fn check_seed(seed: u64) -> Tally {
    let _named = Named(seed);
    let mut r = Random(seed);
    let board = random::board(&mut r);
    match board.area().div_ceil(64) {
        1 => check::<1>(seed, &board, &mut r),
        2 => check::<2>(seed, &board, &mut r),
        3 => check::<3>(seed, &board, &mut r),
        _ => check::<4>(seed, &board, &mut r),
    }
}

#[test]
fn tables_say_what_the_walk_says() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    let (first, wanted): (u64, u64) = (number("LOWER_SEED", 0), number("LOWER_CASES", 200_000));
    let (seeds, compared, refused) = (AtomicU64::new(first), AtomicU64::new(0), AtomicU64::new(0));
    let compare = || {
        while compared.load(Relaxed) < wanted {
            let seed = seeds.fetch_add(1, Relaxed);
            let started = Instant::now();
            let one = check_seed(seed);
            if started.elapsed() > SLOW {
                let Tally { compared, refused, compiling, walking, asking } = one;
                println!(
                    "seed {seed}: {:?} for {compared} cases, {refused} refused: compiling {compiling:?}, walking {walking:?}, asking {asking:?}",
                    started.elapsed()
                );
            }
            compared.fetch_add(one.compared, Relaxed);
            refused.fetch_add(one.refused, Relaxed);
        }
    };
    betza_testkit::on_each_core(compare);
    let (compared, refused, last) = (compared.into_inner(), refused.into_inner(), seeds.into_inner() - 1);
    println!("{compared} cases, {refused} refused, seeds {first} to {last}");
    assert!(refused * 1000 <= compared, "{refused} of {compared} cases refused");
}

#[test]
fn tables_say_what_the_walk_says_for_any_seed() {
    fn agrees(seed: u64) -> bool {
        check_seed(seed);
        true
    }
    quickcheck::QuickCheck::new().tests(200).quickcheck(agrees as fn(u64) -> bool);
}

/// A piece of this seed costs more than is allowed to compile, which is no disagreement.
#[test]
fn a_random_piece_may_cost_too_much() {
    assert_eq!(check_seed(10_863_912_159_611_902_568).refused, 1);
}

/// Chains of two legs have a table of their own, which gives each move once, as the machine does.
#[test]
fn two_legs_are_what_the_machine_says() {
    use betza_notation::{Dialect, read};
    let pieces = [
        ("KNADcaKmcabK", Dialect::Xbetza),
        ("fmFfcafmF", Dialect::Xbetza),
        ("mQ+cQ-mK", Dialect::Bex),
        ("cR4-K+cF-K", Dialect::Bex),
        ("mcK--mcN", Dialect::Bex),
        ("dcK-amdK", Dialect::Betza2),
    ];
    let mut r = Random(1);
    for (text, dialect) in pieces {
        let piece = read(text, dialect).unwrap().piece;
        let kinds = [piece.clone(), piece.clone()];
        for size in ["8x8", "10x10", "5x13", "16x16"] {
            let board = Board::parse(size).unwrap();
            match board.area().div_ceil(64) {
                1 => two_legs::<1>(text, &board, &kinds, &mut r),
                2 => two_legs::<2>(text, &board, &kinds, &mut r),
                _ => two_legs::<4>(text, &board, &kinds, &mut r),
            }
        }
    }
}

fn two_legs<const N: usize>(text: &str, board: &Board, kinds: &[Piece; 2], r: &mut Random) {
    let squares: Vec<Square> = board.squares().collect();
    let mut lowering = Lowering::<N>::new(board).unwrap();
    let (mut scratch, mut walked, mut room) = (ChainScratch::new(), ChainMoves::new(), ChainMoves::new());
    for side in Side::BOTH {
        let tables = lowering.lower(&kinds[0], side).unwrap();
        assert!(tables.two_legs.is_some(), "{text}");
        for _ in 0..500 {
            let from = squares[r.below(squares.len())];
            let scene = random::scene(r, board, kinds, side, from);
            let view = View::of_scene(&scene, from);
            walked.clear();
            tables.chain_moves(&view, from, &mut scratch, &mut walked).unwrap();
            tables.pass_moves(&view, from, &mut walked);
            let mut told: Vec<Key> = Vec::new();
            let tell = |group: MoveGroup<'_, N>| {
                for to in group.to {
                    let mut captures = group.captures.to_vec();
                    if to != from && (view.own | view.enemy).contains(to) {
                        captures.push(to);
                        captures.sort_unstable();
                    }
                    told.push((Some(to), captures, Vec::new()));
                }
            };
            tables.each_chain_group(&view, from, &mut scratch, &mut room, tell).unwrap();
            told.sort();
            assert_eq!(
                told,
                keys(&walked, &view, from),
                "{text} {board:?} {side:?} {from:?} {:?} {:?}",
                view.own,
                view.enemy
            );
        }
    }
}

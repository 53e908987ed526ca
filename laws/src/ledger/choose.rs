//! Positions in which a game's rules are at work, chosen from random games.

use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_movegen::moves::MoveType;
use betza_movegen::{AnyGame, AnyPosition};
use betza_testkit::Random;
use std::collections::BTreeSet;

/// Random games that are played, and their plies.
const GAMES: u64 = 40;
const PLIES: usize = 90;

/// What may be at work in a position: bits of a word.
const IN_CHECK: u32 = 0;
const SEVERAL_CHECKERS: u32 = 1;
const CAPTURE: u32 = 2;
const VICTIM_ELSEWHERE: u32 = 3;
const CHECK: u32 = 4;
const MATE: u32 = 5;
const END: u32 = 6;
const GATE: u32 = 7;
const STALEMATE: u32 = 8;
/// From here on the types of moves.
const TYPES: u32 = 9;

/// A position of a random game.
struct Candidate {
    setup: Setup,
    at_work: u32,
}

/// Chooses positions with legal moves: those whose rules at work are at work in the fewest of those chosen before, and
/// of equal ones the first of the random games of this seed. Rights that a position's text does not tell are not asked
/// for: a position whose text is not read as itself is passed over.
///
/// # Panics
/// If the game's start is not a position.
#[must_use]
pub fn chosen(game: &AnyGame, seed: u64, how_many: usize) -> Vec<Setup> {
    let mut candidates = candidates(game, seed);
    let mut often = [0u32; 32];
    let mut chosen = Vec::new();
    while chosen.len() < how_many {
        // What is at work in few chosen positions counts for more.
        let worth = |candidate: &Candidate| {
            (0..32)
                .filter(|bit| candidate.at_work >> bit & 1 != 0)
                .map(|bit| 1.0 / f64::from(1 << (2 * often[bit as usize]).min(30)))
                .sum::<f64>()
        };
        let best = candidates.iter().enumerate().fold(None, |best: Option<(usize, f64)>, (i, candidate)| {
            let worth = worth(candidate);
            if best.is_none_or(|(_, most)| worth > most) { Some((i, worth)) } else { best }
        });
        let Some((index, _)) = best else { break };
        let candidate = candidates.remove(index);
        (0..32).filter(|bit| candidate.at_work >> bit & 1 != 0).for_each(|bit| often[bit as usize] += 1);
        chosen.push(candidate.setup);
    }
    chosen
}

fn candidates(game: &AnyGame, seed: u64) -> Vec<Candidate> {
    let variant = game.variant();
    let start = fen::read(variant, &variant.start).expect("the start is a position");
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for number in 0..GAMES {
        let mut random = Random(seed.wrapping_add(number));
        let mut position = game.position(&start).expect("the start can be set up");
        for ply in 0..PLIES {
            let list = game.legal_moves(&position);
            if list.is_empty() || game.has_overflowed() {
                break;
            }
            let setup = game.setup(&position);
            // The first plies of all games are alike.
            if ply >= 4
                && random.one_in(3)
                && seen.insert(fen::write_played(variant, setup.clone()))
                && is_told(game, variant, &setup)
            {
                found.push(Candidate { at_work: at_work(game, &position), setup });
            }
            let m = list[random.below(list.len())];
            game.make_listed(&mut position, m, &list);
        }
    }
    found
}

/// Whether the position's text says all of it.
fn is_told(game: &AnyGame, variant: &Variant, setup: &Setup) -> bool {
    let read = fen::read(variant, &fen::write(variant, setup));
    let counters = |setup: &Setup| Setup { halfmoves: 0, move_number: 1, ..setup.clone() };
    read.is_ok_and(|read| game.position(&read).is_ok_and(|p| counters(&game.setup(&p)) == counters(setup)))
}

/// What is at work in a position: in itself, and in its moves.
fn at_work(game: &AnyGame, position: &AnyPosition) -> u32 {
    let mut found = 0;
    let mut set = |bit: u32, is: bool| found |= u32::from(is) << bit;
    set(IN_CHECK, game.is_check(position));
    set(SEVERAL_CHECKERS, game.checkers(position).count() > 1);
    let list = game.legal_moves(position);
    let held = |setup: &Setup| setup.hands[position.turn().index()].iter().map(|&n| u32::from(n)).sum::<u32>();
    let in_hand = held(&game.setup(position));
    for &m in list.iter() {
        let mut after = position.clone();
        game.make_listed(&mut after, m, &list);
        set(TYPES + m.kind as u32, m.kind != MoveType::Plain);
        let theirs = position.turn().other();
        let gone = position.side(theirs).without(after.side(theirs));
        set(CAPTURE, after.side(theirs).count() < position.side(theirs).count());
        set(VICTIM_ELSEWHERE, m.kind != MoveType::EnPassant && gone.into_iter().any(|square| square != m.to()));
        let check = game.is_check(&after);
        let is_last = !game.has_legal_move(&after);
        let has_ended = game.has_ended(&after);
        set(CHECK, check);
        set(MATE, check && is_last);
        set(END, has_ended);
        set(STALEMATE, is_last && !check && !has_ended);
        set(GATE, in_hand > 0 && m.kind != MoveType::Drop && held(&game.setup(&after)) < in_hand);
    }
    found
}

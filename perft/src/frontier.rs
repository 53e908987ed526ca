//! The positions at some ply, each once, with the number of ways to reach it: the parts into which a long count is
//! split.
//!
//! Two positions are the same if their texts are, without clocks and move numbers, and without squares open to en
//! passant capture where no such capture is legal: none of that changes a count. Nothing is left to a hash.

use crate::PerftError;
use crate::count::Count;
use crate::count::Watch;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_movegen::{AnyGame, AnyPosition};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

/// The most positions that are kept.
pub const UNIT_LIMIT: usize = 20_000_000;

/// Texts that are expanded before their children are gathered.
const BATCH: usize = 1 << 14;

/// The plies that are counted to see how much work a unit is.
const ESTIMATE: u32 = 2;

/// One position of a frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The position's text, with clocks set to the start.
    pub fen: String,
    /// The number of ways to reach it.
    pub occurrences: u128,
    /// The leaves a few plies below it, as a measure of the work that it is.
    pub estimate: u64,
}

/// All positions at a ply, those with most work first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// The positions.
    pub units: Vec<Unit>,
    /// The sum of their occurrences: the number of ways to play so many plies.
    pub occurrences: u128,
}

pub(crate) fn find(
    game: &AnyGame,
    root: &AnyPosition,
    ply: u32,
    below: u32,
    watch: Watch<'_>,
) -> Result<Frontier, PerftError> {
    let stopped = || watch.stop.load(Relaxed);
    let mut layer = vec![(text(game, root)?, 1u128)];
    for _ in 0..ply {
        let mut next: HashMap<String, u128> = HashMap::new();
        for batch in layer.chunks(BATCH) {
            if stopped() {
                return Err(PerftError::Stopped);
            }
            let children: Vec<Vec<String>> =
                batch.par_iter().map(|(fen, _)| children(game, fen)).collect::<Result<_, _>>()?;
            for (children, (_, occurrences)) in children.into_iter().zip(batch) {
                for child in children {
                    let ways = next.entry(child).or_default();
                    *ways = ways.checked_add(*occurrences).ok_or(PerftError::Overflow)?;
                }
            }
            if next.len() > UNIT_LIMIT {
                return Err(PerftError::TooManyUnits { limit: UNIT_LIMIT });
            }
        }
        layer = next.into_iter().collect();
    }
    let count = Count { game, table: None, known: None, progress: &(), stop: watch.stop };
    let share = 1.0 / layer.len().max(1) as f64;
    let unit = |(fen, occurrences): (String, u128)| {
        if stopped() {
            return Err(PerftError::Stopped);
        }
        let estimate = count.alone(&position(game, &fen)?, below.min(ESTIMATE));
        watch.progress.advance(share);
        Ok(Unit { fen, occurrences, estimate })
    };
    let mut units: Vec<Unit> = layer.into_par_iter().map(unit).collect::<Result<_, PerftError>>()?;
    units.sort_unstable_by(|a, b| b.estimate.cmp(&a.estimate).then_with(|| a.fen.cmp(&b.fen)));
    let occurrences =
        units.iter().try_fold(0u128, |sum, u| sum.checked_add(u.occurrences)).ok_or(PerftError::Overflow)?;
    Ok(Frontier { units, occurrences })
}

/// The text by which positions are told apart.
fn text(game: &AnyGame, position: &AnyPosition) -> Result<String, PerftError> {
    let setup = Setup { halfmoves: 0, move_number: 1, ..game.setup(position) };
    if !setup.en_passant.is_empty() {
        let closed = Setup { en_passant: Vec::new(), en_passant_victim: None, ..setup.clone() };
        let moves = game.legal_moves(position);
        if moves == game.legal_moves(&game.position(&closed).map_err(PerftError::Setup)?) {
            return Ok(fen::write(game.variant(), &closed));
        }
    }
    Ok(fen::write(game.variant(), &setup))
}

fn position(game: &AnyGame, text: &str) -> Result<AnyPosition, PerftError> {
    let setup = fen::read(game.variant(), text).map_err(PerftError::Text)?;
    game.position(&setup).map_err(PerftError::Setup)
}

/// The texts of the positions after each legal move.
fn children(game: &AnyGame, fen: &str) -> Result<Vec<String>, PerftError> {
    let position = position(game, fen)?;
    let moves = game.legal_moves(&position);
    let child = |&m| {
        let mut child = position.clone();
        game.make_listed(&mut child, m, &moves);
        text(game, &child)
    };
    moves.iter().map(child).collect()
}

//! Games from the first move to the last, whoever chooses the moves.

use crate::values::Random;
use betza::{Move, Outcome, Position};

/// Plays a game on until it is over, until a draw may be claimed, or until it is so many plies long; `None` is no
/// result.
///
/// # Errors
/// Why a move could not be chosen, or is not legal.
pub fn play_out(
    position: &mut Position,
    plies: usize,
    mut choose: impl FnMut(&Position) -> Result<Move, String>,
) -> Result<Option<Outcome>, String> {
    loop {
        let over = position.outcome().or_else(|| position.claimable());
        if over.is_some() || position.history().len() >= plies {
            return Ok(over);
        }
        let m = choose(position)?;
        position.play(m).map_err(|error| error.to_string())?;
    }
}

/// So many random openings are tried.
pub const TRIES: usize = 200;

/// Why there is no opening.
pub const NO_OPENING: &str = "no opening was found after which the game goes on: try fewer random moves";

/// The position after some random moves, in which the game goes on.
///
/// # Errors
/// [`NO_OPENING`] after [`TRIES`].
pub fn random_opening(start: &Position, plies: u32, seed: u64) -> Result<Position, String> {
    let mut random = Random(seed);
    for _ in 0..TRIES {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            drop(position.play(moves[random.below(moves.len())]));
        }
        if plies == 0 || position.outcome().is_none() {
            return Ok(position);
        }
    }
    Err(NO_OPENING.to_owned())
}

//! What one array is worth against another: the engine plays both, in pairs of games from the same openings.
//!
//! So H. G. Muller measures pieces: one side's knights are replaced by them, and the score is compared with that of a
//! side that lacks a pawn. A game depends on its number and the seed alone, so that results are the same on any number
//! of threads.

use crate::clock::{Clock, Limits};
use crate::play::{NO_OPENING, TRIES, play_out};
use crate::table::Table;
use crate::think::{Mind, think};
use crate::values::{Random, Values};
use betza::{Move, Outcome, Position, Side, Style};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game that is longer is drawn.
const PLIES: usize = 400;

/// An opening is even if the engine sees at most so many centipawns.
const EVEN: i32 = 50;

/// Megabytes of each game's table.
const TABLE: usize = 1;

/// How a contest is played.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Pairs of games: each opening is played twice, with the arrays in turn White's and Black's.
    pub pairs: u32,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Random moves at the beginning, without captures.
    pub opening: u32,
    /// What they begin with.
    pub seed: u64,
}

/// The game as it is, and as it is if White or Black has the array that is measured. All three are positions of one
/// game.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// The game's own start, in which openings are chosen.
    pub own: Position,
    /// The starts if White has the other array, and if Black has it. Pairs of games take them in turn.
    pub other: Vec<[Position; 2]>,
}

/// How a contest ended, for the array that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// The part of the points that was won.
    pub points: f64,
    /// The standard error of that, from how much pairs of games differ.
    pub error: f64,
}

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// Plays a contest on the threads of the current rayon pool; `progress` is told what part is done. `None` if it was
/// stopped.
///
/// # Errors
/// Why a game cannot be played.
pub fn contest(
    arrays: &Arrays,
    values: &Values,
    terms: &Terms,
    stop: &AtomicBool,
    progress: impl Fn(f64) + Sync,
) -> Result<Option<Score>, String> {
    let pair = |number: u32| {
        let other = &arrays.other[number as usize % arrays.other.len()];
        let player = Player { values, nodes: terms.nodes };
        let mut random = Random(terms.seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number) << 32));
        let mut results = [Verdict::Drawn; 2];
        if !stop.load(Relaxed) {
            let openings = opening(&arrays.own, other, player, terms.opening, &mut random)?;
            for ((result, mut position), side) in results.iter_mut().zip(openings).zip(Side::BOTH) {
                *result = player.game(&mut position, side)?;
                progress(0.5 / f64::from(terms.pairs));
            }
        }
        Ok(results)
    };
    let results = (0..terms.pairs).into_par_iter().map(pair).collect::<Result<Vec<_>, String>>()?;
    Ok((!stop.load(Relaxed)).then(|| Score::of(&results)))
}

/// How a game ended for the array that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Won,
    Drawn,
    Lost,
}

/// Who plays both sides.
#[derive(Clone, Copy)]
struct Player<'a> {
    values: &'a Values,
    nodes: u64,
}

impl Player<'_> {
    /// How a game ends for a side.
    fn game(self, position: &mut Position, side: Side) -> Result<Verdict, String> {
        let table = Table::new(TABLE);
        let outcome = play_out(position, PLIES, |position| Ok(self.search(position, &table).1))?;
        Ok(match outcome.map(Outcome::winner) {
            Some(Some(winner)) if winner == side => Verdict::Won,
            Some(Some(_)) => Verdict::Lost,
            _ => Verdict::Drawn,
        })
    }

    /// The score of a position for the side to move, in centipawns, and its best move.
    fn search(self, position: &Position, table: &Table) -> (i32, Move) {
        let clock = Clock::start(Limits { nodes: Some(self.nodes), ..Limits::default() }, position.turn());
        let mind = Mind { values: self.values, table, threads: 1 };
        let line = think(position, mind, &clock, |_| {}).expect("the game is not over");
        (line.score, line.moves[0])
    }
}

/// The positions after some random moves that capture nothing and are legal in the game itself and with either array.
/// The engine holds the opening for even in the game itself, so that what decides is the array.
fn opening(
    own: &Position,
    other: &[Position; 2],
    player: Player<'_>,
    plies: u32,
    random: &mut Random,
) -> Result<[Position; 2], String> {
    let mut tries = 0;
    loop {
        tries += 1;
        let (mut position, mut others) = (own.clone(), other.clone());
        for _ in 0..plies {
            let Some(moves) = random_move(&position, &others, random) else { break };
            position.play(moves[0]).map_err(|error| error.to_string())?;
            for (other, m) in others.iter_mut().zip(&moves[1..]) {
                other.play(*m).map_err(|error| error.to_string())?;
            }
        }
        let goes_on = |position: &Position| position.outcome().is_none() && position.has_legal_move();
        if goes_on(&position) && others.iter().all(goes_on) {
            let is_even = || player.search(&position, &Table::new(TABLE)).0.abs() <= EVEN;
            if tries >= TRIES || is_even() {
                return Ok(others);
            }
        } else if tries >= TRIES {
            return Err(NO_OPENING.to_owned());
        }
    }
}

/// One of the moves that capture nothing and that are legal in all three positions, as each has it.
fn random_move(own: &Position, others: &[Position; 2], random: &mut Random) -> Option<[Move; 3]> {
    let game = own.game().any();
    let quiet = |m: &Move| game.captured_by(own.any(), *m).is_empty();
    let known = |m: Move| {
        let text = own.text(m, Style::Uci);
        Some([m, others[0].read_move(&text).ok()?, others[1].read_move(&text).ok()?])
    };
    let moves: Vec<[Move; 3]> = own.legal_moves().into_iter().filter(quiet).filter_map(known).collect();
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

impl Score {
    fn of(pairs: &[[Verdict; 2]]) -> Score {
        let count = |wanted| pairs.iter().flatten().filter(|&&result| result == wanted).count() as u32;
        let games = [Verdict::Won, Verdict::Drawn, Verdict::Lost].map(count);
        let points = |result: &Verdict| match result {
            Verdict::Won => 0.5,
            Verdict::Drawn => 0.25,
            Verdict::Lost => 0.0,
        };
        let pairs: Vec<f64> = pairs.iter().map(|pair| pair.iter().map(points).sum()).collect();
        let count = pairs.len().max(1) as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let spread = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        // Few pairs may all end alike by chance: their error is not less than half a point of one game.
        let error = (spread / count).sqrt().max(0.25 / count);
        Score { games, points: mean, error }
    }

    /// How much stronger the array is, on the scale on which such numbers add up: the logarithm of points won to points
    /// lost. `None` if nearly all points were won or lost, of which nothing follows but that.
    pub fn strength(&self) -> Option<Estimate> {
        let (won, lost) = (self.points, 1.0 - self.points);
        let is_open = won.min(lost) > 0.02;
        is_open.then(|| Estimate { value: (won / lost).ln(), error: self.error / (won * lost) })
    }
}

impl Estimate {
    /// This number in units of another one. `None` if that is not known to differ from nothing: if it is less than
    /// twice its error.
    pub fn in_units_of(self, unit: Estimate) -> Option<Estimate> {
        if unit.value.abs() < 2.0 * unit.error {
            return None;
        }
        let value = self.value / unit.value;
        let error = (self.error.powi(2) + (value * unit.error).powi(2)).sqrt() / unit.value.abs();
        Some(Estimate { value, error })
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrays, Estimate, Score, Terms, Verdict, contest};
    use crate::values::Values;
    use betza::Game;
    use std::sync::atomic::AtomicBool;

    /// Queens stand for the knights of White, and of Black.
    fn queens_for_knights() -> (Arrays, Values) {
        let game = Game::builtin("chess").unwrap();
        let own = game.start();
        let with = |fen: &str| game.position(fen).unwrap();
        let other = vec![[
            with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RQBQKBQR w KQkq - 0 1"),
            with("rqbqkbqr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ]];
        let values = Values::measure(game.any(), &own);
        (Arrays { own, other }, values)
    }

    fn play(threads: usize, seed: u64) -> Score {
        let (arrays, values) = queens_for_knights();
        let terms = Terms { pairs: 4, nodes: 200, opening: 4, seed };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| contest(&arrays, &values, &terms, &AtomicBool::new(false), |_| {})).unwrap().unwrap()
    }

    #[test]
    fn queens_are_worth_more_than_knights_on_any_number_of_threads() {
        let score = play(1, 1);
        assert_eq!(score.games.iter().sum::<u32>(), 8);
        assert!(score.points - 0.5 > score.error, "{score:?}");
        assert_eq!(score, play(3, 1));
    }

    /// By hand: pairs of 1, 3/4, 1/2 and 3/4 of the points have the mean 3/4 and differ from it by 1/4, 0, 1/4 and 0.
    /// The variance is (1/16 + 1/16) / 3 = 1/24, that of the mean 1/96.
    #[test]
    fn the_error_is_that_of_pairs() {
        use Verdict::{Drawn, Lost, Won};
        let score = Score::of(&[[Won, Won], [Won, Drawn], [Lost, Won], [Drawn, Won]]);
        assert_eq!((score.games, score.points), ([5, 2, 1], 0.75));
        assert!((score.error - (1.0_f64 / 96.0).sqrt()).abs() < 1e-12, "{score:?}");
        // Three points to one: ln 3, whose derivative by the points is 1 / (3/4 * 1/4).
        let strength = score.strength().unwrap();
        assert!((strength.value - 3.0_f64.ln()).abs() < 1e-12);
        assert!((strength.error - score.error * 16.0 / 3.0).abs() < 1e-12);
        // Pairs that all end alike have an error all the same, and a match that was won throughout tells no strength.
        let even = Score::of(&[[Won, Lost], [Lost, Won]]);
        assert_eq!((even.points, even.error), (0.5, 0.125));
        assert_eq!(Score::of(&[[Won, Won]; 9]).strength(), None);
    }

    /// By hand: 6 ± 0.6 in units of 2 ± 0.2 is 3, with errors of 0.3 from each of the two.
    #[test]
    fn errors_of_both_matches_count() {
        let estimate = |value, error| Estimate { value, error };
        let quotient = estimate(6.0, 0.6).in_units_of(estimate(2.0, 0.2)).unwrap();
        assert!((quotient.value - 3.0).abs() < 1e-12);
        assert!((quotient.error - 0.3 * 2.0_f64.sqrt()).abs() < 1e-12, "{quotient:?}");
        assert_eq!(estimate(6.0, 0.6).in_units_of(estimate(2.0, 1.1)), None);
    }
}

//! From a position of the library to a search on threads, and back: this is where code that does not know the board's
//! width meets code that is compiled for each.

use crate::clock::Clock;
use crate::search::{Line, Step, Worker};
use crate::table::Table;
use crate::values::Values;
use betza::movegen::game::Game;
use betza::movegen::position::Position;
use betza::with_width;
use std::time::Duration;

/// What searches of a game share.
#[derive(Clone, Copy)]
pub struct Mind<'a> {
    /// What its pieces are worth.
    pub values: &'a Values,
    /// What is known of its positions.
    pub table: &'a Table,
    /// The number of threads.
    pub threads: usize,
}

/// Searches a position until the clock stops it, and gives the lines of each iteration. The answer is the last of the
/// best; `None` if there is no legal move.
pub fn think(position: &betza::Position, mind: Mind<'_>, clock: &Clock, give: impl FnMut(&Line)) -> Option<Line> {
    let game = position.game();
    with_width!(game, position, |game, inner| search(game, inner, position, mind, clock, give))
}

/// The positions of the game up to this one.
fn path(position: &betza::Position) -> Vec<Step> {
    let (mut position, mut path) = (position.clone(), Vec::new());
    loop {
        let game = position.game();
        path.push(with_width!(game, position, |game, inner| Step::of(game, inner)));
        if position.undo().is_none() {
            path.reverse();
            return path;
        }
    }
}

fn search<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    played: &betza::Position,
    mind: Mind<'_>,
    clock: &Clock,
    mut give: impl FnMut(&Line),
) -> Option<Line> {
    let legal = played.legal_moves();
    let first = *legal.iter().find(|m| clock.limits.only.contains(m)).or(legal.first())?;
    let (path, sum) = (path(played), mind.values.sum(played));
    let worker = || Worker::new(game, position, &path, sum, (mind.values, mind.table, clock));
    mind.table.grow_old();
    let mut best = None;
    std::thread::scope(|scope| {
        for helper in 1..mind.threads {
            // Helpers begin at different depths, so that they are not all at the same place.
            scope.spawn(move || worker().run(1 + (helper % 2) as i32, |_| {}));
        }
        worker().run(1, |line| {
            give(&line);
            if line.place == 0 {
                best = Some(line);
            }
        });
        while clock.limits.infinite && !clock.has_stopped() {
            std::thread::sleep(Duration::from_millis(2));
        }
        clock.stop();
    });
    let unsearched =
        || Line { place: 0, depth: 0, score: 0, moves: vec![first], nodes: clock.nodes(), time: clock.elapsed() };
    Some(best.unwrap_or_else(unsearched))
}

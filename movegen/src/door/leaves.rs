//! Counts the leaves of a game tree on one thread, in a game of any width. The caller decides how threads share a
//! count.

use crate::count::leaves::{Count, Search, lists};
use crate::door::{AnyGame, AnyPosition};
use crate::table::Table;
use crate::with_width;
use std::sync::atomic::AtomicBool;

/// What one count needs.
#[derive(Clone, Copy)]
pub struct Leaves<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// Counts made before, if they are kept.
    pub table: Option<&'a Table>,
    /// Set from outside to stop the count. The number that is then returned has no meaning.
    pub stop: &'a AtomicBool,
}

impl Leaves<'_> {
    /// Returns the number of leaves `depth` plies below a position. The moves of the last two plies are counted and not
    /// made.
    ///
    /// # Panics
    /// If the position is of another width than the game.
    #[must_use]
    pub fn below(&self, position: &AnyPosition, depth: u32) -> u64 {
        let count = Count { table: self.table, stop: self.stop };
        with_width!(self.game, position, |game, position| {
            let (mut position, mut lists) = (position.clone(), lists(depth));
            match self.table {
                None => count.below::<_, false>(game, &mut position, depth, &mut lists),
                Some(_) => count.below::<_, true>(game, &mut position, depth, &mut lists),
            }
        })
    }

    /// Returns the same number, listing the moves of the last ply without making them, and without the table.
    ///
    /// # Panics
    /// If the position is of another width than the game.
    #[must_use]
    pub fn listed(&self, position: &AnyPosition, depth: u32) -> u64 {
        with_width!(self.game, position, |game, position| {
            Search { game, stop: self.stop }.listed(&mut position.clone(), &mut lists(depth))
        })
    }

    /// Returns the same number, making every move and taking it back, the hash kept up to date, and without the table.
    ///
    /// # Panics
    /// If the position is of another width than the game.
    #[must_use]
    pub fn made(&self, position: &AnyPosition, depth: u32) -> u64 {
        with_width!(self.game, position, |game, position| {
            Search { game, stop: self.stop }.made(&mut position.clone(), &mut lists(depth))
        })
    }
}

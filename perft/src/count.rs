//! Counting: the leaves at a depth, by recursion, the last ply without making its moves.

use crate::table::Table;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::position::Position;
use movegen::{Counter, MoveList};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Up to this depth a subtree is counted by one thread.
const GRAIN: u32 = 4;

/// From this depth on a thread asks whether to stop.
const STOP_DEPTH: u32 = 3;

/// How far a count has come, told now and then.
pub trait Progress: Sync {
    /// A further part of the whole, between 0 and 1, is done.
    fn advance(&self, share: f64);
}

/// Nobody listens.
impl Progress for () {
    fn advance(&self, _: f64) {}
}

/// What all threads of one count share.
pub struct Count<'a, const N: usize> {
    /// The game.
    pub game: &'a Game<N>,
    /// Counts made before, if they are kept.
    pub table: Option<&'a Table>,
    /// Told how far it has come.
    pub progress: &'a dyn Progress,
    /// Set from outside to give up; what is then returned means nothing.
    pub stop: &'a AtomicBool,
}

impl<const N: usize> Count<'_, N> {
    /// The number of leaves `depth` plies below a position, on the threads of the current rayon pool. `share` is the part of the whole
    /// that progress is told of.
    ///
    /// Work is split where the tree is deep enough, at every node, so one huge move at the root is shared out too.
    pub fn parallel(&self, position: &Position<N>, depth: u32, share: f64) -> u128 {
        if depth <= GRAIN || self.stop.load(Relaxed) {
            let count = if self.stop.load(Relaxed) { 0 } else { self.alone(position, depth) };
            self.progress.advance(share);
            return u128::from(count);
        }
        if let Some(count) = self.table.and_then(|t| t.get(position.hash(), depth)) {
            self.progress.advance(share);
            return u128::from(count);
        }
        let moves = self.game.legal_moves(position);
        let total = self.below_each(position, &moves, depth, share).into_iter().sum();
        self.keep(position, depth, total);
        total
    }

    /// The leaves below each legal move of a position.
    pub fn below_each(&self, position: &Position<N>, moves: &MoveList, depth: u32, share: f64) -> Vec<u128> {
        if moves.is_empty() {
            self.progress.advance(share);
        }
        let share = share / moves.len().max(1) as f64;
        let below = |&m: &Move| {
            let mut child = position.clone();
            self.game.make(&mut child, m, &moves.effects);
            self.parallel(&child, depth - 1, share)
        };
        moves.par_iter().with_max_len(1).map(below).collect()
    }

    /// The number of leaves below a position, on this thread.
    pub fn alone(&self, position: &Position<N>, depth: u32) -> u64 {
        let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::default()).collect();
        let mut position = position.clone();
        match self.table {
            None => self.below::<false>(&mut position, depth, &mut lists),
            Some(_) => self.below::<true>(&mut position, depth, &mut lists),
        }
    }

    fn below<const HASHED: bool>(&self, position: &mut Position<N>, depth: u32, lists: &mut [MoveList]) -> u64 {
        match depth {
            0 => return 1,
            1 => {
                let mut counter = Counter::default();
                self.game.generate(position, &mut counter);
                return counter.0;
            }
            _ => {}
        }
        if HASHED && let Some(count) = self.table.and_then(|t| t.get(position.hash(), depth)) {
            return count;
        }
        let (list, lists) = lists.split_first_mut().expect("one list a ply");
        list.clear();
        self.game.generate(position, list);
        if depth == 2 {
            // Nobody asks for the hash of a leaf's parent.
            let total = self.game.count_replies(position, list);
            if HASHED {
                self.keep(position, depth, u128::from(total));
            }
            return total;
        }
        let mut total = 0;
        for &m in &list.moves {
            let undo = if HASHED {
                self.game.make(position, m, &list.effects)
            } else {
                self.game.make_unhashed(position, m, &list.effects)
            };
            total += self.below::<HASHED>(position, depth - 1, lists);
            self.game.unmake(position, m, &undo);
            if depth >= STOP_DEPTH && self.stop.load(Relaxed) {
                return total;
            }
        }
        if HASHED {
            self.keep(position, depth, u128::from(total));
        }
        total
    }

    /// Keeps a count in the table, unless it may be cut short.
    #[inline]
    fn keep(&self, position: &Position<N>, depth: u32, total: u128) {
        if let (Some(table), Ok(total)) = (self.table, u64::try_from(total))
            && !self.stop.load(Relaxed)
        {
            table.put(position.hash(), depth, total);
        }
    }
}

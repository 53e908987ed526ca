//! Counting: the leaves at a depth, by recursion, the last ply without making its moves.

use crate::table::Table;
use movegen::game::Game;
use movegen::generate::{Counter, MoveList};
use movegen::position::Position;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Below this depth a subtree is counted by one thread.
const GRAIN: u32 = 4;

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
    /// Set from outside to give up.
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
        let moves = self.game.legal_moves(position);
        if moves.is_empty() {
            self.progress.advance(share);
        }
        let share = share / moves.len().max(1) as f64;
        let below = |m: &movegen::moves::Move| {
            let mut child = position.clone();
            self.game.make(&mut child, *m);
            self.parallel(&child, depth - 1, share)
        };
        moves.par_iter().with_max_len(1).map(below).sum()
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
        let kept = if HASHED { self.table.map(|t| (t, position.hash())) } else { None };
        if let Some((table, key)) = kept
            && let Some(count) = table.get(key, depth)
        {
            return count;
        }
        let (list, lists) = lists.split_first_mut().expect("one list a ply");
        list.clear();
        self.game.generate(position, list);
        let mut total = 0;
        for &m in &list.moves {
            let undo = if HASHED { self.game.make(position, m) } else { self.game.make_unhashed(position, m) };
            total += self.below::<HASHED>(position, depth - 1, lists);
            self.game.unmake(position, m, &undo);
        }
        if let Some((table, key)) = kept {
            table.put(key, depth, total);
        }
        total
    }
}

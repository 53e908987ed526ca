//! Counting the leaves at a depth on several threads. What one thread counts, [`Leaves`] does.

use betza_movegen::MoveList;
use betza_movegen::leaves::Leaves;
use betza_movegen::moves::Move;
use betza_movegen::table::Table;
use betza_movegen::{AnyGame, AnyPosition};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Who is told, and who may stop it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Told how far a count has come.
    pub progress: &'a dyn Progress,
    /// Set from outside to give up: the count ends with [`crate::PerftError::Stopped`].
    pub stop: &'a AtomicBool,
}

/// Up to this depth a subtree is counted by one thread.
pub const GRAIN: u32 = 4;

/// So is a subtree of up to this depth whose first node has few moves: their number to the power of the depth is at
/// most [`SMALL`]. Sharing it out would take longer than counting it.
const SMALL_GRAIN: u32 = 6;

/// See [`SMALL_GRAIN`].
const SMALL: u64 = 1 << 18;

/// Work is split at so many plies from the root at most. Each takes stack, and below so many there is work enough.
const SPLITS: u32 = 8;

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
pub struct Count<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// Counts made before, if they are kept.
    pub table: Option<&'a Table>,
    /// Grows by the leaves below nodes that the table knew, of nodes more than [`GRAIN`] plies above the leaves.
    pub known: Option<&'a AtomicU64>,
    /// Told how far it has come.
    pub progress: &'a dyn Progress,
    /// Set from outside to give up; what is then returned means nothing.
    pub stop: &'a AtomicBool,
}

impl Count<'_> {
    /// The number of leaves `depth` plies below a position, on the threads of the current rayon pool, if there is one.
    /// `share` is the part of the whole that progress is told of.
    ///
    /// Work is split where the tree is deep enough, at every node of the first plies, so one huge move at the root is shared
    /// out too.
    pub fn parallel(&self, position: &AnyPosition, depth: u32, share: f64) -> u128 {
        self.split(position, depth, share, SPLITS)
    }

    /// Counts the leaves on all threads; work is split so many plies more.
    fn split(&self, position: &AnyPosition, depth: u32, share: f64, splits: u32) -> u128 {
        if depth <= GRAIN || splits == 0 || self.stop.load(Relaxed) {
            let count = if self.stop.load(Relaxed) { 0 } else { self.alone(position, depth) };
            self.progress.advance(share);
            return u128::from(count);
        }
        if let Some(count) = self.table.and_then(|t| t.get(position.hash(), depth)) {
            if let Some(known) = self.known {
                let _ = known.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(count)));
            }
            self.progress.advance(share);
            return u128::from(count);
        }
        let moves = self.game.legal_moves(position);
        // A node with hardly any moves says little of those below it.
        if depth <= SMALL_GRAIN && (moves.len() as u64).max(4).saturating_pow(depth) <= SMALL {
            let count = self.alone(position, depth);
            self.progress.advance(share);
            return u128::from(count);
        }
        let total = self.split_each(position, &moves, depth, share, splits).into_iter().sum();
        self.keep(position, depth, total);
        total
    }

    /// The leaves below each legal move of a position.
    pub fn below_each(&self, position: &AnyPosition, moves: &MoveList, depth: u32, share: f64) -> Vec<u128> {
        self.split_each(position, moves, depth, share, SPLITS)
    }

    fn split_each(&self, position: &AnyPosition, moves: &MoveList, depth: u32, share: f64, splits: u32) -> Vec<u128> {
        if moves.is_empty() {
            self.progress.advance(share);
        }
        let share = share / moves.len().max(1) as f64;
        let below = |&m: &Move| {
            let mut child = position.clone();
            self.game.make_listed(&mut child, m, moves);
            self.split(&child, depth - 1, share, splits - 1)
        };
        // A session of one thread counts on the caller's.
        match rayon::current_thread_index() {
            Some(_) => moves.par_iter().with_max_len(1).map(below).collect(),
            None => moves.iter().map(below).collect(),
        }
    }

    /// The number of leaves below a position, on this thread.
    pub fn alone(&self, position: &AnyPosition, depth: u32) -> u64 {
        Leaves { game: self.game, table: self.table, stop: self.stop }.below(position, depth)
    }

    /// Keeps a count in the table, unless it may be cut short.
    fn keep(&self, position: &AnyPosition, depth: u32, total: u128) {
        if let (Some(table), Ok(total)) = (self.table, u64::try_from(total))
            && !self.stop.load(Relaxed)
        {
            table.put(position.hash(), depth, total);
        }
    }
}

//! Counts the leaves of a game tree on one thread.
//!
//! The recursions are compiled here, once for each width, so that a program that counts does not compile the move
//! generator again. The caller decides how threads share a count.

use crate::compile::game::Game;
use crate::count::table::Table;
use crate::generate::legal::{count_moves, list_moves};
use crate::position::board::Position;
use crate::position::list::{Gen, MoveList};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The least depth at which a search checks whether to stop.
const STOP_DEPTH: u32 = 3;

/// Returns one empty list for each ply.
pub(crate) fn lists(depth: u32) -> Vec<MoveList> {
    (0..depth).map(|_| MoveList::default()).collect()
}

/// A count that can be stopped, with or without a table.
pub(crate) struct Count<'a> {
    pub table: Option<&'a Table>,
    pub stop: &'a AtomicBool,
}

impl Count<'_> {
    /// Returns the number of leaves below a position.
    pub(crate) fn below<const N: usize, const HASHED: bool>(
        &self,
        game: &Game<N>,
        position: &mut Position<N>,
        depth: u32,
        lists: &mut [MoveList],
    ) -> u64 {
        match depth {
            0 => return 1,
            1 => return count_moves(game, position),
            _ => {}
        }
        if HASHED && let Some(count) = self.table.and_then(|t| t.get(position.hash(), depth)) {
            return count;
        }
        let (list, lists) = lists.split_first_mut().expect("one list a ply");
        list.clear();
        list_moves(game, position, Gen::All, list);
        if depth == 2 {
            // The moves are made without updating the hash: nothing reads the hash of a leaf's parent.
            let total = game.count_replies(position, list);
            if HASHED {
                self.keep(position.hash(), depth, total);
            }
            return total;
        }
        let mut total = 0;
        for &m in &list.moves {
            let undo = game.make_as::<HASHED>(position, m, Some(&list.effects));
            total += self.below::<N, HASHED>(game, position, depth - 1, lists);
            game.unmake(position, undo);
            if depth >= STOP_DEPTH && self.stop.load(Relaxed) {
                return total;
            }
        }
        if HASHED {
            self.keep(position.hash(), depth, total);
        }
        total
    }

    /// Keeps a count in the table, unless a stop may have cut it short.
    #[inline]
    fn keep(&self, hash: u64, depth: u32, total: u64) {
        if let Some(table) = self.table
            && !self.stop.load(Relaxed)
        {
            table.put(hash, depth, total);
        }
    }
}

/// The searches that list or make the moves of every ply. They take one list for each ply that is left.
pub(crate) struct Search<'a, const N: usize> {
    pub game: &'a Game<N>,
    pub stop: &'a AtomicBool,
}

impl<const N: usize> Search<'_, N> {
    /// Returns the number of leaves. The moves of the last ply are listed and not made.
    pub(crate) fn listed(&self, position: &mut Position<N>, lists: &mut [MoveList]) -> u64 {
        let Some((list, lists)) = lists.split_first_mut() else { return 1 };
        self.game.list_moves(position, list);
        if lists.is_empty() {
            return list.len() as u64;
        }
        self.below(position, list, lists, Self::listed)
    }

    /// Returns the number of leaves. Every move is made and taken back.
    pub(crate) fn made(&self, position: &mut Position<N>, lists: &mut [MoveList]) -> u64 {
        let Some((list, lists)) = lists.split_first_mut() else { return 1 };
        self.game.list_moves(position, list);
        if lists.is_empty() {
            return self.below(position, list, lists, |_, _, _| 1);
        }
        self.below(position, list, lists, Self::made)
    }

    /// Returns the sum of what `search` finds after each move of a list.
    #[inline(always)]
    fn below(
        &self,
        position: &mut Position<N>,
        list: &MoveList,
        lists: &mut [MoveList],
        search: impl Fn(&Self, &mut Position<N>, &mut [MoveList]) -> u64,
    ) -> u64 {
        let mut total = 0;
        for &m in &list.moves {
            let undo = self.game.make_listed(position, m, list);
            total += search(self, position, lists);
            self.game.unmake(position, undo);
            if lists.len() as u32 >= STOP_DEPTH && self.stop.load(Relaxed) {
                return total;
            }
        }
        total
    }
}

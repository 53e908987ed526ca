//! Playing moves from a position, and taking them back.

use crate::compile::game::Game;
use crate::play::kept::KeptList;
use crate::play::past::Past;
use crate::position::board::Position;
use crate::position::list::{Listed, MoveList};
use crate::position::moves::Move;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// What is kept beside a position that moves are played from: what was played to come to it, and its legal moves once
/// they are listed.
#[derive(Default)]
pub struct Line<const N: usize> {
    past: Past<N>,
    /// The legal moves of the position before the first move.
    first: Arc<KeptList>,
    /// The fewest plies since [`Line::note_plies`] was called.
    fewest: AtomicUsize,
}

/// Shares what was played and listed.
impl<const N: usize> Clone for Line<N> {
    fn clone(&self) -> Line<N> {
        Line { past: self.past.clone(), first: self.first.clone(), fewest: AtomicUsize::new(self.fewest()) }
    }
}

impl<const N: usize> Line<N> {
    /// Returns what was played.
    #[inline]
    #[must_use]
    pub fn past(&self) -> &Past<N> {
        &self.past
    }

    /// Returns the legal moves if they were listed.
    #[inline]
    #[must_use]
    pub fn known(&self) -> Option<&Listed> {
        self.kept().known()
    }

    /// Returns the legal moves, which are listed once. `list` adds them to an empty list.
    #[inline]
    pub(crate) fn listed(&self, list: impl FnOnce(&mut MoveList)) -> &Listed {
        self.kept().get_or_list(list)
    }

    /// Returns where the legal moves are kept.
    #[inline(always)]
    fn kept(&self) -> &KeptList {
        self.past.kept().unwrap_or(&self.first)
    }

    /// Returns how many of the first plies were not taken back since [`Line::note_plies`] was called.
    #[must_use]
    pub fn fewest(&self) -> usize {
        self.fewest.load(Relaxed)
    }

    /// From now on [`Line::fewest`] tells about the plies that there are now.
    pub fn note_plies(&self) {
        self.fewest.store(self.past.plies(), Relaxed);
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether a move is legal, by the list of legal moves if there is one.
    #[inline]
    #[must_use]
    pub fn is_legal_in(&self, position: &Position<N>, line: &Line<N>, m: Move) -> bool {
        line.known().map_or_else(|| self.is_legal(position, m), |listed| listed.contains(m))
    }

    /// Plays a move, which may be any value, if it is legal. Returns whether it is.
    #[inline]
    pub fn play(&self, position: &mut Position<N>, line: &mut Line<N>, m: Move) -> bool {
        let is_legal = self.is_legal_in(position, line, m);
        if is_legal {
            self.play_legal(position, line, m);
        }
        is_legal
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// In a debug build, if the move cannot be made; in any build, if it has long effects and is not legal.
    #[inline(always)]
    pub fn play_legal(&self, position: &mut Position<N>, line: &mut Line<N>, m: Move) {
        if m.effects.is_key() {
            let effects = line.known().map(|listed| &listed.list.effects);
            let undo = self.make_as::<true>(position, m, effects);
            let ply = line.past.add(&position.state);
            (ply.undo, ply.is_null) = (undo, false);
        } else {
            let ply = line.past.add(&position.state);
            self.make_in_place(position, m, None, &mut ply.undo);
            ply.is_null = false;
        }
    }

    /// Plays the null move: [`Game::make_null`].
    pub fn play_null(&self, position: &mut Position<N>, line: &mut Line<N>) {
        let undo = self.make_null(position);
        let ply = line.past.add(&position.state);
        (ply.undo, ply.is_null) = (undo, true);
    }

    /// Takes back what was played last; `None` if nothing was played. Returns the move, or `None` in its place for the
    /// null move.
    #[inline]
    pub fn undo(&self, position: &mut Position<N>, line: &mut Line<N>) -> Option<Option<Move>> {
        let mut copied;
        let ply = match line.past.pop_own() {
            Some(ply) => ply,
            None => {
                copied = line.past.pop_copy()?;
                &mut copied
            }
        };
        self.unmake_in_place(position, &mut ply.undo);
        let played = ply.played();
        let fewest = line.fewest.get_mut();
        *fewest = line.past.plies().min(*fewest);
        Some(played)
    }
}

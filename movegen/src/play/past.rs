//! The moves played, in blocks that positions share.
//!
//! A position and its copies have the same moves behind them. They share the blocks in which these are kept, and each
//! goes on in blocks of its own: copying a position copies no history, and playing on from a copy changes no other.

#![allow(unsafe_code)]

use crate::compile::game::Game;
use crate::play::kept::KeptList;
use crate::position::board::{Position, State};
use crate::position::moves::Move;
use crate::position::undo::Undo;
use std::sync::Arc;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::fence;

/// The most plies of a block. The memory of a block is allocated at once.
const BLOCK: usize = 64;

/// One thing played.
#[derive(Clone)]
pub(crate) struct Ply<const N: usize> {
    /// What takes it back.
    pub undo: Undo<N>,
    /// Whether it was the null move.
    pub is_null: bool,
    /// The legal moves of the position after it.
    pub kept: KeptList,
}

impl<const N: usize> Ply<N> {
    /// Returns the move; `None` if it was the null move.
    pub fn played(&self) -> Option<Move> {
        (!self.is_null).then(|| self.undo.played())
    }
}

/// Returns the block to be written to, if no copy shares it.
///
/// PERF: it is what [`Arc::get_mut`] does where there are no weak pointers. That one locks memory against them, which
/// waits for all that was written before: a third of the time of playing a move and taking it back.
#[inline(always)]
fn own<const N: usize>(block: &mut Arc<Block<N>>) -> Option<&mut Block<N>> {
    if Arc::strong_count(block) > 1 {
        return None;
    }
    // What a copy did before it gave the block up comes before what is done here.
    fence(Acquire);
    // SAFETY: this is the only pointer to the block: weak ones are never made, and to copy this one it would have to be
    // borrowed, which it is here.
    Some(unsafe { &mut *Arc::as_ptr(block).cast_mut() })
}

/// What was played to come to a position.
#[derive(Clone)]
pub struct Past<const N: usize> {
    /// The block with what was played last.
    block: Option<Arc<Block<N>>>,
    /// How many plies of the block were played. Those behind them are of copies that have gone on, or were taken back.
    len: usize,
}

struct Block<const N: usize> {
    /// What was played before the plies of this block.
    before: Past<N>,
    /// The number of plies before.
    first: usize,
    plies: Vec<Ply<N>>,
}

/// A position that was copied at each ply has a block for each ply: they are dropped one after the other, and not by
/// calls in each other.
impl<const N: usize> Drop for Block<N> {
    fn drop(&mut self) {
        let mut next = self.before.block.take();
        while let Some(mut block) = next.and_then(Arc::into_inner) {
            next = block.before.block.take();
        }
    }
}

/// Nothing.
impl<const N: usize> Default for Past<N> {
    fn default() -> Past<N> {
        Past { block: None, len: 0 }
    }
}

impl<const N: usize> Block<N> {
    /// Adds a ply that is about to be written.
    #[cold]
    #[inline(never)]
    fn add_ply(&mut self, state: &State<N>) {
        self.plies.push(Ply { undo: Undo::nothing(*state), is_null: true, kept: KeptList::default() });
    }
}

impl<const N: usize> Past<N> {
    /// Returns the number of plies.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> usize {
        self.block.as_ref().map_or(0, |block| block.first + self.len)
    }

    /// Returns whether no copy of the position shares the last block.
    #[inline(always)]
    fn is_own(&mut self) -> bool {
        self.block.as_mut().is_some_and(|block| own(block).is_some())
    }

    /// Adds a ply and returns it, for what is played to be written to it. It lies in the last block if that has room
    /// and no copy of the position shares it.
    #[inline(always)]
    pub(crate) fn add(&mut self, state: &State<N>) -> &mut Ply<N> {
        if self.len == BLOCK || !self.is_own() {
            self.add_block();
        }
        let at = self.len;
        self.len += 1;
        let block = self.block.as_mut().and_then(own).expect("it is not shared");
        if at == block.plies.len() {
            block.add_ply(state);
        }
        let ply = &mut block.plies[at];
        ply.kept.leave();
        ply
    }

    /// Returns where the legal moves of the position after the last ply are kept; `None` if there are no plies.
    #[inline(always)]
    pub(crate) fn kept(&self) -> Option<&KeptList> {
        match &self.block {
            Some(block) if self.len > 0 => Some(&block.plies[self.len - 1].kept),
            Some(block) if block.first > 0 => self.kept_before(),
            _ => None,
        }
    }

    /// Does the same where the last ply is in the block before.
    #[cold]
    #[inline(never)]
    fn kept_before(&self) -> Option<&KeptList> {
        self.plies_backward().next().map(|ply| &ply.kept)
    }

    /// Removes the last ply and returns it, if it lies in a block that no copy of the position shares. It stays in the
    /// memory of the block until another is played, so that nothing is copied.
    #[inline(always)]
    pub(crate) fn pop_own(&mut self) -> Option<&mut Ply<N>> {
        let last = self.len.checked_sub(1)?;
        let block = self.block.as_mut().and_then(own)?;
        self.len = last;
        block.plies.get_mut(last)
    }

    /// Removes the last ply, wherever it lies, and returns a copy of it; `None` if there is none.
    #[cold]
    #[inline(never)]
    pub(crate) fn pop_copy(&mut self) -> Option<Ply<N>> {
        while self.len == 0 {
            let before = self.block.as_ref()?.before.clone();
            *self = before;
        }
        self.len -= 1;
        self.block.as_ref().map(|block| block.plies[self.len].clone())
    }

    #[cold]
    #[inline(never)]
    fn add_block(&mut self) {
        let (first, plies) = (self.plies(), Vec::with_capacity(BLOCK));
        let before = std::mem::take(self);
        *self = Past { block: Some(Arc::new(Block { before, first, plies })), len: 0 };
    }

    /// Returns the plies, the last first.
    fn plies_backward(&self) -> impl Iterator<Item = &Ply<N>> {
        let (mut at, mut len) = (self, self.len);
        std::iter::from_fn(move || {
            while len == 0 {
                at = &at.block.as_ref()?.before;
                len = at.len;
            }
            len -= 1;
            at.block.as_ref().map(|block| &block.plies[len])
        })
    }

    /// Returns the states of the positions before the last one, the last of them first.
    pub(crate) fn states_before(&self) -> impl Iterator<Item = &State<N>> {
        self.plies_backward().map(|ply| &ply.undo.state)
    }

    /// Returns the last `plies` moves, or fewer if fewer were played, the first of them first; a null move is `None`.
    #[must_use]
    pub fn moves(&self, plies: usize) -> Vec<Option<Move>> {
        let mut moves: Vec<Option<Move>> = self.plies_backward().take(plies).map(Ply::played).collect();
        moves.reverse();
        moves
    }
}

impl<const N: usize> Game<N> {
    /// Returns the position before the last `plies` plies that led to a position.
    #[must_use]
    pub fn before(&self, position: &Position<N>, past: &Past<N>, plies: usize) -> Position<N> {
        let mut before = position.clone();
        for ply in past.plies_backward().take(plies) {
            self.unmake(&mut before, ply.undo.clone());
        }
        before
    }
}

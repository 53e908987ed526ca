//! One position of a batch. It is never taken back, so less is kept than of a [`betza::Position`].

use betza::Played;
use betza::movegen::moves::Move;
use betza::movegen::{AnyGame, AnyPosition, History, MoveList, Outcome};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The moves of a position of which one is played at once. PERF: it is one for all positions, so that it stays in
    /// the processor's cache.
    static SPARE: RefCell<MoveList> = RefCell::default();
}

/// The position that a place of a batch begins with, and begins again with.
pub struct Begin {
    position: betza::Position,
    /// What the rules about the moves played need of the moves that led to it.
    history: History,
}

impl Begin {
    /// A position, with the moves that were played to come to it.
    pub fn new(position: betza::Position) -> Begin {
        let game = position.game().any();
        let mut then = position.clone();
        while then.undo().is_some() {}
        let mut history = game.history_from(then.any(), then.counted());
        for played in position.history() {
            let m = match played {
                Played::Move(m) => then.play(m).is_ok().then_some(m),
                Played::Null => then.play_null().ok().and(None),
            };
            game.record(&mut history, then.any(), m);
        }
        Begin { position, history }
    }
}

/// A position that goes on.
pub struct Slot {
    begin: Arc<Begin>,
    now: AnyPosition,
    history: History,
    /// The legal moves, if they were asked for since the last move.
    list: MoveList,
    is_listed: bool,
}

impl Slot {
    pub fn new(begin: Arc<Begin>) -> Slot {
        let (now, history) = (begin.position.any().clone(), begin.history.clone());
        Slot { begin, now, history, list: MoveList::default(), is_listed: false }
    }

    /// Begins again.
    pub fn reset(&mut self) {
        self.now.clone_from(self.begin.position.any());
        self.history.clone_from(&self.begin.history);
        self.is_listed = false;
    }

    /// Asks the processor for what the next work here will read first; for places that come next but one.
    pub fn position_ahead(&self) {
        self.now.ahead();
    }

    /// Asks the processor for what the next move here will be written to; for places that come next.
    pub fn history_ahead(&self) {
        self.history.ahead();
    }

    pub fn now(&self) -> &AnyPosition {
        &self.now
    }

    /// The legal moves, listed once.
    pub fn listed(&mut self, game: &AnyGame) -> &MoveList {
        if !self.is_listed {
            game.list_moves(&self.now, &mut self.list);
            self.is_listed = true;
        }
        &self.list
    }

    /// Plays a move of the list.
    pub fn play(&mut self, game: &AnyGame, m: Move) {
        self.listed(game);
        let list = std::mem::take(&mut self.list);
        self.play_listed(game, m, &list);
        self.list = list;
    }

    /// Plays one of the legal moves, and returns it: the one at the place that `choose` gives of so many; `None` if
    /// there is none.
    pub fn play_any(&mut self, game: &AnyGame, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.is_listed {
            let m = *self.list.get(choose(self.list.len()))?;
            self.play(game, m);
            return Some(m);
        }
        SPARE.with_borrow_mut(|list| {
            game.list_moves(&self.now, list);
            let m = *list.get(choose(list.len()))?;
            self.play_listed(game, m, list);
            Some(m)
        })
    }

    fn play_listed(&mut self, game: &AnyGame, m: Move, list: &MoveList) {
        // What would take it back is not needed.
        drop(game.make_listed(&mut self.now, m, list));
        game.record(&mut self.history, &self.now, Some(m));
        self.is_listed = false;
    }

    /// The result if the game is over.
    pub fn outcome(&self, game: &AnyGame) -> Option<Outcome> {
        game.automatic_outcome(&self.now, &self.history)
    }

    /// The same as a position by itself, with all moves played. It is found by playing them again.
    pub fn position(&self) -> Result<betza::Position, betza::IllegalMove> {
        let mut position = self.begin.position.clone();
        // A batch has no null moves.
        let mut played = self.history.moves().skip(self.begin.history.plies()).flatten();
        played.try_for_each(|m| position.play(m))?;
        Ok(position)
    }
}

//! The history of a game: what the rules about the moves played need of it.

use crate::compile::game::Game;
use crate::position::ahead::ahead;
use crate::position::board::{Position, State};
use crate::position::moves::Move;
use crate::results::chase::Chased;
use crate::results::counting::Count;
use betza_game::Region;
use betza_game::rules::results::Counted;
use betza_ir::geometry::Side;

/// The positions of a game from the one that it was set up with to the present one, as far as repetition, counts and
/// the like need them. It is plain data: cloned, kept and discarded as one likes.
///
/// [`Game::history`] begins one. After each move that is made [`Game::record`] adds the position; after each move that
/// is unmade [`History::pop`] takes it away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The positions before the last, from the position set up.
    earlier: Vec<Entry>,
    /// The last position. PERF: each move is recorded beside the one before, which is at hand here.
    last: Entry,
    /// [`Game::repetition_key`] of each position. PERF: they lie apart, since repetition looks at many of them.
    keys: Vec<u64>,
}

/// A position that came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The move that led to it; `None` of the position set up, and after a null move.
    pub(crate) played: Option<Move>,
    /// The side to move is in check.
    pub(crate) check: bool,
    /// The check is strong ([`betza_game::variant::ShakRule`]).
    pub(crate) strong: bool,
    /// The number of plies since the game was set up or a null move was made.
    pub(crate) plies: u16,
    /// The number of pieces on the board.
    pub(crate) pieces: u16,
    /// The move captured something.
    pub(crate) captured: bool,
    /// How far moves are counted.
    pub(crate) count: Count,
    /// What the move threatens, in games where it matters. PERF: it is ten times as large as the rest, so it lies
    /// apart.
    chased: Option<Box<Chased>>,
}

impl Entry {
    /// Returns the pieces of the side to move that the move chases; `None` in games where it does not matter.
    pub(crate) fn chased(&self) -> Option<Region> {
        self.chased.as_ref().map(|chased| chased.squares)
    }
}

impl History {
    /// Asks the processor for the memory to which the next position is written ([`Position::ahead`]).
    #[inline]
    pub fn ahead(&self) {
        self.earlier.last().inspect(|entry| ahead(*entry));
        self.keys.last().inspect(|key| ahead(*key));
    }

    /// Takes the last position away, after its move was unmade. The position that was set up stays.
    pub fn pop(&mut self) {
        if let Some(last) = self.earlier.pop() {
            self.last = last;
            self.keys.pop();
        }
    }

    /// Returns the number of moves played, null moves included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.earlier.len()
    }

    /// Returns the moves played; `None` for null moves.
    pub fn moves(&self) -> impl Iterator<Item = Option<Move>> {
        self.earlier.iter().chain([&self.last]).skip(1).map(|entry| entry.played)
    }

    /// Returns how far moves are counted against a side now, in games that do so; `None` if nothing is counted.
    #[must_use]
    pub fn counted(&self) -> Option<Counted> {
        self.last.count.counted()
    }

    /// Returns the position this many plies ago, at most [`History::plies`].
    pub(crate) fn ago(&self, plies: usize) -> &Entry {
        if plies == 0 { &self.last } else { &self.earlier[self.earlier.len() - plies] }
    }

    /// Returns how often the last position came about before, with the same side to move, in the last `plies` plies.
    pub(crate) fn times_before(&self, plies: usize) -> usize {
        let mut last_first = self.keys.iter().rev().take(plies + 1).step_by(2);
        let now = last_first.next();
        last_first.filter(|&key| Some(key) == now).count()
    }

    /// Returns whether the last position is the one this many plies ago.
    pub(crate) fn is_as(&self, plies: usize) -> bool {
        self.keys.last() == self.keys.iter().rev().nth(plies)
    }

    /// Returns whether the checks that the side to move has been given in a row, up to now, had a strong one among
    /// them.
    pub(crate) fn had_strong_check(&self) -> bool {
        let plies = usize::from(self.last.plies).min(self.plies());
        let series = (0..=plies).step_by(2).map(|plies| self.ago(plies)).take_while(|entry| entry.check);
        series.into_iter().any(|entry| entry.strong)
    }
}

impl<const N: usize> Game<N> {
    /// Returns the history of a game that begins with a position.
    #[must_use]
    pub fn history(&self, position: &Position<N>) -> History {
        self.history_from(position, None)
    }

    /// Returns the history of a game that begins with a position in which moves are counted already
    /// ([`betza_game::setup::Setup::counted`]).
    #[must_use]
    pub fn history_from(&self, position: &Position<N>, counted: Option<Counted>) -> History {
        let count = self.count_from(position, counted);
        let last = Entry { count, ..self.entry(position, None, None) };
        History { earlier: Vec::new(), last, keys: vec![self.repetition_key(position)] }
    }

    /// Adds a position to the history of its game: the one after a move was made; `None` if it was a null move.
    pub fn record(&self, history: &mut History, position: &Position<N>, played: Option<Move>) {
        let entry = self.entry(position, played, Some(&history.last));
        history.earlier.push(std::mem::replace(&mut history.last, entry));
        history.keys.push(self.repetition_key(position));
    }

    /// Returns what is kept of a position.
    fn entry(&self, position: &Position<N>, played: Option<Move>, before: Option<&Entry>) -> Entry {
        let results = &self.variant.results;
        let check = self.is_check(position);
        let pieces = Side::BOTH.map(|side| position.side(side).count() as u16).iter().sum();
        let captured = played.is_some() && before.is_some_and(|before| pieces < before.pieces);
        let strong = results
            .shak
            .as_ref()
            .is_some_and(|rule| check && !self.checkers(position).is_disjoint(&position.of_kinds(&rule.strong)));
        let plies = match (played, before) {
            (Some(_), Some(before)) => before.plies.saturating_add(1),
            _ => 0,
        };
        Entry {
            played,
            check,
            strong,
            plies,
            pieces,
            captured,
            count: self.count_on(position, played, captured, before.map(|before| before.count)),
            chased: self.chased(position, played, captured, before.and_then(|before| before.chased.as_deref())),
        }
    }

    /// Returns the key by which positions are the same for repetition: the hash without the passes in a row.
    #[must_use]
    pub fn repetition_key(&self, position: &Position<N>) -> u64 {
        self.repetition_key_of(&position.state)
    }

    /// Returns the key of a position of this state.
    pub(crate) fn repetition_key_of(&self, state: &State<N>) -> u64 {
        state.hash ^ self.keys.passes(state.passes())
    }
}

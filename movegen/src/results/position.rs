//! The result of a position by itself.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::results::history::History;
use crate::results::outcome::{Outcome, Reason};
use betza_game::rules::results::Worth;

impl<const N: usize> Game<N> {
    /// Returns the result of a position by itself: one of the game's own ends, no legal move, or no pieces to mate.
    /// `None` if the game goes on as far as the position tells.
    ///
    /// [`Game::automatic_outcome`] tells what depends on the moves played: repetition, the move rule, counts.
    #[must_use]
    pub fn immediate_outcome(&self, position: &Position<N>) -> Option<Outcome> {
        self.outcome_now(position, None)
    }

    /// Returns the result of a position by itself. Which mates count may depend on the checks before them.
    pub(crate) fn outcome_now(&self, position: &Position<N>, history: Option<&History>) -> Option<Outcome> {
        if let Some(outcome) = self.outcome_by_ends(position) {
            return Some(outcome);
        }
        if !self.has_legal_move(position) {
            return Some(match self.must_end_check(position) {
                true => self.mate(position, history),
                false => self.stalemate(position),
            });
        }
        self.is_dead(position).then(|| self.drawn(position, Reason::InsufficientMaterial))
    }

    /// Returns the result of a mate.
    fn mate(&self, position: &Position<N>, history: Option<&History>) -> Outcome {
        let us = position.turn();
        if let Some(rule) = &self.variant.results.shak {
            let by = self.checkers(position);
            if by.is_subset(&position.of_kinds(&rule.barred)) {
                return Outcome::Win { side: us, reason: Reason::ForbiddenMate };
            }
            let is_strong = !by.is_disjoint(&position.of_kinds(&rule.strong));
            if !is_strong && !history.is_some_and(History::had_strong_check) {
                return Outcome::Draw { reason: Reason::WeakMate };
            }
        }
        Outcome::of(self.variant.results.mate, us, Reason::Checkmate)
    }

    /// Returns the result of a stalemate.
    fn stalemate(&self, position: &Position<N>) -> Outcome {
        let us = position.turn();
        let results = &self.variant.results;
        let worth = match results.stalemate_by_count {
            false => results.stalemate,
            true => match position.side(us).count().cmp(&position.side(us.other()).count()) {
                std::cmp::Ordering::Less => results.stalemate,
                std::cmp::Ordering::Equal => Worth::Draw,
                std::cmp::Ordering::Greater => results.stalemate.opposite(),
            },
        };
        match worth {
            Worth::Draw => self.drawn(position, Reason::Stalemate),
            _ => Outcome::of(worth, us, Reason::Stalemate),
        }
    }
}

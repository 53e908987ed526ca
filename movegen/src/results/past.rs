//! Results by the rules about the moves played: repetition, perpetual check and chase, the move rule, counts.
//!
//! The game says which of them end it by themselves ([`betza_game::variant::Threshold`]). The others give a player the
//! right to claim the result. The comparisons are those of Fairy-Stockfish's `is_optional_game_end`.

use crate::compile::game::Game;
use crate::play::past::Past;
use crate::position::board::Position;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use crate::results::history::{Entry, History};
use crate::results::outcome::{Outcome, Reason};
use betza_game::Region;
use betza_game::rules::results::{RepetitionWorth, Threshold, Worth};

/// How many checks of one side count in xiangqi's move rule. Further checks and their replies do not.
const FREE_CHECKS: usize = 10;

impl<const N: usize> Game<N> {
    /// Returns the result of a game that is over: by its last position ([`Game::immediate_outcome`]) or by a rule about
    /// the moves played that ends this game by itself. `None` if it goes on.
    #[must_use]
    pub fn automatic_outcome(&self, position: &Position<N>, history: &History) -> Option<Outcome> {
        let now = self.outcome_now(position, Some(history));
        now.or_else(|| self.outcome_by_past(position, history, |threshold| threshold.automatic))
    }

    /// Returns whether the moves played may decide that the game is over: by their checks and chases, or because the
    /// position has come about often enough. If not, [`Game::outcome_without_past`] is the result, for which no history
    /// has to be made.
    #[must_use]
    pub fn past_matters(&self, position: &Position<N>, past: &Past<N>) -> bool {
        let results = &self.variant.results;
        let looks_back = results.shak.is_some() || results.chase.is_some() || results.move_repetition;
        let comes_again = |times: u16| {
            let key = self.repetition_key(position);
            let before = past.states_before().filter(|state| self.repetition_key_of(state) == key).count();
            before + 1 >= usize::from(times)
        };
        looks_back || results.repetition.and_then(|threshold| threshold.automatic).is_some_and(comes_again)
    }

    /// Returns the result of a game that is over, where the moves played do not matter ([`Game::past_matters`]).
    #[must_use]
    pub fn outcome_without_past(&self, position: &Position<N>) -> Option<Outcome> {
        let now = self.immediate_outcome(position);
        now.or_else(|| self.outcome_by_move_rule(position, 0, |threshold| threshold.automatic))
    }

    /// Returns the result that the player to move may claim, by a rule about the moves played that does not end this
    /// game by itself. `None` if there is none, or if the game is over.
    #[must_use]
    pub fn claimable_outcome(&self, position: &Position<N>, history: &History) -> Option<Outcome> {
        if self.automatic_outcome(position, history).is_some() {
            return None;
        }
        let by_past = self.outcome_by_past(position, history, |threshold| Some(threshold.claim));
        let counted = || history.ago(0).count.has_run_out().then_some(Reason::Counting);
        let by_count = || counted().or_else(|| self.has_only_promotions(position).then_some(Reason::OnlyPromotions));
        by_past.or_else(|| by_count().map(|reason| Outcome::Draw { reason }))
    }

    /// Returns the result by the move rule or by repetition, with these thresholds.
    fn outcome_by_past(
        &self,
        position: &Position<N>,
        history: &History,
        at: impl Fn(Threshold) -> Option<u16>,
    ) -> Option<Outcome> {
        let beyond = self.checks_beyond(position, history);
        let repetition = self.variant.results.repetition;
        self.outcome_by_move_rule(position, beyond, &at)
            .or_else(|| repetition.and_then(at).and_then(|times| self.repetition(position, history, times)))
    }

    /// Returns the result by the move rule with this threshold, if so many plies do not count.
    fn outcome_by_move_rule(
        &self,
        position: &Position<N>,
        beyond: usize,
        at: impl Fn(Threshold) -> Option<u16>,
    ) -> Option<Outcome> {
        let moves = self.variant.results.move_rule.and_then(at)?;
        let has_run_out = usize::from(position.state.halfmoves) >= 2 * usize::from(moves) + beyond;
        has_run_out.then(|| self.drawn(position, Reason::MoveRule(moves)))
    }

    /// Returns the plies that the move rule of xiangqi does not count: those of checks beyond the first ten of a side,
    /// and their replies.
    fn checks_beyond(&self, position: &Position<N>, history: &History) -> usize {
        let plies = usize::from(history.ago(0).plies);
        if self.variant.results.chase.is_none() || plies < 20 {
            return 0;
        }
        let end = usize::from(position.state.halfmoves).min(plies);
        let is_check = |plies: usize| plies <= history.plies() && history.ago(plies).check;
        let checks = |first: usize| (first..first + end).step_by(2).filter(|&plies| is_check(plies)).count();
        2 * checks(0).max(checks(1)).saturating_sub(FREE_CHECKS)
    }

    /// Returns the result of a position that has come about so many times.
    fn repetition(&self, position: &Position<N>, history: &History, times: u16) -> Option<Outcome> {
        let results = &self.variant.results;
        let us = position.turn();
        let plies = usize::from(history.ago(0).plies);
        // A position from before an irreversible move cannot come about again, unless captured pieces return from
        // hands.
        let reversible = self.variant.captured_come_back();
        let end = if reversible { plies } else { plies.min(usize::from(position.state.halfmoves)) };
        let may_repeat = || results.move_repetition || history.times_before(end) + 1 >= usize::from(times);
        if end < 4 || !may_repeat() {
            return None;
        }
        let is_check = |plies: usize| history.ago(plies).check;
        let mut count = 1;
        let mut they_check = results.perpetual_check && is_check(0) && is_check(2);
        let mut we_check = results.perpetual_check && is_check(1) && is_check(3);
        let mut chases = Chases::begin(history);
        let mut shuttle = Shuttle::begin(self, position, history);
        for ago in (4..=end).step_by(2) {
            if shuttle.as_mut().is_some_and(|s| s.goes_on(history, ago, ago < end)) {
                return Some(Outcome::Win { side: us, reason: Reason::MoveRepetition });
            }
            if shuttle.as_ref().is_some_and(|s| s.broken) {
                shuttle = None;
            }
            // Nothing is chased in the position set up.
            if ago != plies
                && let Some(chases) = &mut chases
            {
                chases.they = followed(chases.they, history, ago - 1);
            }
            they_check &= is_check(ago);
            if history.is_as(ago) {
                count += 1;
                if count >= times {
                    return Some(self.repeated(
                        position,
                        times,
                        [we_check, they_check],
                        chases.map_or([false; 2], |chases| [!chases.we.is_empty(), !chases.they.is_empty()]),
                    ));
                }
            }
            if ago < end {
                we_check &= is_check(ago + 1);
                if let Some(chases) = &mut chases {
                    chases.we = followed(chases.we, history, ago);
                }
            }
        }
        None
    }

    /// Returns what a repetition is worth: who has checked all along, then who has chased, then the game's value. The
    /// first of each pair is about the side to move.
    fn repeated(&self, position: &Position<N>, times: u16, checks: [bool; 2], chases: [bool; 2]) -> Outcome {
        let us = position.turn();
        let worth = match (checks, chases) {
            ([true, true], _) | ([false, false], [true, true]) => Worth::Draw,
            ([true, false], _) => return Outcome::of(Worth::Loss, us, Reason::PerpetualCheck),
            ([false, true], _) => return Outcome::of(Worth::Win, us, Reason::PerpetualCheck),
            (_, [true, false]) => return Outcome::of(Worth::Loss, us, Reason::PerpetualChase),
            (_, [false, true]) => return Outcome::of(Worth::Win, us, Reason::PerpetualChase),
            (_, [false, false]) => match self.variant.results.repetition_worth {
                RepetitionWorth::ToMover(worth) => worth,
                RepetitionWorth::Wins(side) => return Outcome::Win { side, reason: Reason::Repetition(times) },
            },
        };
        match worth {
            Worth::Draw => self.drawn(position, Reason::Repetition(times)),
            _ => Outcome::of(worth, us, Reason::Repetition(times)),
        }
    }

    /// Returns whether the side to move has its royal and one piece that promotes in place, and all of its legal moves
    /// are such promotions, which are its choice (sittuyin's rules, 3.9 c.7).
    fn has_only_promotions(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        let own = position.side(us);
        let in_place = |square| self.variant.kinds[position.cell(square).kind().index()].promotes_in_place();
        if own.count() != 2 || !own.into_iter().any(in_place) || self.is_check(position) {
            return false;
        }
        let mut list = MoveList::default();
        self.list_moves(position, &mut list);
        list.moves.iter().all(|m| m.kind == MoveType::Promotion)
    }

    /// Returns whether the piece that made this move may go to squares to which the other side's royals may go.
    fn reaches_royal_squares(&self, position: &Position<N>, m: Move) -> bool {
        let cell = position.cell(m.to());
        if !cell.is_piece() {
            return false;
        }
        let own = self.confines(cell.kind(), cell.side());
        self.variant.royal_kinds().any(|royal| !own.is_disjoint(&self.confines(royal, cell.side().other())))
    }
}

/// The pieces that each side has chased all along, followed back through the moves.
struct Chases {
    they: Region,
    we: Region,
}

impl Chases {
    /// Returns those of the last four plies; `None` in games in which chases do not matter.
    fn begin(history: &History) -> Option<Chases> {
        let (they, we) = (history.ago(0).chased()?, history.ago(1).chased()?);
        Some(Chases { they: followed(they, history, 1), we: followed(we, history, 2) })
    }
}

/// Returns which of these chased pieces were chased two plies before, too: as they stood before the move that led to
/// the position this many plies ago, and with the move before that.
fn followed(chased: Region, history: &History, plies: usize) -> Region {
    let before = history.ago(plies + 1).chased();
    before.map_or(Region::EMPTY, |before| taken_back(chased, history.ago(plies)) & before)
}

/// Chased squares as they were before a move: the piece that moved was where it came from.
fn taken_back(chased: Region, entry: &Entry) -> Region {
    match entry.played {
        Some(m) if m.kind != MoveType::Pass && !m.enters() && chased.contains(m.to()) => {
            let mut chased = chased;
            chased.remove(m.to());
            chased.insert(m.from());
            chased
        }
        _ => chased,
    }
}

/// A piece that goes back and forth, followed back through the moves.
struct Shuttle {
    /// How many moves have fitted.
    stage: u8,
    /// It did not go on.
    broken: bool,
}

impl Shuttle {
    /// Begins to follow the last moves of the side that has just moved; `None` if they are not part of a shuttle.
    fn begin<const N: usize>(game: &Game<N>, position: &Position<N>, history: &History) -> Option<Shuttle> {
        let m = history.ago(0).played.filter(|m| m.kind == MoveType::Plain)?;
        if !game.variant.results.move_repetition
            || history.ago(1).check
            || history.ago(3).check
            || !game.reaches_royal_squares(position, m)
        {
            return None;
        }
        let before = history.ago(2).played?;
        let stage = if is_reverse(before, m) {
            2
        } else if before.kind == MoveType::Pass {
            1
        } else {
            return None;
        };
        Some(Shuttle { stage, broken: false })
    }

    /// Looks at the move that led to the position this many plies ago, two plies further back. Returns whether the
    /// piece has gone back and forth to the end.
    fn goes_on(&mut self, history: &History, plies: usize, has_reply: bool) -> bool {
        let (Some(m), Some(next)) = (history.ago(plies).played, history.ago(plies - 2).played) else {
            self.broken = true;
            return false;
        };
        if has_reply && history.ago(plies + 1).check {
            self.broken = true;
        } else if self.stage < 4 {
            let after = if self.stage == 1 { history.ago(0).played.unwrap_or(next) } else { next };
            self.stage += 1;
            self.broken = !is_reverse(m, after);
        } else {
            self.broken = true;
            return !history.ago(plies).captured && next.from() == m.to();
        }
        false
    }
}

/// Returns whether a move goes back where another comes from.
fn is_reverse(a: Move, b: Move) -> bool {
    a.kind == MoveType::Plain && b.kind == MoveType::Plain && a.from() == b.to() && a.to() == b.from()
}

//! Who has won in a position in which the game has ended by one of its own conditions.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::results::outcome::{Outcome, Reason};
use crate::rules::ends::plan::EndPlan;
use crate::rules::ends::position::has;
use betza_ir::geometry::Side;

impl<const N: usize> EndPlan<N> {
    /// Returns the result by this end, if it has come about. It holds exactly where [`EndPlan::holds`] does.
    fn outcome(&self, game: &Game<N>, position: &Position<N>) -> Option<Outcome> {
        let us = position.turn();
        let them = us.other();
        match self {
            EndPlan::Extinct { kinds, count, opponent, reply, worth, bares } => {
                let is_down = |side: Side| {
                    !has(position, side, kinds, count + 1)
                        && has(position, side.other(), kinds, opponent + u32::from(*reply && side == us))
                };
                let reason = if *bares { Reason::BareKing } else { Reason::Extinction };
                // If both sides are down, the side that has just moved bears the result.
                match [them, us].map(is_down) {
                    [true, true] if *bares => Some(Outcome::Draw { reason }),
                    [true, _] => Some(Outcome::of(*worth, them, reason)),
                    [_, true] => Some(Outcome::of(*worth, us, reason)),
                    _ => None,
                }
            }
            EndPlan::Reached { kinds, reply, safe, .. } => {
                let there = |side| self.has_reached(game, position, side);
                let royal = kinds.iter().flatten().all(|k| game.variant.kinds[k.index()].royal);
                let wins = |side| Some(Outcome::Win { side, reason: Reason::Goal });
                if (*reply || *safe) && there(us) {
                    // With a reply, White is here only if Black has replied.
                    let both = if *reply { us == Side::White && royal } else { true };
                    let drawn = both && there(them);
                    return if drawn { Some(Outcome::Draw { reason: Reason::Goal }) } else { wins(us) };
                }
                if self.is_lost_to_goal(game, position) { wins(them) } else { None }
            }
            EndPlan::Castled(_) => self.castler(position).map(|side| Outcome::Win { side, reason: Reason::Castling }),
            EndPlan::Connected(connection) => {
                let outcome = Outcome::of(connection.worth, them, Reason::Connection);
                connection.holds(position, them).then_some(outcome)
            }
            EndPlan::Checks => {
                self.holds(game, position).then_some(Outcome::Win { side: them, reason: Reason::Checks })
            }
            EndPlan::Bikjang => self.drawn(game, position, Reason::Bikjang),
            EndPlan::Passes => self.drawn(game, position, Reason::Passes),
            EndPlan::FullBoard => self.drawn(game, position, Reason::FullBoard),
        }
    }

    /// Returns a draw by this end, if it has come about, unless the material decides.
    fn drawn(&self, game: &Game<N>, position: &Position<N>, reason: Reason) -> Option<Outcome> {
        self.holds(game, position).then(|| game.drawn(position, reason))
    }
}

impl<const N: usize> Game<N> {
    /// Returns the result by one of the game's own conditions, whether or not counting stops at them.
    pub(crate) fn outcome_by_ends(&self, position: &Position<N>) -> Option<Outcome> {
        let ends = &self.rules.ends;
        ends.plans.iter().chain(&ends.ignored).find_map(|end| end.outcome(self, position))
    }
}

//! When a game is over other than by having no moves.

use super::{Ruled, men};
use betza_compile::geometry::{Side, Square};
use betza_movegen::setup::Setup;
use betza_movegen::variant::{EndConditions, EndRule, KindId};

impl Ruled<'_> {
    /// Whether a position has ended and is not played on.
    pub(super) fn has_ended(&self, setup: &Setup) -> bool {
        self.variant.end_conditions == EndConditions::Stop
            && self.variant.ends.iter().any(|end| self.ends_by(end, setup))
    }

    /// Whether facing royals end the game.
    pub(super) fn ends_by_facing(&self) -> bool {
        self.variant.ends.contains(&EndRule::Bikjang)
    }

    fn ends_by(&self, end: &EndRule, setup: &Setup) -> bool {
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, .. } => {
                let lists: Vec<Vec<KindId>> =
                    if *together { vec![kinds.clone()] } else { kinds.iter().map(|&k| vec![k]).collect() };
                let has = |side: Side, kinds: &[KindId]| {
                    let in_hand: usize = kinds.iter().map(|k| usize::from(setup.hands[side.index()][k.index()])).sum();
                    in_hand + men(setup, side).filter(|m| kinds.contains(&m.1)).count()
                };
                Side::BOTH.into_iter().any(|side| {
                    let needed = usize::from(*opponent) + usize::from(*reply && side == setup.turn);
                    lists.iter().any(|list| has(side, list) <= usize::from(*count) && has(side.other(), list) >= needed)
                })
            }
            EndRule::Reached { kinds, region, reply, safe } => {
                let there = |setup: &Setup, side: Side| -> Vec<Square> {
                    let fits =
                        |m: &(Square, KindId)| kinds[side.index()].contains(&m.1) && region[side.index()].contains(m.0);
                    men(setup, side).filter(fits).map(|m| m.0).collect()
                };
                let reaches = |after: &Setup, side| !there(after, side).is_empty();
                let has_reached =
                    |side: Side| there(setup, side).into_iter().any(|s| !*safe || self.attackers(setup, s).is_empty());
                let us = setup.turn;
                if !*reply {
                    return has_reached(us.other()) || (*safe && has_reached(us));
                }
                // A royal cannot be taken in reply, so that only who moves second has one, if it can do the same.
                let are_royal = kinds.iter().flatten().all(|k| self.variant.kinds[k.index()].royal);
                let can_reply = || us == Side::Black && self.lawful(setup).iter().any(|(_, after)| reaches(after, us));
                has_reached(us) || (are_royal && has_reached(us.other()) && !can_reply())
            }
            EndRule::Checks(_) => setup.checks_left.is_some_and(|left| left.contains(&0)),
            EndRule::Bikjang => setup.passes > 0 && self.royals_face(setup),
            EndRule::Passes => setup.passes >= 2,
            EndRule::FullBoard => {
                let full = men(setup, Side::White).count() + men(setup, Side::Black).count() + setup.walls.len();
                full == self.variant.board.squares().count()
            }
            EndRule::Bared => {
                let is_other = |kind: KindId| !self.variant.kinds[kind.index()].royal;
                let others = |side: Side| {
                    let in_hand = setup.hands[side.index()].iter().enumerate();
                    let in_hand = in_hand.filter(|(k, n)| **n > 0 && is_other(KindId(*k as u8))).count();
                    in_hand + men(setup, side).filter(|m| is_other(m.1)).count()
                };
                Side::BOTH.into_iter().any(|side| others(side) == 0)
            }
        }
    }
}

//! When a game is over other than by having no moves.

use super::{Ruled, men};
use betza_game::setup::Setup;
use betza_game::variant::{Connection, Directions, EndConditions, EndRule, KindId, Shape};
use betza_ir::geometry::{Side, Square, Vector};
use std::collections::BTreeSet;

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
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                let us = setup.turn;
                let there = |setup: &Setup, side: Side| -> Vec<Square> {
                    let fits =
                        |m: &(Square, KindId)| kinds[side.index()].contains(&m.1) && region[side.index()].contains(m.0);
                    men(setup, side).filter(fits).map(|m| m.0).collect()
                };
                let is_free = |s: &Square| setup.at(*s).is_none() && !setup.walls.contains(s);
                let is_full =
                    |side: Side| !self.variant.board.squares().any(|s| region[side.index()].contains(s) && is_free(&s));
                let has_reached = |side: Side| {
                    let there = there(setup, side);
                    let enough = there.len() >= usize::from(*count) || (*blocked && is_full(side));
                    let is_asked = *safe && there.len() == usize::from(*count) && (!*reply || side != us);
                    !there.is_empty() && enough && (!is_asked || !there.into_iter().any(|s| self.is_attacked(setup, s)))
                };
                let reaches = |after: &Setup, side| !there(after, side).is_empty();
                if !*reply {
                    return has_reached(us.other()) || (*safe && has_reached(us));
                }
                // A royal cannot be taken in reply, so that only who moves second has one, if it can do the same.
                let are_royal = kinds.iter().flatten().all(|k| self.variant.kinds[k.index()].royal);
                let can_reply = || us == Side::Black && self.lawful(setup).iter().any(|(_, after)| reaches(after, us));
                has_reached(us) || ((*safe || are_royal) && has_reached(us.other()) && !(are_royal && can_reply()))
            }
            EndRule::Connected(rule) => self.are_connected(rule, setup),
            EndRule::Castled(wings) => Side::BOTH.into_iter().any(|side| {
                let wanted: Vec<usize> = (0..2).filter(|&wing| wings[side.index()][wing]).collect();
                let has_castled = wanted.iter().any(|wing| setup.castled >> (2 * side.index() + wing) & 1 == 1);
                let king = self.castling_king(setup, side).map(|king| self.variant.board.file(king));
                let wing = |partner: Square| usize::from(king.is_some_and(|k| self.variant.board.file(partner) < k));
                let may = setup.castling.iter().any(|r| r.side == side && wanted.contains(&wing(r.partner)));
                has_castled || (!wanted.is_empty() && !may)
            }),
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
                    let in_hand = in_hand.filter(|(k, n)| **n > 0 && is_other(KindId::from_index(*k))).count();
                    in_hand + men(setup, side).filter(|m| is_other(m.1)).count()
                };
                Side::BOTH.into_iter().any(|side| others(side) == 0)
            }
        }
    }
}

impl Ruled<'_> {
    /// Whether the pieces of the side that has just moved stand together as a rule wants it.
    fn are_connected(&self, rule: &Connection, setup: &Setup) -> bool {
        let (board, side) = (&self.variant.board, setup.turn.other());
        let there: BTreeSet<Square> = men(setup, side).filter(|m| rule.kinds.contains(&m.1)).map(|m| m.0).collect();
        let forward = |d: &Directions| -> Vec<Vector> {
            let all = [(d.horizontal, 1, 0), (d.vertical, 0, 1), (d.diagonal, 1, 1), (d.diagonal, 1, -1)];
            all.into_iter().filter(|a| a.0).map(|a| Vector::new(a.1, a.2)).collect()
        };
        match &rule.shape {
            Shape::Row(n, d) => there.iter().any(|&s| {
                let row = |v: &Vector| {
                    std::iter::successors(Some(s), |&at| board.step(at, *v)).take_while(|s| there.contains(s)).count()
                };
                forward(d).iter().any(|v| row(v) >= usize::from(*n))
            }),
            Shape::Line(n, d) => there.iter().any(|&s| {
                let far = board.files().max(board.ranks()) as i32;
                let on_line = |v: &Vector| {
                    let places = (-far..=far).filter_map(|i| {
                        board.at(board.file(s) + i * i32::from(v.dx), board.rank(s) + i * i32::from(v.dy))
                    });
                    places.filter(|s| there.contains(s)).count()
                };
                forward(d).iter().any(|v| on_line(v) >= usize::from(*n))
            }),
            Shape::Block(n) => there.iter().any(|&s| {
                let mut places = (0..i32::from(*n)).flat_map(|x| (0..i32::from(*n)).map(move |y| (x, y)));
                let at = |(x, y)| board.at(board.file(s) + x, board.rank(s) + y);
                places.all(|place| at(place).is_some_and(|s| there.contains(&s)))
            }),
            Shape::Chain { ends, directions, forward: only_forward } => {
                let mut steps = forward(directions);
                let back: Vec<Vector> = steps.iter().map(|v| Vector::new(-v.dx, -v.dy)).collect();
                steps.extend(back.into_iter().filter(|_| !only_forward));
                let mut open: Vec<Square> =
                    there.iter().copied().filter(|&s| ends[0][side.index()].contains(s)).collect();
                let mut seen = BTreeSet::new();
                while let Some(at) = open.pop() {
                    let next = steps.iter().filter_map(|&v| board.step(at, v)).filter(|s| there.contains(s));
                    for s in next {
                        if ends[1][side.index()].contains(s) {
                            return true;
                        }
                        if seen.insert(s) {
                            open.push(s);
                        }
                    }
                }
                false
            }
        }
    }
}

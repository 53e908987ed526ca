//! Whether the game has ended otherwise than by having no moves, as masks and counts.
//!
//! What counts as ended is what Fairy-Stockfish takes for it, whose published counts stop there: a side that has fallen to a number of
//! pieces, the side that has just moved in its region (unless the other, if it moves second, can still reply by reaching its own), and
//! checks used up.

use crate::compile::game::Game;
use crate::generate::sink::MoveList;
use crate::rules::ends::plan::EndPlan;
use crate::state::cell::Cell;
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Side;

impl<const N: usize> EndPlan<N> {
    fn holds(&self, game: &Game<N>, position: &Position<N>) -> bool {
        let us = position.turn();
        match self {
            EndPlan::Extinct { kinds, count, opponent, reply } => {
                let has = |side, least| has(position, side, kinds, least);
                Side::BOTH
                    .into_iter()
                    .any(|side| !has(side, count + 1) && has(side.other(), opponent + u32::from(*reply && side == us)))
            }
            EndPlan::Reached { kinds, region, reply, safe } => {
                let has_reached = |side: Side| {
                    let threats = &game.sides[side.other().index()].threats;
                    let attacked = |s| threats.attacks(position, s, &position.occupied(), &Bitboard::EMPTY);
                    let on = |&k: &KindId| {
                        let there = position.pieces(side, k) & region[side.index()];
                        there.into_iter().any(|s| !safe || !attacked(s))
                    };
                    kinds[side.index()].iter().any(on)
                };
                if !*reply {
                    // Who stands there safely has won, whoever is to move: Fairy-Stockfish asks both sides then.
                    return has_reached(us.other()) || (*safe && has_reached(us));
                }
                // A royal cannot be taken in reply, so all that may come of it is that the second player, who makes up for
                // the first move, reaches his own; it has ended as soon as that is seen to fail.
                let stays = kinds.iter().flatten().all(|k| game.variant.kinds[k.index()].royal);
                let can_reply = || us == Side::Black && reaches(game, position, &kinds[1], &region[1]);
                has_reached(us) || (stays && has_reached(us.other()) && !can_reply())
            }
            EndPlan::Checks => position.state.checks_left[us.other().index()] == 0,
            EndPlan::Bikjang => position.state.passes > 0 && game.royals_face(position),
            EndPlan::Passes => position.state.passes > 1,
        }
    }
}

/// Whether a side has so many pieces of these kinds, those in the hands included.
fn has<const N: usize>(position: &Position<N>, side: Side, kinds: &[KindId], least: u32) -> bool {
    let mut missing = least;
    missing == 0
        || kinds.iter().any(|&k| {
            let there = position.pieces(side, k).count() + u32::from(position.hands[Cell::new(side, k).index()]);
            missing = missing.saturating_sub(there);
            missing == 0
        })
}

/// Whether the side to move has a legal move of one of these kinds into the region.
fn reaches<const N: usize>(game: &Game<N>, position: &Position<N>, kinds: &[KindId], region: &Bitboard<N>) -> bool {
    let mut list = MoveList::default();
    game.generate_on(position, &mut list);
    list.moves.iter().any(|m| !m.enters() && kinds.contains(&position.cell(m.from()).kind()) && region.contains(m.to()))
}

impl<const N: usize> Game<N> {
    /// Whether the game has ended by one of its own conditions, if they stop it ([`EndConditions::Stop`]).
    #[inline]
    #[must_use]
    pub fn has_ended(&self, position: &Position<N>) -> bool {
        self.rules.ends.plans.iter().any(|end| end.holds(self, position))
    }

    /// The squares such that a side's plain move between others does not end the game, if the piece stays what it is; all where it may do so
    /// otherwise.
    pub(crate) fn ending_squares(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let squares = |end: &EndPlan<N>| match end {
            // One capture leaves enough.
            EndPlan::Extinct { kinds, count, .. } if has(position, side.other(), kinds, count + 2) => Bitboard::EMPTY,
            EndPlan::Extinct { .. } => position.side(side.other()),
            EndPlan::Reached { kinds, region, reply, safe: false } => {
                let there = |side: Side| {
                    let pieces = position.of_kinds(&kinds[side.index()]) & position.side(side);
                    !pieces.is_disjoint(&region[side.index()])
                };
                // Who has arrived must wait for the reply.
                if *reply && Side::BOTH.into_iter().any(there) { Bitboard::FULL } else { region[side.index()] }
            }
            // Without a check none is used up.
            EndPlan::Checks => Bitboard::EMPTY,
            EndPlan::Reached { .. } | EndPlan::Bikjang | EndPlan::Passes => Bitboard::FULL,
        };
        self.rules.ends.plans.iter().fold(Bitboard::EMPTY, |all, end| all | squares(end))
    }

    /// Whether it matters to the end of the game what kinds of pieces a side has.
    pub(crate) fn ends_by_kinds(&self) -> bool {
        self.rules.ends.plans.iter().any(|end| matches!(end, EndPlan::Extinct { .. }))
    }

    /// The side that has just moved has one check less to give.
    #[inline(never)]
    pub(crate) fn count_check(&self, p: &mut Position<N>) {
        p.state.hash ^= self.keys.checks(p.state.checks_left);
        let left = &mut p.state.checks_left[p.turn.other().index()];
        *left = left.saturating_sub(1);
        p.state.hash ^= self.keys.checks(p.state.checks_left);
    }
}

//! Whether a position has ended by one of the game's own conditions.
//!
//! The conditions are those of Fairy-Stockfish, whose published counts stop there: a side has too few pieces left; the
//! side that has just moved is in its region (unless the second player can still reply by reaching its own); the checks
//! are used up.

use crate::compile::game::Game;
use crate::generate::sink::MoveList;
use crate::rules::ends::plan::EndPlan;
use crate::state::cell::Cell;
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Side;

impl<const N: usize> EndPlan<N> {
    /// Whether this end has come about in a position.
    pub(super) fn holds(&self, game: &Game<N>, position: &Position<N>) -> bool {
        let us = position.turn();
        match self {
            EndPlan::Extinct { kinds, count, opponent, reply, .. } => {
                let has = |side, least| has(position, side, kinds, least);
                Side::BOTH
                    .into_iter()
                    .any(|side| !has(side, count + 1) && has(side.other(), opponent + u32::from(*reply && side == us)))
            }
            EndPlan::Reached { kinds, region, reply, safe } => {
                let has_reached = |side| self.has_reached(game, position, side);
                if !*reply {
                    // A side that stands there safely has won, whoever is to move: Fairy-Stockfish asks both sides.
                    return has_reached(us.other()) || (*safe && has_reached(us));
                }
                // A royal cannot be captured in reply. So the only reply that matters is that of the second player, who
                // may reach his own region too, to make up for the first move. If he cannot, the game has ended.
                let stays = kinds.iter().flatten().all(|k| game.variant.kinds[k.index()].royal);
                let can_reply = || us == Side::Black && reaches(game, position, &kinds[1], &region[1]);
                has_reached(us) || (stays && has_reached(us.other()) && !can_reply())
            }
            EndPlan::Checks => position.state.checks_left[us.other().index()] == 0,
            EndPlan::Bikjang => position.state.passes > 0 && game.royals_face(position),
            EndPlan::Passes => position.state.passes > 1,
            EndPlan::FullBoard => game.board.is_subset(&position.occupied()),
        }
    }

    /// Whether a side's piece stands in the region of [`EndPlan::Reached`]; false of other ends.
    #[inline]
    pub(super) fn has_reached(&self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let EndPlan::Reached { kinds, region, safe, .. } = self else { return false };
        let threats = &game.sides[side.other().index()].threats;
        let attacked = |s| threats.attacks(position, s, &position.occupied(), &Bitboard::EMPTY);
        let on = |&k: &KindId| {
            let there = position.pieces(side, k) & region[side.index()];
            there.into_iter().any(|s| !*safe || !attacked(s))
        };
        kinds[side.index()].iter().any(on)
    }
}

/// Whether a side has at least `least` pieces of these kinds, those in the hands included.
pub(super) fn has<const N: usize>(position: &Position<N>, side: Side, kinds: &[KindId], least: u32) -> bool {
    let mut missing = least;
    missing == 0
        || kinds.iter().any(|&k| {
            let there = position.pieces(side, k).count() + u32::from(position.hands[Cell::new(side, k).index()]);
            missing = missing.saturating_sub(there);
            missing == 0
        })
}

/// Whether the side to move has a legal move of a piece of one of these kinds into the region.
pub(super) fn reaches<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    kinds: &[KindId],
    region: &Bitboard<N>,
) -> bool {
    let mut list = MoveList::default();
    game.generate_on(position, &mut list);
    list.moves.iter().any(|m| !m.enters() && kinds.contains(&position.cell(m.from()).kind()) && region.contains(m.to()))
}

impl<const N: usize> Game<N> {
    /// Whether the game has ended by one of its own conditions; false if they do not stop it
    /// ([`crate::variant::EndConditions::Ignore`]). Positions without legal moves are not considered.
    #[inline]
    #[must_use]
    pub fn has_ended(&self, position: &Position<N>) -> bool {
        self.rules.ends.plans.iter().any(|end| end.holds(self, position))
    }

    /// The squares that a plain move of a side must touch to end the game. A move of a piece that keeps its kind, from
    /// and to other squares, does not end it. All squares, where a move might end the game in another way.
    pub(crate) fn ending_squares(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let squares = |end: &EndPlan<N>| match end {
            // After one more capture there are still enough pieces.
            EndPlan::Extinct { kinds, count, .. } if has(position, side.other(), kinds, count + 2) => Bitboard::EMPTY,
            EndPlan::Extinct { .. } => position.side(side.other()),
            EndPlan::Reached { kinds, region, reply, safe: false } => {
                let there = |side: Side| {
                    let pieces = position.of_kinds(&kinds[side.index()]) & position.side(side);
                    !pieces.is_disjoint(&region[side.index()])
                };
                // A side has arrived and waits for the reply, which may be any move.
                if *reply && Side::BOTH.into_iter().any(there) { Bitboard::FULL } else { region[side.index()] }
            }
            // Only a move that gives check uses one up, and such moves are made.
            EndPlan::Checks => Bitboard::EMPTY,
            EndPlan::Reached { .. } | EndPlan::Bikjang | EndPlan::Passes | EndPlan::FullBoard => Bitboard::FULL,
        };
        self.rules.ends.plans.iter().fold(Bitboard::EMPTY, |all, end| all | squares(end))
    }

    /// Whether some end depends on how many pieces of a kind a side has.
    pub(crate) fn ends_by_kinds(&self) -> bool {
        self.rules.ends.plans.iter().any(|end| matches!(end, EndPlan::Extinct { .. }))
    }

    /// Counts a check that the side that has just moved gives.
    #[inline(never)]
    pub(crate) fn count_check(&self, p: &mut Position<N>) {
        p.state.hash ^= self.keys.checks(p.state.checks_left);
        let left = &mut p.state.checks_left[p.turn.other().index()];
        *left = left.saturating_sub(1);
        p.state.hash ^= self.keys.checks(p.state.checks_left);
    }
}

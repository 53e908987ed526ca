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
            EndPlan::Reached { reply, safe, .. } => {
                ((*reply || *safe) && self.has_reached(game, position, us)) || self.is_lost_to_goal(game, position)
            }
            EndPlan::Castled(_) => self.castler(position).is_some(),
            EndPlan::Connected(connection) => connection.holds(position, us.other()),
            EndPlan::Checks => position.state.checks_left[us.other().index()] == 0,
            EndPlan::Bikjang => position.state.passes > 0 && game.royals_face(position),
            EndPlan::Passes => position.state.passes > 1,
            EndPlan::FullBoard => game.board.is_subset(&position.occupied()),
        }
    }

    /// Who has won by [`EndPlan::Castled`]: who has castled, or else whose enemy no longer can. `None` of other ends.
    pub(super) fn castler(&self, position: &Position<N>) -> Option<Side> {
        let EndPlan::Castled(rights) = self else { return None };
        // The side that has just moved is asked first.
        let sides = [position.turn().other(), position.turn()];
        let has = |side: &Side, bits: u8| rights[side.index()] & bits != 0;
        let has_castled = |side: &&Side| has(side, position.state.castling >> 4);
        let has_lost = |side: &&Side| rights[side.index()] != 0 && !has(side, position.state.castling);
        sides.iter().find(has_castled).copied().or_else(|| sides.iter().find(has_lost).map(|side| side.other()))
    }

    /// Whether a side's pieces are in the region of [`EndPlan::Reached`]; false of other ends.
    #[inline]
    pub(super) fn has_reached(&self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let EndPlan::Reached { kinds, region, safe, reply, count, blocked } = self else { return false };
        let region = region[side.index()];
        let on = |all, &k: &KindId| all | position.pieces(side, k) & region;
        let there = kinds[side.index()].iter().fold(Bitboard::EMPTY, on);
        let number = there.count();
        if there.is_empty() || number < *count && !(*blocked && region.is_subset(&position.occupied())) {
            return false;
        }
        // Where there is a reply, it has been made when this side is to move again.
        let is_asked = *safe && number == *count && !(*reply && side == position.turn());
        !is_asked || !there.into_iter().any(|square| game.can_be_captured(position, square))
    }

    /// Whether the side that has just moved is in its region of [`EndPlan::Reached`], and the other side can do nothing
    /// about it; false of other ends.
    pub(super) fn is_lost_to_goal(&self, game: &Game<N>, position: &Position<N>) -> bool {
        let EndPlan::Reached { kinds, region, reply, safe, .. } = self else { return false };
        let us = position.turn();
        if !self.has_reached(game, position, us.other()) {
            return false;
        }
        if !*reply {
            return true;
        }
        // A royal cannot be captured in reply. So the only reply that matters is that of the second player, who may
        // reach his own region too, to make up for the first move. If he cannot, the game has ended.
        let stays = kinds.iter().flatten().all(|k| game.variant.kinds[k.index()].royal);
        let can_reply = || stays && us == Side::Black && reaches(game, position, &kinds[1], &region[1]);
        (*safe || stays) && !can_reply()
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

/// Whether the side to move has a legal move after which a piece of one of these kinds, dropped or promoted perhaps, is in
/// the region.
#[inline(never)]
pub(super) fn reaches<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    kinds: &[KindId],
    region: &Bitboard<N>,
) -> bool {
    let mut list = MoveList::default();
    game.generate_on(position, &mut list);
    let mut after = position.clone();
    list.moves.iter().any(|&m| {
        let undo = game.make_as::<false>(&mut after, m, Some(&list.effects));
        let is_there = !(after.of_kinds(kinds) & after.side(position.turn())).is_disjoint(region);
        game.unmake(&mut after, undo);
        is_there
    })
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
            EndPlan::Extinct { kinds, count, .. } => {
                let is_down = |side: Side| !has(position, side, kinds, count + 1);
                let theirs = position.side(side.other());
                // A side that has few already waits for what the other one gains. Otherwise only these kinds count.
                if Side::BOTH.into_iter().any(is_down) { theirs } else { theirs & position.of_kinds(kinds) }
            }
            EndPlan::Reached { kinds, region, reply, safe, blocked: false, .. } if !(*reply && *safe) => {
                let there = |side: Side| {
                    let pieces = position.of_kinds(&kinds[side.index()]) & position.side(side);
                    !pieces.is_disjoint(&region[side.index()])
                };
                // A side has arrived and waits for the reply, which may be any move, or for the end of an attack.
                let waits = (*reply || *safe) && Side::BOTH.into_iter().any(there);
                if waits { Bitboard::FULL } else { region[side.index()] }
            }
            // Only a move that gives check uses one up, and such moves are made.
            EndPlan::Checks => Bitboard::EMPTY,
            EndPlan::Reached { .. }
            | EndPlan::Castled(_)
            | EndPlan::Connected(_)
            | EndPlan::Bikjang
            | EndPlan::Passes
            | EndPlan::FullBoard => Bitboard::FULL,
        };
        self.rules.ends.plans.iter().fold(Bitboard::EMPTY, |all, end| all | squares(end))
    }

    /// Whether a piece that becomes another kind may bring about an end.
    pub(crate) fn ends_by_kinds(&self) -> bool {
        self.rules.ends.by_kinds
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

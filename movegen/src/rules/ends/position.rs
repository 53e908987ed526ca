//! Whether a position has ended by one of the game's own conditions.
//!
//! The conditions are those of Fairy-Stockfish, whose published counts stop there: a side has too few pieces left; the
//! side that has just moved is in its region (unless the second player can still reply by reaching its own); the checks
//! are used up.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::list::MoveList;
use crate::rules::ends::plan::EndPlan;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> EndPlan<N> {
    /// Returns whether this end has come about in a position.
    #[inline(never)]
    pub(crate) fn holds(&self, game: &Game<N>, position: &Position<N>) -> bool {
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
            EndPlan::Bikjang => position.state.passes() > 0 && game.royals_face(position),
            EndPlan::Passes => position.state.passes() > 1,
            EndPlan::FullBoard => game.board.is_subset(&position.occupied()),
        }
    }

    /// Returns the side that has won by [`EndPlan::Castled`]: the one that has castled, or else the one whose enemy no
    /// longer can. `None` for other ends.
    pub(crate) fn castler(&self, position: &Position<N>) -> Option<Side> {
        let EndPlan::Castled(rights) = self else { return None };
        // The side that has just moved comes first.
        let sides = [position.turn().other(), position.turn()];
        let has = |side: &Side, bits: u8| rights[side.index()] & bits != 0;
        let has_castled = |side: &&Side| has(side, position.state.castling >> 4);
        let has_lost = |side: &&Side| rights[side.index()] != 0 && !has(side, position.state.castling);
        sides.iter().find(has_castled).copied().or_else(|| sides.iter().find(has_lost).map(|side| side.other()))
    }

    /// Returns whether a side's pieces are in the region of [`EndPlan::Reached`]; false of other ends.
    #[inline(always)]
    pub(crate) fn has_reached(&self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let EndPlan::Reached { kinds, region, .. } = self else { return false };
        let there = pieces_of(position, side, &kinds[side.index()]) & region[side.index()];
        !there.is_empty() && self.suffice(game, position, side, there)
    }

    /// Returns whether the pieces of a side in its region are as many and as safe as the rule demands. `there` has all
    /// of them.
    #[inline(never)]
    fn suffice(&self, game: &Game<N>, position: &Position<N>, side: Side, there: Bitboard<N>) -> bool {
        let EndPlan::Reached { region, safe, reply, count, blocked, .. } = self else { return false };
        let region = region[side.index()];
        let number = there.count();
        if number < *count && !(*blocked && region.is_subset(&position.occupied())) {
            return false;
        }
        // Where there is a reply, it has been made when this side is to move again.
        let is_asked = *safe && number == *count && !(*reply && side == position.turn());
        !is_asked || !there.into_iter().any(|square| game.can_be_captured(position, square))
    }

    /// Returns whether the side that has just moved is in its region of [`EndPlan::Reached`], and the other side can do
    /// nothing about it; false of other ends.
    #[inline(always)]
    pub(crate) fn is_lost_to_goal(&self, game: &Game<N>, position: &Position<N>) -> bool {
        self.has_reached(game, position, position.turn().other()) && self.allows_no_reply(game, position)
    }

    /// Returns whether the side to move can do nothing about a goal that the other side has reached.
    #[inline(never)]
    fn allows_no_reply(&self, game: &Game<N>, position: &Position<N>) -> bool {
        let EndPlan::Reached { kinds, region, reply, safe, .. } = self else { return false };
        let us = position.turn();
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

/// Returns the pieces of a side that are of these kinds. PERF: mostly it is one kind, which needs no loop.
#[inline(always)]
pub(crate) fn pieces_of<const N: usize>(position: &Position<N>, side: Side, kinds: &[KindId]) -> Bitboard<N> {
    match kinds {
        [kind] => position.pieces(side, *kind),
        _ => position.of_kinds(kinds) & position.side(side),
    }
}

/// Returns whether a side has at least `least` pieces of these kinds, those in the hands included.
#[inline]
pub(crate) fn has<const N: usize>(position: &Position<N>, side: Side, kinds: &[KindId], least: u32) -> bool {
    match (kinds, least) {
        (_, 0) => true,
        (&[kind], 1) => !position.pieces(side, kind).is_empty() || held(position, side, kind) > 0,
        (&[kind], 2) if held(position, side, kind) == 0 => position.pieces(side, kind).has_several(),
        _ => has_number(position, side, kinds, least),
    }
}

/// Returns how many pieces of a kind a side holds.
#[inline(always)]
fn held<const N: usize>(position: &Position<N>, side: Side, kind: KindId) -> u8 {
    position.hands[Cell::on::<N>(side, kind)]
}

/// Does what [`has`] does, by counting.
#[inline(never)]
fn has_number<const N: usize>(position: &Position<N>, side: Side, kinds: &[KindId], least: u32) -> bool {
    let mut missing = least;
    kinds.iter().any(|&k| {
        let there = position.pieces(side, k).count() + u32::from(held(position, side, k));
        missing = missing.saturating_sub(there);
        missing == 0
    })
}

/// Returns whether the side to move has a legal move, whatever its type, after which a piece of one of these kinds is
/// in the region.
#[inline(never)]
pub(crate) fn reaches<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    kinds: &[KindId],
    region: &Bitboard<N>,
) -> bool {
    let mut list = MoveList::default();
    game.with_node(position, |node| node.moves_as_chosen(true, &mut list));
    let mut after = position.clone();
    list.moves.iter().any(|&m| {
        let undo = game.make_as::<false>(&mut after, m, Some(&list.effects));
        let is_there = !(after.of_kinds(kinds) & after.side(position.turn())).is_disjoint(region);
        game.unmake(&mut after, undo);
        is_there
    })
}

impl<const N: usize> Game<N> {
    /// Returns whether the game has ended by one of its own conditions; false if they do not stop it
    /// ([`betza_game::variant::EndConditions::Ignore`]). Positions without legal moves are not considered.
    #[inline]
    #[must_use]
    pub fn has_ended(&self, position: &Position<N>) -> bool {
        !self.rules.ends.plans.is_empty() && self.some_end_holds(position)
    }

    /// Returns whether one of the conditions holds that stop the game.
    #[inline(never)]
    fn some_end_holds(&self, position: &Position<N>) -> bool {
        self.rules.ends.plans.iter().any(|end| end.holds(self, position))
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

//! Counts drops in reply to moves that are not made.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::rules::hands::plan::DropPlan;
use arrayvec::ArrayVec;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// The most kinds of drops for which replies are counted without making moves.
const HELD: usize = 16;

/// The drops of a side in reply to any move of the other side.
pub(crate) struct HandReplies<'a, const N: usize> {
    plans: ArrayVec<&'a DropPlan<N>, HELD>,
    /// The squares on which a drop that is forbidden to give mate might give check.
    checking: Bitboard<N>,
    /// Some of the drops are forbidden to give mate.
    may_mate: bool,
}

/// The drops after a move.
pub(crate) enum DropCount {
    /// This many, and no other move is legal.
    First(u64),
    /// This many besides the other moves.
    Besides(u64),
}

/// What drops depend on after a move that is not made.
pub(crate) struct HandsAfter<'a, const N: usize> {
    /// The position before the move.
    pub position: &'a Position<N>,
    /// The side that replies.
    pub side: Side,
    /// Its pieces after the move.
    pub own: Bitboard<N>,
    /// The empty squares after the move.
    pub empty: Bitboard<N>,
    /// Those of [`Game::squares_for_royals`] that are attacked after the move.
    pub attacked: Bitboard<N>,
}

impl<const N: usize> HandsAfter<'_, N> {
    /// Returns the squares for drops by a plan.
    #[inline(always)]
    fn targets(&self, game: &Game<N>, plan: &DropPlan<N>) -> Bitboard<N> {
        let &HandsAfter { position, side, own, empty, .. } = self;
        let there = |kind| position.pieces(side, kind) & own;
        game.rules.hands.targets(side, plan, |kind| position.in_hand(side, kind), there, empty)
    }
}

impl<'a, const N: usize> HandReplies<'a, N> {
    /// Returns the state without drops.
    pub fn none() -> Self {
        HandReplies { plans: ArrayVec::new(), checking: Bitboard::EMPTY, may_mate: false }
    }

    /// Finds the drops of a side; `None` where their legality depends on more than the occupancy and attacks on royals,
    /// or where there are too many kinds.
    #[inline(always)]
    pub fn find(&mut self, game: &'a Game<N>, position: &Position<N>, side: Side) -> Option<()> {
        let hands = &game.rules.hands;
        for plan in hands.drops[side.index()].iter().filter(|plan| hands.has(position, side, plan.held)) {
            if plan.is_barrier {
                return None;
            }
            if plan.no_mate {
                self.checking |= game.squares_of_checking_drops(position, plan, side)?;
                self.may_mate = true;
            }
            if plan.changes_royals && !(game.brings_only_royal(plan) && game.royals(position, side).is_empty()) {
                return None;
            }
            self.plans.try_push(plan).ok()?;
        }
        Some(())
    }

    /// Returns whether there are no drops.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// Returns whether some of the drops are forbidden to give mate.
    #[inline(always)]
    pub fn may_mate(&self) -> bool {
        self.may_mate
    }

    /// Returns the number of drops after a move; `None` if a drop that is forbidden to give mate might do so.
    #[inline(always)]
    pub fn count(&self, game: &Game<N>, after: &HandsAfter<'_, N>) -> Option<DropCount> {
        let (mut first, mut all) = (0, 0);
        for plan in &self.plans {
            let mut targets = after.targets(game, plan);
            if plan.changes_royals {
                targets = targets.without(after.attacked);
            }
            if plan.no_mate && !targets.is_disjoint(&self.checking) {
                return None;
            }
            let moves = u64::from(targets.count());
            all += moves;
            first += if plan.comes_first { moves } else { 0 };
        }
        Some(if first > 0 { DropCount::First(first) } else { DropCount::Besides(all) })
    }
}

impl<const N: usize> Game<N> {
    /// Returns the squares on which a drop would bring the only royal of a side that has none. It may not be attacked
    /// there.
    pub(crate) fn squares_for_royals(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let hands = &self.rules.hands;
        let brings = |plan: &&DropPlan<N>| self.brings_only_royal(plan) && hands.has(position, side, plan.held);
        hands.drops[side.index()].iter().filter(brings).fold(Bitboard::EMPTY, |all, plan| all | plan.region)
    }

    /// Returns the squares on which a drop by this plan might give check, where the enemy's royals stand now; `None`
    /// where it may do so from other squares too.
    #[inline(never)]
    fn squares_of_checking_drops(&self, position: &Position<N>, plan: &DropPlan<N>, side: Side) -> Option<Bitboard<N>> {
        let may_come_from_elsewhere = self.sides[side.index()].threats.has_unusual()
            || self.variant.annan
            || !self.variant.royalty.pseudo.is_empty()
            || self.rules.strategy.needs.contains(Needs::PICKS_ROYALS)
            || self.may_change_royals(position, side.other());
        if may_come_from_elsewhere {
            return None;
        }
        let parts = &self.sides[side.index()].tables[plan.kind.index()].parts;
        let royals = self.royals(position, side.other());
        let sources =
            royals.into_iter().flat_map(|royal| parts.iter().map(move |part| part.reach.may_come_from(royal)));
        Some(sources.fold(Bitboard::EMPTY, |all, sources| all | *sources))
    }
}

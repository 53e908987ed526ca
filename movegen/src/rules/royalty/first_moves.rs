//! Moves that only unmoved royals have (cambodian chess, ouk chatrang): when such a royal may make no others, and what
//! takes them away.

use crate::compile::component::{Component, Origins};
use crate::compile::game::Game;
use crate::rules::asks::Asks;
use crate::rules::judge::Judge;
use crate::rules::room::Room;
use crate::rules::royalty::SeveralRoyals;
use crate::state::keys::Aspect;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Kind;
use betza_compile::geometry::Square;

impl<const N: usize> Judge<'_, '_, N> {
    /// Whether a move obeys the rule that an unmoved royal goes to empty squares only by moves that unmoved pieces have
    /// ([`crate::variant::Royalty::first_moves_only`]).
    pub(crate) fn is_first_move(&self, m: Move) -> bool {
        let node = self.node;
        let is_step = matches!(m.kind, MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion);
        let attacked = || !node.royals.has_several() || node.threats().attacks_now(node.position, m.from());
        let is_free = (node.safety.in_check && attacked()) || node.enemies.contains(m.to());
        if !is_step || is_free || !(node.royals & node.position.state.unmoved).contains(m.from()) {
            return true;
        }
        let kind = node.position.cell(m.from()).kind();
        let mover = node.plan().royals.iter().find(|mover| mover.kind == kind);
        let parts = mover.into_iter().flat_map(|mover| &mover.components);
        let first: Vec<&Component<N>> = parts.filter(|part| matches!(part.from, Origins::Unmoved)).collect();
        let reaches =
            |part: &&Component<N>| node.game.lookups.targets(&part.targets, m.from(), &node.occupied).contains(m.to());
        first.is_empty() || first.iter().any(reaches)
    }
}

impl<const N: usize> Game<N> {
    /// Takes the moves of unmoved pieces from enemy royals on the file or rank of `to`, where a piece of this kind has
    /// come, if the kind does so ([`crate::variant::Royalty::first_moves_lost_to`]).
    #[inline(never)]
    pub(crate) fn end_first_moves<const HASHED: bool>(&self, p: &mut Position<N>, kind: KindId, to: Square) {
        if !self.variant.royalty.first_moves_lost_to.contains(&kind) {
            return;
        }
        let board = &self.variant.board;
        for royal in self.royals(p, p.turn.other()) & p.state.unmoved {
            if board.file(royal) == board.file(to) || board.rank(royal) == board.rank(to) {
                p.state.unmoved.remove(royal);
                if HASHED {
                    p.state.hash ^= self.keys.square(Aspect::Unmoved, royal);
                }
            }
        }
    }
}

/// Asks to judge moves where a move may change which pieces are royal, or where a rule restricts the moves of royals.
/// Where a move may take moves of unmoved pieces from an enemy royal, that happens in making it, so its replies are
/// counted only once it is made.
pub(crate) const ROOM: Room = Room {
    asks: |variant| {
        let rule = &variant.royalty;
        let promotes_to_royal = variant.kinds.iter().any(|k| k.promotes_to(|to| variant.may_be_royal(*to)));
        let changes_royals = (promotes_to_royal && rule.royal_at_once) || rule.several == SeveralRoyals::First;
        let mut asks = if changes_royals && rule.check { Asks::JUDGED_BY_MAKING } else { Asks::empty() };
        if rule.stays_in_check || rule.first_moves_only {
            asks |= Asks::JUDGED;
        }
        if !rule.first_moves_lost_to.is_empty() {
            asks |= Asks::MAKES_MORE | Asks::COUNTS_BY_MAKING;
        }
        asks
    },
    refusals: |variant| {
        let promotes = |k: &Kind| k.royal && k.promotes_to(|to| !variant.may_be_royal(*to));
        vec![(variant.royalty.check && variant.kinds.iter().any(promotes), "royal pieces that promote to others")]
    },
    ..Room::NONE
};

//! Counting the replies to a move that is not even made.
//!
//! Where a move neither checks the enemy royal nor pins to it or uncovers a check or a pin, and leaves the royal's own moves as they are, the
//! replies are those of before the move, but for the pieces that see a square which it changed.

use super::sights::{Ground, Sights};
use super::zone::Zone;
use crate::game::{DropPlan, Game};
use crate::moves::{Move, MoveType};
use crate::plan::Landing;
use crate::position::{Cell, Position};
use crate::rules::PassRule;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Game<N> {
    /// The squares such that a move between others may be left unmade: it changes nothing that matters but who stands where. All squares,
    /// where rules ask for more, where drops may not give mate, and where the side that replies may pass.
    #[inline(always)]
    pub(super) fn made_squares(&self, position: &mut Position<N>, zone: &Zone<N>) -> Bitboard<N> {
        let us = position.turn();
        let side = us.other();
        let plan = &self.sides[side.index()];
        let returns = self.gain.as_ref().is_some_and(|gain| gain.returns);
        let loses_moves = !self.variant.royalty.first_moves_lost_to.is_empty();
        let has_rules = self.takes_notes || loses_moves || self.special.is_some() || returns;
        let passes = self.variant.pass[side.index()] != PassRule::Never;
        let asks_for_mates = plan.drops.iter().any(|drop| drop.no_mate && position.in_hand(side, drop.held) > 0);
        if has_rules || passes || asks_for_mates || !plan.program.united.is_empty() {
            return Bitboard::FULL;
        }
        let sensitive = zone.sensitive(self, position, side);
        if self.ends.is_empty() {
            return sensitive;
        }
        // As it would be if the move changed nothing at all.
        position.turn = side;
        let has_ended = self.has_ended(position);
        position.turn = us;
        if has_ended { Bitboard::FULL } else { sensitive | self.ending_squares(position, us) }
    }

    /// The number of replies to a move of a position with these sights; `None` if the move must be made to know it. That is so of moves that
    /// change one of the squares of `made`.
    #[inline(always)]
    pub(super) fn count_unmade(
        &self,
        position: &Position<N>,
        sights: &Sights<N>,
        zone: &Zone<N>,
        made: &Bitboard<N>,
        m: Move,
    ) -> Option<u64> {
        let (from, to) = (m.from(), m.to());
        let (left, come) = (Bitboard::of(from), Bitboard::of(to));
        let is_carried = matches!(m.kind, MoveType::Plain | MoveType::Passing | MoveType::Promotion | MoveType::Drop);
        if !is_carried || !(left | come).is_disjoint(made) {
            return None;
        }
        let side = position.turn().other();
        let moved = position.cell(from);
        if m.kind == MoveType::Passing && !self.passing.opened(position, moved, from, to, side).is_empty() {
            return None;
        }
        let stale = sights.watch.of(left | come);
        let late = sights.late_moves(stale)?;
        let (own, enemies) = (sights.own.without(come), sights.enemies.without(left) | come);
        let occupied = own | enemies;
        let landing = Landing { empty: self.board.without(occupied), enemies, friends: own };
        let (unmoved, allow) = (position.state.unmoved, Bitboard::FULL);
        let ground = Ground { position, unmoved, standing: own, occupied, landing, allow };
        let kind = m.piece().unwrap_or_else(|| moved.kind());
        if zone.is_aimed_at(self, Cell::new(side.other(), kind), to, &ground) {
            return None;
        }
        let royal = zone.moves_after_unmade(self, position, side, (kind, from, to))?;
        let plan = &self.sides[side.index()];
        let held = plan.drops.iter().filter(|drop| position.in_hand(side, drop.held) > 0);
        let squares = |drop: &DropPlan<N>| drop.targets(position.pieces(side, drop.held) & own, landing.empty).count();
        let drops: u32 = held.map(squares).sum();
        Some(sights.count(self, &plan.program, stale, &ground) + late + royal + u64::from(drops))
    }
}

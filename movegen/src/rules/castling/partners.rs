//! Castling with several partners of a side ([`betza_game::variant::FurtherPartners`]).
//!
//! The right of a wing lasts as long as one of its partners may castle. Which ones may is noted among the pieces that
//! have not moved. So such a game needs no more of a position than others do.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::keys::Aspect;
use crate::rules::castling::plan::PartnersPlan;
use betza_game::setup::CastlingRight;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Game<N> {
    /// Gives a right that was read from a FEN to the position. `None` if the king does not stand where it starts, or no
    /// partner castles from this square.
    pub(super) fn grant_partner(
        &self,
        plan: &PartnersPlan<N>,
        p: &mut Position<N>,
        kings: Bitboard<N>,
        right: &CastlingRight,
    ) -> Option<()> {
        let first = 2 * right.side.index();
        let number = if plan.homes[first].contains(right.partner) { first } else { first + 1 };
        let squares = plan.castlings[number].iter().find(|squares| squares.partner == right.partner)?;
        if !kings.contains(squares.king) {
            return None;
        }
        if !p.state.unmoved.contains(right.partner) {
            p.state.unmoved.insert(right.partner);
            p.state.hash ^= self.keys.square(Aspect::Unmoved, right.partner);
        }
        p.state.castling |= 1 << number;
        p.castling_must_be_empty[number] = plan.must_be_empty[number];
        p.ends_rights[squares.king] |= 1 << number;
        p.castlings[number] = Some(squares.clone());
        Some(())
    }

    /// Ends the right of a wing whose partners have all gone, and the rights of partners whose king has moved. A move
    /// has been made.
    #[inline(never)]
    pub(crate) fn settle_partners(&self, plan: &PartnersPlan<N>, p: &mut Position<N>) {
        for number in 0..plan.homes.len() {
            let partners = self.unmoved_partners(plan, p, number);
            let has = p.state.castling >> number & 1 != 0;
            if has && partners.is_empty() {
                self.end_rights::<true>(p, 1 << number);
            } else if !has && !partners.is_empty() {
                p.state.hash ^= self.keys.unmoved(partners);
                p.state.unmoved ^= partners;
            }
        }
    }

    /// Returns the partners with which a side may castle by a right that it has.
    #[inline(never)]
    pub(super) fn partners_by(&self, p: &Position<N>, number: usize) -> Bitboard<N> {
        match &self.rules.partners {
            Some(plan) => self.unmoved_partners(plan, p, number),
            None => p.castlings[number].as_ref().map_or(Bitboard::EMPTY, |squares| Bitboard::of(squares.partner)),
        }
    }

    /// Returns the partners of a right that have not moved. Other pieces may stand unmoved where partners start.
    #[inline(never)]
    fn unmoved_partners(&self, plan: &PartnersPlan<N>, p: &Position<N>, number: usize) -> Bitboard<N> {
        let kinds = self.variant.castling.as_ref().map_or(&[][..], |rule| &rule.partners[number / 2]);
        p.state.unmoved & plan.homes[number] & p.of_kinds(kinds)
    }
}

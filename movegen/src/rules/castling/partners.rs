//! Castling with several partners of a side ([`betza_game::variant::FurtherPartners`]).
//!
//! The right of a wing lasts as long as one of its partners may castle. Which ones may is noted among the pieces that
//! have not moved. So such a game needs no more of a position than others do.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use crate::position::keys::Aspect;
use crate::rules::castling::plan::PartnersPlan;
use betza_game::setup::{CastlingRight, SetupError};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Gives a right that was read from a FEN to the position.
    ///
    /// # Errors
    /// [`SetupError::Castling`] if the king does not stand where it starts, or no partner castles from this square.
    pub(super) fn grant_partner(
        &self,
        plan: &PartnersPlan<N>,
        p: &mut Position<N>,
        right: &CastlingRight,
    ) -> Result<(), SetupError> {
        let king = |squares: &&CastlingSquares<N>| {
            let rule = self.variant.castling.as_ref();
            rule.is_some_and(|rule| p.pieces(right.side, rule.king[right.side.index()]).contains(squares.king))
        };
        let rights = 2 * right.side.index()..2 * right.side.index() + 2;
        let number = rights.into_iter().find(|&number| plan.homes[number].contains(right.partner)).unwrap_or_default();
        let squares = plan.castlings[number].iter().find(|squares| squares.partner == right.partner).filter(king);
        let Some(squares) = squares else {
            return Err(SetupError::Castling { square: self.variant.board.name(right.partner) });
        };
        if !p.state.unmoved.contains(right.partner) {
            p.state.unmoved.insert(right.partner);
            p.state.hash ^= self.keys.square(Aspect::Unmoved, right.partner);
        }
        p.state.castling |= 1 << number;
        // What every castling of the wing needs at least.
        let all = plan.castlings[number].iter().map(|c| c.must_be_empty);
        p.castling_must_be_empty[number] = all.reduce(|common, one| common & one).unwrap_or(Bitboard::EMPTY);
        p.ends_rights[squares.king] |= 1 << number;
        p.castlings[number] = Some(squares.clone());
        Ok(())
    }

    /// Ends the right of a wing whose partners have all gone, and the rights of partners whose king has moved. A move
    /// has been made.
    #[inline(never)]
    pub(crate) fn settle_partners(&self, plan: &PartnersPlan<N>, p: &mut Position<N>) {
        for (number, homes) in plan.homes.iter().enumerate() {
            let partners = p.state.unmoved & *homes;
            let has = p.state.castling >> number & 1 != 0;
            if has && partners.is_empty() {
                self.end_rights::<true>(p, 1 << number);
            } else if !has && !partners.is_empty() {
                p.state.hash ^= self.keys.unmoved(partners);
                p.state.unmoved ^= partners;
            }
        }
    }

    /// Returns whether a side may castle by a right with the partner on a square.
    pub(super) fn is_partner(&self, p: &Position<N>, number: usize, square: Square) -> bool {
        match &self.rules.partners {
            Some(plan) => (p.state.unmoved & plan.homes[number]).contains(square),
            None => p.castlings[number].as_ref().is_some_and(|squares| squares.partner == square),
        }
    }
}

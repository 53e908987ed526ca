//! Castling with several partners of a side ([`betza_game::variant::FurtherPartners`]).
//!
//! The right of a wing lasts as long as one of its partners may castle. Which ones may is noted among the pieces that
//! have not moved. So such a game needs no more of a position than others do.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::effects::Effect;
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
        let error = || SetupError::Castling { square: self.variant.board.name(right.partner) };
        let rights = 2 * right.side.index()..2 * right.side.index() + 2;
        let number = rights.into_iter().find(|&n| plan.homes[n].contains(right.partner)).ok_or_else(error)?;
        let squares = plan.castlings[number].first().ok_or_else(error)?;
        let king = self.variant.castling.as_ref().ok_or_else(error)?.king[right.side.index()];
        if !p.pieces(right.side, king).contains(squares.king) {
            return Err(error());
        }
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
    pub(crate) fn settle_partners<const HASHED: bool>(&self, plan: &PartnersPlan<N>, p: &mut Position<N>) {
        for (number, homes) in plan.homes.iter().enumerate() {
            let partners = p.state.unmoved & *homes;
            let has = p.state.castling >> number & 1 != 0;
            if has && partners.is_empty() {
                self.end_rights::<HASHED>(p, 1 << number);
            } else if !has && !partners.is_empty() {
                if HASHED {
                    p.state.hash ^= self.keys.unmoved(partners);
                }
                p.state.unmoved ^= partners;
            }
        }
    }

    /// Returns the squares of the partners with which a side may castle by a right.
    pub(super) fn partners_of<'a>(
        &self,
        p: &'a Position<N>,
        number: usize,
    ) -> impl Iterator<Item = Square> + use<'a, N> {
        let several = self.rules.partners.as_ref().map(|plan| p.state.unmoved & plan.homes[number]);
        let one = p.castlings[number].as_ref().filter(|_| several.is_none()).map(|squares| squares.partner);
        several.unwrap_or(Bitboard::EMPTY).into_iter().chain(one)
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the legal castling moves to these wings.
    #[inline(never)]
    pub(super) fn castlings_with_any<S: Sink<N>>(&self, plan: &PartnersPlan<N>, wings: u8, sink: &mut S) {
        for wing in (0..2).filter(|wing| wings >> wing & 1 != 0) {
            for squares in &plan.castlings[2 * self.us.index() + wing] {
                if self.position.state.unmoved.contains(squares.partner)
                    && self.occupied.is_disjoint(&squares.must_be_empty)
                    && self.may_castle_by(squares)
                {
                    let effect = Effect::Relocate(squares.partner, squares.partner_to);
                    sink.chain(squares.king, Bitboard::of(squares.king_to), None, &[effect]);
                }
            }
        }
    }
}

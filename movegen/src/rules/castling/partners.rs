//! Castling with several partners of a side ([`betza_game::variant::FurtherPartners`]).
//!
//! The right of a wing lasts as long as one of its partners may castle. Which ones may is noted among the pieces that
//! have not moved. So such a game needs no more of a position than others do.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use crate::position::effects::Effect;
use crate::position::keys::Aspect;
use betza_game::setup::{CastlingRight, SetupError};
use betza_game::variant::CastlingRule;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// The castlings of a game with several partners of a side, by the number of the right.
pub(crate) struct PartnersPlan<const N: usize> {
    /// With each partner, to each square.
    castlings: [Vec<CastlingSquares<N>>; 4],
    /// The squares of the partners.
    homes: [Bitboard<N>; 4],
}

impl<const N: usize> PartnersPlan<N> {
    /// Compiles the castlings of a game whose pieces are compiled; `None` if it has one partner a wing.
    pub fn new(game: &Game<N>) -> Option<Box<PartnersPlan<N>>> {
        let rule = game.variant.castling.as_ref().filter(|rule| rule.further.is_some())?;
        let castlings = [0, 1, 2, 3].map(|right| castlings_by(game, rule, Side::BOTH[right / 2], right % 2));
        let homes = [0, 1, 2, 3].map(|right: usize| castlings[right].iter().map(|c| c.partner).collect());
        Some(Box::new(PartnersPlan { castlings, homes }))
    }
}

/// Returns the castlings of a side to a wing.
fn castlings_by<const N: usize>(
    game: &Game<N>,
    rule: &CastlingRule,
    side: Side,
    wing: usize,
) -> Vec<CastlingSquares<N>> {
    let at = |file: u8| game.variant.board.at(i32::from(file), i32::from(rule.rank[side.index()]));
    let Some(king_file) = rule.king_file.map(|files| files[side.index()]) else { return Vec::new() };
    let is_beyond = |file: &u8| if wing == 0 { *file > king_file } else { *file < king_file };
    let mut found = Vec::new();
    for partner in rule.partner_files(side, wing).filter(is_beyond) {
        let landings = rule.landings(side, wing).filter(|&to| rule.lands_short(wing, partner, to));
        found.extend(landings.filter_map(|to| game.castling_to(at(king_file)?, at(partner)?, side, to)));
    }
    found
}

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

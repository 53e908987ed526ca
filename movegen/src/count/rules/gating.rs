//! Counts replies with gating: a move from an open gate counts once more for each piece that it may place.

use crate::compile::game::Game;
use crate::compile::strategy::ToldApart;
use crate::count::pseudo_legal::PseudoLegal;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::generate::sink::Forward;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Counts the legal replies of a game with gating. Returns false, and counts nothing, if the cached lookups do not
    /// suffice.
    ///
    /// `changed` has the squares whose occupants have changed since the lookups were made.
    #[inline(always)]
    pub(crate) fn count_placing(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        if pseudo_legal.placings.is_empty() {
            self.count_again(pseudo_legal, zone, changed, counter);
            return true;
        }
        if self.tests_moves() || self.safety.royal.is_none() && !self.royals.is_empty() {
            return false;
        }
        let (plan, context) = (self.plan(), self.context());
        let stale = self.stale(pseudo_legal, changed);
        counter.0 += pseudo_legal.count(self.game, &plan.program, stale, &context);
        counter.0 += self.game.count_placing(pseudo_legal, &plan.program, stale, context);
        self.deferred_moves(plan, pseudo_legal, stale, counter);
        let royal = self.moves_in(zone, changed);
        counter.0 += royal.unwrap_or(0);
        if royal.is_none() || !self.en_passant.is_empty() || !self.safety.pinned.is_empty() {
            self.count_gated(royal.is_some(), counter);
        }
        self.hand_moves_and_pass(counter);
        true
    }

    /// Counts the moves with and without gating that are not cached: those of pinned pieces, captures en passant, and
    /// those of the royal and castlings unless they are known.
    #[inline(never)]
    fn count_gated(&self, knows_royal: bool, counter: &mut Counter) {
        let mut gated = self.gated(counter);
        let mut gated = Forward(&mut gated);
        self.en_passant_moves(self.plan(), &mut gated);
        self.pinned_moves(&mut gated);
        if !knows_royal {
            if self.safety.royal.is_some() {
                self.safe_royal_moves(self.plan(), &mut gated);
            }
            self.castling_moves(&mut gated);
        }
    }
}

impl<const N: usize> Game<N> {
    /// Returns how many pieces a move of a side from a square may also place there.
    #[inline(never)]
    pub(crate) fn placed_from(&self, position: &Position<N>, side: Side, from: Square) -> u64 {
        let is_open = position.state.unmoved.contains(from) && self.is_gate(side, from);
        let fitting = self.gateable(position, side).filter(|(_, region)| region.contains(from));
        if is_open { fitting.count() as u64 } else { 0 }
    }

    /// Returns how many moves a castling counts as: itself, and one more for each piece that it may also place.
    #[inline(always)]
    pub(crate) fn ways_to_castle(&self, position: &Position<N>, side: Side, squares: &CastlingSquares<N>) -> u64 {
        let places = self.rules.strategy.told_apart == Some(ToldApart::PiecesPlaced);
        if places { 1 + self.placed_by_castling(position, side, squares) } else { 1 }
    }

    /// Returns how many pieces a castling may place on the squares that it leaves.
    #[inline(never)]
    fn placed_by_castling(&self, position: &Position<N>, side: Side, squares: &CastlingSquares<N>) -> u64 {
        let left = [squares.king, squares.partner];
        let left = left.into_iter().filter(|&from| from != squares.king_to && from != squares.partner_to);
        left.map(|from| self.placed_from(position, side, from)).sum()
    }

    /// Lets the cached moves of a side from open gates also gate pieces. Returns false if there are moves from gates
    /// other than those cached piece by piece.
    #[inline(never)]
    pub(crate) fn find_placings(&self, position: &Position<N>, side: Side, pseudo_legal: &mut PseudoLegal<N>) -> bool {
        let (gates, program) = (self.open_gates(position, side), &self.sides[side.index()].program);
        let steps = [&program.leaps, &program.slots, &program.rays];
        let mut promoting = steps.into_iter().flat_map(|steps| &steps.promoting);
        let may_promote = promoting.any(|step| !(step.pieces(position, &gates) & step.promoters).is_disjoint(&gates))
            || program.shifts.iter().any(|step| !(step.pieces(position, &gates) & step.promoters).is_disjoint(&gates));
        // A captured piece may come into this side's hand, and be placed.
        let grows = self.variant.hands.as_ref().is_some_and(|hands| hands.captures_return);
        if may_promote || !program.uncacheable.is_empty() || grows {
            return false;
        }
        let mut sets: ArrayVec<(Bitboard<N>, u64), 8> = ArrayVec::new();
        for (_, region) in self.gateable(position, side) {
            let open = gates & region;
            if let Some((_, pieces)) = sets.iter_mut().find(|(set, _)| *set == open) {
                *pieces += 1;
            } else if !open.is_empty() && sets.try_push((open, 1)).is_err() {
                return false;
            }
        }
        sets.into_iter().all(|(open, pieces)| pseudo_legal.add_placing(open, pieces))
    }
}

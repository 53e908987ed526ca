//! Counts replies where captures explode, by the cached lookups: quiets by popcount, captures one by one.

use crate::compile::game::Game;
use crate::compile::program::Program;
use crate::count::context::Context;
use crate::count::pseudo_legal::PseudoLegal;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::rules::explosions::moves::Explosions;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Explosions<'_, N> {
    /// Returns the number of pseudo-legal captures that are legal. `stale` has the lookups that are out of date, as
    /// bits.
    #[inline(always)]
    pub(crate) fn count(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        pseudo_legal: &PseudoLegal<N>,
        stale: u64,
        context: &Context<'_, N>,
    ) -> u64 {
        let mut legal = 0;
        pseudo_legal.each(game, program, stale, context, self.occupied, |from, targets| {
            let kind = self.position.cell(from).kind_on::<N>();
            targets.for_each(|to| legal += u64::from(self.survives(kind, from, to, to)));
        });
        legal
    }
}

impl<const N: usize> Game<N> {
    /// Returns the squares of which a plain move must touch one to explode or to change which squares are next to the
    /// royals: all squares if pieces of the moving side, or squares next to its royals, are too near to the zone's
    /// royal; none in games without explosions.
    #[inline(always)]
    pub(crate) fn disturbing_squares(&self, position: &Position<N>, zone: &RoyalZone<N>) -> Bitboard<N> {
        let Some(plan) = &self.rules.explosions else { return Bitboard::EMPTY };
        let us = position.turn();
        if !self.rules.strategy.needs.contains(Needs::CAPTURES_APART) {
            return position.side(us.other());
        }
        let royals = self.royals(position, us);
        let near = royals.into_iter().fold(position.side(us), |near, royal| near | plan.ring[royal.index()]);
        if zone.royal().is_none() || royals.has_several() || zone.depends_on(&near) {
            return Bitboard::FULL;
        }
        royals | position.side(us.other())
    }

    /// Finds how many quiets of these pinned pieces of `side`, which is not to move, are illegal. Captures are judged
    /// by themselves, whatever is pinned. Returns `None` if more than the pins limits the quiets.
    #[inline(never)]
    pub(crate) fn find_illegal_quiets(
        &self,
        position: &mut Position<N>,
        side: Side,
        pinned: Bitboard<N>,
        pseudo_legal: &mut PseudoLegal<N>,
    ) -> Option<()> {
        let us = std::mem::replace(&mut position.turn, side);
        let legal = self.with_node(position, |node| {
            node.restrict_to_quiets();
            let safety = &node.safety;
            let as_expected = safety.pinned == pinned && safety.check_mask == Bitboard::FULL && !safety.in_check;
            let mut counter = Counter::default();
            node.pinned_moves(&mut counter);
            (as_expected && !node.tests_moves()).then_some(counter.0)
        });
        position.turn = us;
        let all = pseudo_legal.quiets_of(self, &self.sides[side.index()].program, pinned);
        pseudo_legal.illegal_quiets = (all.checked_sub(legal?)?, pseudo_legal.watch.of(pinned));
        Some(())
    }

    /// Returns the number of legal captures in reply to a move that is not made and that touches none of the disturbing
    /// squares. `None` if the move must be made to count them.
    ///
    /// The last parameter is the piece that moves, with its origin and destination.
    #[inline(never)]
    pub(crate) fn judged_captures_without_making(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: &RoyalZone<N>,
        stale: u64,
        context: Context<'_, N>,
        (piece, from, to): (Cell, Square, Square),
    ) -> Option<u64> {
        let (plan, royal) = (self.rules.explosions.as_ref()?, zone.royal()?);
        let threats = &self.sides[piece.side().index()].threats;
        // The piece may attack the royal once an explosion has opened a line.
        if threats.toward[royal.index()].contains(to) {
            let (leapers, sliders) = threats.reverse.reaching(piece.kind_on::<N>(), royal);
            if threats.has_unusual() || (leapers | sliders).contains(to) {
                return None;
            }
        }
        let vacated = Bitboard::of(from);
        let mut spared = plan.spared(context.position).without(vacated);
        if plan.spares(piece.kind_on::<N>()) {
            spared.insert(to);
        }
        let theirs = self.royals(context.position, piece.side());
        let explosions = Explosions {
            position: context.position,
            plan,
            threats,
            occupied: context.occupied,
            spared,
            vacated,
            theirs: theirs.first(),
            touching: plan.touching(theirs, context.position),
            royal: Some(royal),
        };
        let program = &self.sides[piece.side().other().index()].program;
        Some(explosions.count(self, program, pseudo_legal, stale, &context))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts the legal replies of a game with explosions. Returns false, and counts nothing, if the cached lookups do
    /// not suffice.
    ///
    /// `changed` has the squares whose occupants have changed since the lookups were made.
    #[inline(always)]
    pub(crate) fn count_captures_apart(
        &mut self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let (movers, royals) = (self.plan(), self.game.royals(self.position, self.us.other()));
        let Some(plan) = self.game.rules.explosions.as_ref() else { return false };
        if self.safety.royal.is_none() || self.tests_moves() || royals.has_several() {
            return false;
        }
        // Captures are judged by themselves, so pins and checks do not restrict them here.
        let context = Context { unpinned: self.own & self.free, check_mask: Bitboard::FULL, ..self.context() };
        let stale = pseudo_legal.watch.of(changed);
        let moves = pseudo_legal.count_by_capture(self.game, &movers.program, stale, &context);
        if !self.en_passant.is_empty() || zone.is_none_or(|zone| zone.depends_on(&self.enemies)) {
            self.exploding_captures(plan, counter);
        } else if moves.captures > 0 {
            counter.0 += self.explosions(plan).count(self.game, &movers.program, pseudo_legal, stale, &context);
        }
        self.restrict_to_quiets();
        if self.safety.check_mask == Bitboard::FULL && self.safety.pinned.is_empty() {
            counter.0 += moves.quiets;
        } else {
            counter.0 += self.apart(pseudo_legal, changed).quiets;
            self.pinned_moves(counter);
        }
        let untouched = zone.filter(|zone| !zone.depends_on(&self.immune));
        if let Some(moves) = self.moves_in(untouched, changed) {
            counter.0 += moves;
        } else {
            self.quiet_royal_moves(counter);
            self.castling_moves(counter);
        }
        self.hand_moves_and_pass(counter);
        true
    }
}

//! Counts replies where checks are forbidden: all replies are counted together, and those that give check are
//! subtracted.

use crate::compile::game::Game;
use crate::count::context::Context;
use crate::count::pseudo_legal::PseudoLegal;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::rules::forbidden_checks::moves::EnemyRoyal;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<'a, const N: usize> EnemyRoyal<'a, N> {
    /// Returns whether the own royal, whose moves the zone counts, might give check by moving: directly or by
    /// discovery.
    pub(crate) fn is_checked_by_royal(&self, position: &Position<N>, zone: &RoyalZone<N>) -> bool {
        zone.royal().is_some_and(|own| {
            let (leapers, sliders) = self.threats.reverse.reaching(position.cell(own).kind_on::<N>(), self.royal);
            self.blockers.contains(own) || zone.depends_on(&(leapers | sliders))
        })
    }

    /// Returns the number of pseudo-legal moves that give check. `stale` has the lookups that are out of date, as bits.
    #[inline(always)]
    pub(crate) fn count(
        &self,
        game: &Game<N>,
        pseudo_legal: &PseudoLegal<N>,
        stale: u64,
        context: &Context<'_, N>,
    ) -> u64 {
        let program = &game.sides[self.threats.side.index()].program;
        let mut checks = 0;
        pseudo_legal.each(game, program, stale, context, Bitboard::FULL, |from, targets| {
            let kind = context.position.cell(from).kind_on::<N>();
            checks += u64::from(self.checks(kind, from, targets & context.check_mask, &context.occupied).count());
        });
        checks
    }
}

impl<const N: usize> Game<N> {
    /// Returns the number of replies of `side` that give check, after a move that is not made; `None` if the move must
    /// be made to count them.
    #[inline(always)]
    pub(crate) fn checks_without_making(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: &RoyalZone<N>,
        stale: u64,
        context: Context<'_, N>,
        side: Side,
    ) -> Option<u64> {
        let enemy = EnemyRoyal::new(self, context.position, side, context.unpinned, context.occupied)?;
        let tells = !enemy.is_checked_by_royal(context.position, zone);
        tells.then(|| enemy.count(self, pseudo_legal, stale, &context))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts the legal replies of a game with forbidden checks. Returns false, and counts nothing, if the cached
    /// lookups do not suffice.
    ///
    /// `changed` has the squares whose occupants have changed since the lookups were made.
    #[inline(always)]
    pub(crate) fn count_checkless(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let is_free = !self.tests_moves() && self.safety.pinned.is_empty() && self.en_passant.is_empty();
        let Some(zone) = zone.filter(|zone| is_free && zone.royal() == self.safety.royal) else { return false };
        let Some(enemy) = EnemyRoyal::new(self.game, self.position, self.us, self.own, self.occupied) else {
            return false;
        };
        if enemy.is_checked_by_royal(self.position, zone) {
            return false;
        }
        let (stale, context) = (self.stale(pseudo_legal, changed), self.context());
        counter.0 += pseudo_legal.count(self.game, &self.plan().program, stale, &context);
        counter.0 -= enemy.count(self.game, pseudo_legal, stale, &context);
        self.count_in_zone(self.plan(), zone, changed, counter);
        self.hand_moves_and_pass(counter);
        true
    }
}

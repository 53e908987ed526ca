//! Counting replies, without making moves, where checks are forbidden.

use crate::compile::game::Game;
use crate::count::pseudo_legal::{Ground, Sights};
use crate::count::zone::Zone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::forbidden_checks::moves::Seen;
use crate::state::cell::Cell;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;

impl<'a, const N: usize> Seen<'a, N> {
    /// Whether a royal, from where it stands, may give check by a move within this zone.
    pub(crate) fn is_checked_by_royal(&self, position: &Position<N>, zone: &Zone<N>) -> bool {
        zone.royal().is_some_and(|own| {
            let (near, far) = self.threats.rows.reaching(position.cell(own).kind(), self.royal);
            self.closing.contains(own) || zone.depends_on(&(near | far))
        })
    }

    /// The moves by sights that give check, these being stale.
    #[inline(always)]
    pub(crate) fn count(&self, game: &Game<N>, sights: &Sights<N>, stale: u64, ground: &Ground<'_, N>) -> u64 {
        let program = &game.sides[self.threats.side.index()].program;
        let mut checks = 0;
        sights.each(game, program, stale, ground, |from, targets| {
            let kind = ground.position.cell(from).kind();
            checks += u64::from(self.checks(kind, from, targets & ground.allow, &ground.occupied).count());
        });
        checks
    }
}

impl<const N: usize> Game<N> {
    /// The moves by sights that give check after a move that is not made, of a piece like this; `None` if it must be made to know them.
    #[inline(always)]
    pub(crate) fn checks_unmade(
        &self,
        sights: &Sights<N>,
        zone: &Zone<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        piece: Cell,
    ) -> Option<u64> {
        let seen = Seen::new(self, ground.position, piece.side().other(), ground.standing, ground.occupied)?;
        let tells = !seen.is_checked_by_royal(ground.position, zone);
        tells.then(|| seen.count(self, sights, stale, ground))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts all moves where none may give check; false if there is more to ask than sights know.
    #[inline(always)]
    pub(crate) fn checkless_by_sight(
        &self,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let is_free = !self.tests_moves() && self.safety.hurdles.is_empty() && self.en_passant.is_empty();
        let Some(zone) = zone.filter(|zone| is_free && zone.royal() == self.safety.royal) else { return false };
        let Some(seen) = Seen::new(self.game, self.position, self.us, self.own, self.occupied) else { return false };
        if seen.is_checked_by_royal(self.position, zone) {
            return false;
        }
        let (stale, ground) = (self.stale(sights, changed), self.ground());
        counter.0 += sights.count(self.game, &self.plan().program, stale, &ground);
        counter.0 -= seen.count(self.game, sights, stale, &ground);
        self.count_in_zone(self.plan(), zone, changed, counter);
        self.hand_moves_and_pass(counter);
        true
    }
}

//! Forbidden checks (racing kings): whether a move gives check is told from where it ends and what it uncovers, without making it.
//!
//! It serves games whose pieces threaten by leaps and lines alone and whose royal is one; others make each move to see.

use super::Node;
use super::sights::{Ground, Sights};
use super::special::Judge;
use super::zone::Zone;
use crate::effects::Effect;
use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::position::{Cell, Position};
use crate::rules::{KindId, NoChecks};
use crate::sink::{Counter, Sink};
use crate::threats::Threats;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// Passes on the moves that give no check, and those that the judge allows although they do.
pub(super) struct Checkless<'a, 'n, const N: usize> {
    pub sink: &'a mut dyn Sink<N>,
    pub judge: Judge<'a, 'n, N>,
    seen: Seen<'a, N>,
}

/// The enemy's royal as the own pieces see it.
struct Seen<'a, const N: usize> {
    threats: &'a Threats<N>,
    royal: Square,
    /// Own pieces in line with it, whatever is between.
    lined: Bitboard<N>,
    /// Own pieces that alone close such a line.
    closing: Bitboard<N>,
}

impl<'a, 'n, const N: usize> Checkless<'a, 'n, N> {
    /// `None` where masks do not tell what gives check.
    pub fn new(node: &'a Node<'n, N>, judge: Judge<'a, 'n, N>, sink: &'a mut dyn Sink<N>) -> Option<Self> {
        let seen = Seen::new(node.game, node.position, node.us, node.own, node.occupied)?;
        Some(Checkless { sink, judge, seen })
    }

    /// Gives a move to the sink if the judge allows it.
    fn judged(&mut self, m: Move) {
        if self.judge.allows(m) {
            self.sink.single(m);
        }
    }
}

impl<'a, const N: usize> Seen<'a, N> {
    /// The only royal of the other side, with these own pieces on their squares and these squares occupied; `None` where masks do not tell what
    /// gives check, or where something does.
    #[inline(always)]
    fn new(
        game: &'a Game<N>,
        position: &Position<N>,
        side: Side,
        own: Bitboard<N>,
        occupied: Bitboard<N>,
    ) -> Option<Self> {
        let threats = &game.sides[side.index()].threats;
        let royals = game.royals(position, side.other());
        let royal = royals.first().filter(|_| !royals.has_several() && !threats.has_unusual())?;
        let (near, lined) = threats.rows.attacking(position, royal);
        let lined = lined & own;
        let mut closing = Bitboard::EMPTY;
        for from in lined {
            let between = threats.lines.get(from, royal) & occupied;
            if between.is_empty() {
                return None;
            }
            if !between.has_several() {
                closing |= between & own;
            }
        }
        near.is_disjoint(&own).then_some(Seen { threats, royal, lined, closing })
    }

    /// Whether a royal, from where it stands, may give check by a move within this zone.
    fn is_checked_by_royal(&self, position: &Position<N>, zone: &Zone<N>) -> bool {
        zone.royal().is_some_and(|own| {
            let (near, far) = self.threats.rows.reaching(position.cell(own).kind(), self.royal);
            self.closing.contains(own) || zone.depends_on(&(near | far))
        })
    }

    /// The moves by sights that give check, these being stale.
    #[inline(always)]
    fn count(&self, game: &Game<N>, sights: &Sights<N>, stale: u64, ground: &Ground<'_, N>) -> u64 {
        let program = &game.sides[self.threats.side.index()].program;
        let mut checks = 0;
        sights.each(game, program, stale, ground, |from, targets| {
            let kind = ground.position.cell(from).kind();
            checks += u64::from(self.checks(kind, from, targets & ground.allow, &ground.occupied).count());
        });
        checks
    }

    /// The squares of a set on which a piece that comes from `from` gives check.
    fn checks(&self, kind: KindId, from: Square, targets: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        if targets.is_empty() {
            return targets;
        }
        let (near, far) = self.threats.rows.reaching(kind, self.royal);
        let mut checks = targets & near;
        let uncovers = self.closing.contains(from);
        let suspects = if uncovers { targets } else { targets & far };
        for to in suspects {
            let mut after = *occupied;
            after.remove(from);
            after.insert(to);
            let mut lined = if uncovers { self.lined } else { Bitboard::EMPTY };
            lined.remove(from);
            lined |= far & Bitboard::of(to);
            if lined.into_iter().any(|s| self.threats.lines.get(s, self.royal).is_disjoint(&after)) {
                checks.insert(to);
            }
        }
        checks
    }
}

impl<const N: usize> Sink<N> for Checkless<'_, '_, N> {
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        let node = self.judge.node;
        let checks = self.seen.checks(node.position.cell(from).kind(), from, targets, &node.occupied);
        self.sink.targets(kind, from, targets.without(checks));
        // Some games allow checks that are mate.
        if node.game.variant.no_checks != Some(NoChecks::Any) {
            checks.for_each(|to| self.judged(Move::new(kind, from, to)));
        }
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            to.iter().for_each(|&k| self.judged(Move::with_piece(MoveType::Promotion, from, square, k)));
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        targets.for_each(|to| self.judged(Move::with_piece(MoveType::Drop, to, to, kind)));
    }
    fn single(&mut self, m: Move) {
        self.judged(m);
    }
    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("moves by chains threaten by more than leaps and lines")
    }
}

impl<const N: usize> Game<N> {
    /// The moves by sights that give check after a move that is not made, of a piece like this; `None` if it must be made to know them.
    #[inline(always)]
    pub(super) fn checks_unmade(
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
    pub(super) fn checkless_by_sight(
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
        self.drops_and_pass(counter);
        true
    }
}

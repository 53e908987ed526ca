//! Whether a move gives check, told from where it ends and what it uncovers, without making it.
//!
//! It serves games whose pieces threaten by leaps and lines alone and whose royal is one; others make each move to see.

use crate::attack::threats::Threats;
use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::rules::asks::Asks;
use crate::rules::forbidden_checks::ForbiddenChecks;
use crate::rules::judge::Judge;
use crate::rules::room::Room;
use crate::state::effects::Effect;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// Passes on the moves that give no check, and those that the judge allows although they do.
pub(crate) struct Checkless<'a, 'n, const N: usize> {
    pub sink: &'a mut dyn Sink<N>,
    pub judge: Judge<'a, 'n, N>,
    enemy: EnemyRoyal<'a, N>,
}

/// The enemy's royal as the own pieces see it.
pub(crate) struct EnemyRoyal<'a, const N: usize> {
    pub(crate) threats: &'a Threats<N>,
    pub(crate) royal: Square,
    /// Own pieces in line with it, whatever is between.
    pub(crate) lined_up: Bitboard<N>,
    /// Own pieces that alone close such a line.
    pub(crate) blockers: Bitboard<N>,
}

impl<'a, 'n, const N: usize> Checkless<'a, 'n, N> {
    /// `None` where masks do not tell what gives check.
    pub fn new(node: &'a Node<'n, N>, judge: Judge<'a, 'n, N>, sink: &'a mut dyn Sink<N>) -> Option<Self> {
        let enemy = EnemyRoyal::new(node.game, node.position, node.us, node.own, node.occupied)?;
        Some(Checkless { sink, judge, enemy })
    }

    /// Gives a move to the sink if the judge allows it.
    fn judged(&mut self, m: Move) {
        if self.judge.allows(m) {
            self.sink.single(m);
        }
    }
}

impl<'a, const N: usize> EnemyRoyal<'a, N> {
    /// The only royal of the other side, with these own pieces on their squares and these squares occupied; `None` where masks do not tell what
    /// gives check, or where something does.
    #[inline(always)]
    pub(crate) fn new(
        game: &'a Game<N>,
        position: &Position<N>,
        side: Side,
        own: Bitboard<N>,
        occupied: Bitboard<N>,
    ) -> Option<Self> {
        let threats = &game.sides[side.index()].threats;
        let royals = game.royals(position, side.other());
        let royal = royals.first().filter(|_| !royals.has_several() && !threats.has_unusual())?;
        let (leapers, lined_up) = threats.reverse.attacking(position, royal);
        let lined_up = lined_up & own;
        let mut blockers = Bitboard::EMPTY;
        for from in lined_up {
            let between = threats.lines.get(from, royal) & occupied;
            if between.is_empty() {
                return None;
            }
            if !between.has_several() {
                blockers |= between & own;
            }
        }
        leapers.is_disjoint(&own).then_some(EnemyRoyal { threats, royal, lined_up, blockers })
    }

    /// The squares of a set on which a piece that comes from `from` gives check.
    pub(crate) fn checks(
        &self,
        kind: KindId,
        from: Square,
        targets: Bitboard<N>,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        if targets.is_empty() {
            return targets;
        }
        let (leapers, sliders) = self.threats.reverse.reaching(kind, self.royal);
        let mut checks = targets & leapers;
        let uncovers = self.blockers.contains(from);
        let suspects = if uncovers { targets } else { targets & sliders };
        for to in suspects {
            let mut after = *occupied;
            after.remove(from);
            after.insert(to);
            let mut lined_up = if uncovers { self.lined_up } else { Bitboard::EMPTY };
            lined_up.remove(from);
            lined_up |= sliders & Bitboard::of(to);
            if lined_up.into_iter().any(|s| self.threats.lines.get(s, self.royal).is_disjoint(&after)) {
                checks.insert(to);
            }
        }
        checks
    }
}

impl<const N: usize> Sink<N> for Checkless<'_, '_, N> {
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        let node = self.judge.node;
        let checks = self.enemy.checks(node.position.cell(from).kind(), from, targets, &node.occupied);
        self.sink.targets(kind, from, targets.without(checks));
        // Some games allow checks that are mate.
        if node.game.variant.forbidden_checks != Some(ForbiddenChecks::Any) {
            checks.for_each(|to| self.judged(Move::new(kind, from, to)));
        }
    }

    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            to.iter().for_each(|&k| self.judged(Move::with_piece(MoveType::Promotion, from, square, k)));
        }
    }

    fn enter(&mut self, kind: KindId, targets: Bitboard<N>) {
        targets.for_each(|to| self.judged(Move::entering(to, kind)));
    }

    fn single(&mut self, m: Move) {
        self.judged(m);
    }

    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("moves by chains threaten by more than leaps and lines")
    }
}

/// Checks that are forbidden, all of them or those that are not mate.
pub(crate) const ROOM: Room = Room {
    asks: |variant| match variant.forbidden_checks {
        None => Asks::empty(),
        Some(ForbiddenChecks::Any) => Asks::FORBIDS_CHECKS,
        Some(ForbiddenChecks::UnlessMate) => Asks::FORBIDS_CHECKS | Asks::ALLOWS_MATE,
    },
    ..Room::NONE
};

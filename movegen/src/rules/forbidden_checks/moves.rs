//! Which moves give check, found by masks without making them: direct checks from the destination, and discovered
//! checks from the origin.
//!
//! This works where the enemy has a single royal and all own threats are leapers and sliders. Otherwise each move is
//! judged by making it.

use crate::compile::game::Game;
use crate::compile::threats::Threats;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use crate::rules::judge::Judge;
use betza_game::KindId;
use betza_game::rules::castling::CastlingRule;
use betza_game::rules::forbidden_checks::ForbiddenChecks;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// A sink that forwards the moves that give no check, and those that the judge allows although they do.
pub(crate) struct Checkless<'a, 'n, const N: usize> {
    /// Where legal moves go.
    pub sink: &'a mut dyn Sink<N>,
    /// Decides about moves that masks do not decide.
    pub judge: Judge<'a, 'n, N>,
    /// The royal that may not be checked.
    enemy: EnemyRoyal<'a, N>,
}

/// The enemy's royal and the own pieces that may discover check to it.
pub(crate) struct EnemyRoyal<'a, const N: usize> {
    /// The threats of the own side.
    pub(crate) threats: &'a Threats<N>,
    /// Where the enemy's royal stands.
    pub(crate) royal: Square,
    /// Own sliders on a line to the royal, whatever stands between.
    pub(crate) lined_up: Bitboard<N>,
    /// Own pieces that alone block such a line. If one leaves the line, it discovers check.
    pub(crate) blockers: Bitboard<N>,
}

impl<'a, 'n, const N: usize> Checkless<'a, 'n, N> {
    /// Returns the sink; `None` where masks do not tell which moves give check.
    pub fn new(node: &'a Node<'n, N>, judge: Judge<'a, 'n, N>, sink: &'a mut dyn Sink<N>) -> Option<Self> {
        // Castling to a further square is a chain. Pieces that move by chains threaten by more than leaps and lines.
        if node.game.variant.castling.as_ref().is_some_and(CastlingRule::has_choice) {
            return None;
        }
        let enemy = EnemyRoyal::new(node.game, node.position, node.us, node.own, node.occupied)?;
        Some(Checkless { sink, judge, enemy })
    }

    /// Forwards a move if the judge allows it.
    fn judged(&mut self, m: Move) {
        if self.judge.allows(m) {
            self.sink.single(m);
        }
    }
}

impl<'a, const N: usize> EnemyRoyal<'a, N> {
    /// Returns the single royal of the other side. `own` has the own pieces that stand where `position` has them, and
    /// `occupied` all occupied squares. `None` where masks do not tell which moves give check, or where the royal is in
    /// check already.
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
        let royal = royals
            .first()
            .filter(|_| !royals.has_several() && !threats.has_unusual() && !game.rules.may_spare_royals)?;
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

    /// Returns those of the targets on which a piece of this kind that comes from `from` gives check, directly or by
    /// discovery.
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
    fn given(&self) -> u64 {
        self.sink.given()
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        let node = self.judge.node;
        let checks = self.enemy.checks(node.position.cell(from).kind_on::<N>(), from, targets, &node.occupied);
        self.sink.targets(kind, from, targets.without(checks));
        // In some games a check is legal if it is mate.
        if node.game.variant.forbidden_checks != Some(ForbiddenChecks::Any) {
            checks.for_each(|to| self.judged(Move::of::<N>(kind, from, to)));
        }
    }

    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            to.iter().for_each(|&k| self.judged(Move::of_piece::<N>(MoveType::Promotion, from, square, k)));
        }
    }

    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        targets.for_each(|to| self.judged(Move::dropped::<N>(to, kind)));
    }

    fn single(&mut self, m: Move) {
        self.judged(m);
    }

    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("there is no such sink where moves are chains")
    }
}

//! Forbidden checks (racing kings): whether a move gives check is told from where it ends and what it uncovers, without making it.
//!
//! It serves games whose pieces threaten by leaps and lines alone and whose royal is one; others make each move to see.

use super::Node;
use super::special::Judge;
use crate::effects::Effect;
use crate::moves::{Move, MoveType};
use crate::position::Cell;
use crate::rules::{KindId, NoChecks};
use crate::sink::Sink;
use crate::threats::Threats;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

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
        let threats = &node.plan().threats;
        let royals = node.game.royals(node.position, node.us.other());
        let royal = royals.first().filter(|_| !royals.has_several() && !threats.has_unusual())?;
        let (near, lined) = threats.rows.attacking(node.position, royal);
        let mut closing = Bitboard::EMPTY;
        for from in lined {
            let between = threats.lines.get(from, royal) & node.occupied;
            if between.is_empty() {
                return None;
            }
            if !between.has_several() {
                closing |= between & node.own;
            }
        }
        near.is_empty().then_some(Checkless { sink, judge, seen: Seen { threats, royal, lined, closing } })
    }

    /// Gives a move to the sink if the judge allows it.
    fn judged(&mut self, m: Move) {
        if self.judge.allows(m) {
            self.sink.single(m);
        }
    }
}

impl<const N: usize> Seen<'_, N> {
    /// The squares of a set on which a piece that comes from `from` gives check.
    fn checks(&self, piece: Cell, from: Square, targets: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        if targets.is_empty() {
            return targets;
        }
        let (near, far) = self.threats.rows.reaching(piece, self.royal);
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
        let checks = self.seen.checks(node.position.cell(from), from, targets, &node.occupied);
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

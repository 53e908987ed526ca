//! Promotion in place (sittuyin): a move of its own by which a piece promotes where it stands, or goes to an empty
//! square that the new piece reaches from there. The new piece may not attack an enemy.

use crate::compile::component::Component;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;
use betza_compile::ir::Modes;

impl<const N: usize> Node<'_, N> {
    /// Gives the promotions in place of all pieces to the sink.
    pub(crate) fn promotions_in_place<S: Sink<N>>(&self, sink: &mut S) {
        for mover in &self.plan().movers {
            let Some(plan) = mover.promotion.as_ref().filter(|p| p.in_place) else { continue };
            let set = self.position.pieces(self.us, mover.kind);
            for from in plan.promote_in_place(set) {
                self.choices(plan, Bitboard::of(from), |kinds, _| {
                    kinds.iter().for_each(|&kind| self.promotions_to(from, kind, sink));
                });
            }
        }
    }

    /// Gives the promotions in place of the piece on `from` to one kind to the sink.
    pub(crate) fn promotions_to<S: Sink<N>>(&self, from: Square, kind: KindId, sink: &mut S) {
        let mut elsewhere = self.occupied;
        elsewhere.remove(from);
        let reached = self.by_kind(kind, from, &self.occupied, Modes::MOVE) & self.empty & self.safety.allowed(from);
        let mut targets = self.tested(from, reached);
        if !self.safety.in_check {
            targets.insert(from);
        }
        let attacks = |to: &Square| self.by_kind(kind, *to, &elsewhere, Modes::CAPTURE) & self.enemies;
        let targets: Bitboard<N> = targets.into_iter().filter(|to| attacks(to).is_empty()).collect();
        sink.promotions(from, targets, &[kind]);
    }

    /// The squares to which a moved piece of a kind would go from `from`, by those of its moves that have one of the
    /// modes.
    pub(crate) fn by_kind(&self, kind: KindId, from: Square, occupied: &Bitboard<N>, modes: Modes) -> Bitboard<N> {
        let parts = self.game.mover(self.us, kind).into_iter().flat_map(|mover| &mover.components);
        let is_from_here = |part: &&Component<N>| !part.origins(Bitboard::of(from), Bitboard::EMPTY).is_empty();
        let parts = parts.filter(|part| part.table.modes.intersects(modes)).filter(is_from_here);
        parts.fold(Bitboard::EMPTY, |all, part| all | part.table.reach.targets(from, occupied))
    }
}

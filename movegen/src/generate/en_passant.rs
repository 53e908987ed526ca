//! En passant captures.

use super::Node;
use crate::moves::{Move, MoveType};
use crate::plan::Mover;
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    #[inline(never)]
    pub(super) fn en_passant<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        let state = &self.position.state;
        for to in self.en_passant {
            for from in self.captors_en_passant(mover, set, to) {
                let mut after = self.occupied;
                after.remove(from);
                after.remove(state.passer);
                after.insert(to);
                let gone = Bitboard::of(state.passer);
                let mut royals = self.royals;
                if royals.contains(from) {
                    royals.remove(from);
                    royals.insert(to);
                }
                let bound = self.test_all || self.safety.royal.is_some();
                if !bound || self.all_safe(royals, &after, &gone) {
                    sink.single(Move::new(MoveType::EnPassant, from, to));
                }
            }
        }
    }

    /// The pieces of a set that can go to this square by an en passant capture.
    pub(super) fn captors_en_passant(&self, mover: &Mover<N>, set: Bitboard<N>, to: Square) -> Bitboard<N> {
        let mut captors = Bitboard::EMPTY;
        for &i in &mover.en_passant {
            let part = &mover.parts[i];
            let near = part.origins(set, self.unmoved) & *part.table.reach.may_come_from(to);
            let reaches = |f: &Square| self.game.lookups.targets(&part.targets, *f, &self.occupied).contains(to);
            captors |= near.into_iter().filter(reaches).collect::<Bitboard<N>>();
        }
        captors
    }
}

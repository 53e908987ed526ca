//! Generating passes, and counting passes in a row.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use betza_ir::geometry::Square;

impl<'a, const N: usize> Node<'a, N> {
    /// Gives the sink a pass. Its origin and destination are the square of the first king, or of the first piece of a
    /// side that has none, as programs write it: a pseudo-royal piece is not a king. A side without pieces on the board
    /// cannot pass.
    pub(crate) fn pass<S: Sink<N>>(&self, sink: &mut S) {
        let variant = &self.game.variant;
        let is_king = |square: &Square| {
            variant.kinds[self.position.cell(*square).kind().index()].royal && !variant.pass_from_first
        };
        if let Some(stays) = self.royals.into_iter().find(is_king).or_else(|| self.own.first()) {
            sink.single(Move::of::<N>(MoveType::Pass, stays, stays));
        }
    }
}

impl<const N: usize> Game<N> {
    /// Updates the number of passes in a row for a move that is about to be made. It stays at most 2.
    pub(crate) fn count_pass<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) {
        let passes = if m.kind == MoveType::Pass { (p.state.passes() + 1).min(2) } else { 0 };
        if HASHED {
            p.state.hash ^= self.keys.passes(p.state.passes()) ^ self.keys.passes(passes);
        }
        p.state.set_passes(passes);
    }
}

//! Passes: giving them, and counting those made in a row.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::rules::asks::Asks;
use crate::rules::pass::PassRule;
use crate::rules::room::Room;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use betza_compile::geometry::Square;

impl<'a, const N: usize> Node<'a, N> {
    pub(crate) fn pass<S: Sink<N>>(&self, sink: &mut S) {
        let royal = self.royals.first().unwrap_or(Square::from_index(0));
        sink.single(Move::new(MoveType::Pass, royal, royal));
    }
}

impl<const N: usize> Game<N> {
    /// One pass more in a row, or none.
    pub(crate) fn count_pass<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) {
        let passes = if m.kind == MoveType::Pass { (p.state.passes + 1).min(2) } else { 0 };
        if HASHED {
            p.state.hash ^= self.keys.passes(p.state.passes) ^ self.keys.passes(passes);
        }
        p.state.passes = passes;
    }
}

/// Passes. One for want of moves is known only when all moves are.
pub(crate) const ROOM: Room = Room {
    asks: |variant| {
        if variant.pass.contains(&PassRule::Stalemate) { Asks::PASS_IN_STALEMATE } else { Asks::empty() }
    },
    ..Room::NONE
};

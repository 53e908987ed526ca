//! Counts passes in reply to moves that are not made.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::rules::pass::PassRule;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the number of passes with which a side may reply to a move that is not made, which gives no check and
    /// captures at most one piece; `None` if the side might lose its last piece, and with it the pass.
    pub(crate) fn passes_in_reply(&self, position: &Position<N>, side: Side) -> Option<u64> {
        match self.variant.pass[side.index()] {
            PassRule::Always => position.side(side).has_several().then_some(1),
            PassRule::Never | PassRule::Stalemate => Some(0),
        }
    }
}

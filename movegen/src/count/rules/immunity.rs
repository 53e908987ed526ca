//! Finds the moves after which immunity limits the replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::variant::Kind;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the squares of which a plain move must touch one if `side`, which replies, is to attack an enemy that is
    /// immune to it: all squares if it might already, or if such enemies may come onto the board.
    pub(crate) fn squares_of_immune(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let immune = &self.variant.mutually_immune;
        let may_come = |kind: &Kind| kind.promotes_to(|to| immune.contains(to));
        if self.has_drops(side.other())
            || self.variant.kinds.iter().any(may_come)
            || self.may_meet_immune(position, side)
        {
            return Bitboard::FULL;
        }
        position.of_kinds(immune) & position.side(side.other())
    }
}

//! Immunity, in counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::variant::Kind;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// The squares that a plain move must touch so that `side`, which replies, might capture an enemy that is immune to
    /// it. All squares where it might already, or where such enemies may come onto the board.
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

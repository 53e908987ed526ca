//! Finds the moves after which royals face each other, for counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the squares of which a plain move of a side must touch one if royals are to face each other after it.
    pub(crate) fn squares_of_facing(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let Some(line) = &self.rules.facing_lines else { return Bitboard::EMPTY };
        let (own, occupied) = (self.royals(position, side), position.occupied());
        let mut squares = own;
        for one in own {
            for other in self.royals(position, side.other()) {
                let between = line.between(one, other);
                if !(between & occupied).has_several() {
                    squares |= between;
                }
            }
        }
        squares
    }
}

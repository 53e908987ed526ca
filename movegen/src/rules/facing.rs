//! Royals that face each other: both stand on one file or rank with nothing between them.
//!
//! Xiangqi forbids a side to bring this about (flying generals). There each general attacks the other along the line,
//! and the attack is compiled with the other threats of the side (`attack/`). In janggi it may be brought about
//! (bikjang), and the reply must end it or pass, which ends the game ([`EndRule::Bikjang`]). That is what this room
//! needs of each position.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Whether two royals of different sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        let Some(line) = &self.rules.facing_lines else { return false };
        let occupied = position.occupied();
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }
}

impl<const N: usize> Game<N> {
    /// The squares that a plain move of a side must touch so that the royals face each other after it.
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

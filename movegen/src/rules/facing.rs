//! Royals that face each other: both stand on one file or rank with nothing between them.
//!
//! Xiangqi forbids a side to bring this about (flying generals). There each general attacks the other along the line,
//! and the attack is compiled with the other threats of its side (`compile/side.rs`). In janggi it may be brought about
//! (bikjang), and the reply must end it or pass, which ends the game ([`betza_game::variant::EndRule::Bikjang`]). For
//! that, this file tests positions.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns whether two royals of different sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        self.royals_face_beside(position, Bitboard::EMPTY)
    }

    /// Returns whether they would see each other if these squares were empty.
    #[inline(always)]
    pub(crate) fn royals_face_beside(&self, position: &Position<N>, hidden: Bitboard<N>) -> bool {
        let Some(line) = &self.rules.facing_lines else { return false };
        let occupied = position.occupied().without(hidden);
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }
}

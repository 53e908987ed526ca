//! Finds the moves that take first moves from royals, for counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Returns the squares on which pieces of certain kinds take the moves of unmoved pieces from the royals of `side`.
    pub(crate) fn squares_ending_first_moves(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        if self.variant.royalty.first_moves_lost_to.is_empty() {
            return Bitboard::EMPTY;
        }
        let board = &self.variant.board;
        let in_line = |a: Square, b: Square| board.file(a) == board.file(b) || board.rank(a) == board.rank(b);
        let royals = self.royals(position, side) & position.state.unmoved;
        self.board.into_iter().filter(|&s| royals.into_iter().any(|royal| in_line(s, royal))).collect()
    }
}

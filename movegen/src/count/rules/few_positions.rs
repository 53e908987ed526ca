//! Rules that concern few positions, in counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// The squares that a plain move must touch so that a rule that concerns few positions needs something of the
    /// replies, or changes how many moves it adds to them. `side` is the one that replies. All squares where it does so
    /// already.
    pub(crate) fn squares_of_few_positions(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let needs = self.rules.strategy.needs;
        let judged = needs.contains(Needs::JUDGES_DROPS) && self.holds_some(position, side)
            || needs.contains(Needs::PROMOTES_ROYALS) && self.may_promote_royals(position, side);
        if judged {
            return Bitboard::FULL;
        }
        // A move that is not made gives no check.
        let mut squares = Bitboard::EMPTY;
        if needs.contains(Needs::PROMOTES_IN_PLACE) {
            squares |= self.squares_of_promotion_in_place(position, side);
        }
        if needs.contains(Needs::JUDGES_IMMUNE) {
            squares |= self.squares_of_immune(position, side);
        }
        squares
    }
}

//! Finds the moves after which a rule that applies in few positions changes the count of replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the squares of which a plain move must touch one if a rule that applies in few positions is to limit the
    /// replies, or to add another number of moves to them: all squares if such a rule limits them already. `side` is
    /// the side that replies.
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

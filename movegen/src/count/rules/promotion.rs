//! Finds the moves that change how many promotions in place are replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::rules::promotion::in_place::promoting_in_place;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the squares of which a plain move must touch one to change how many promotions in place the other side,
    /// `side`, has: all if it has some, otherwise the pieces without which it would have some.
    pub(crate) fn squares_of_promotion_in_place(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let mut squares = Bitboard::EMPTY;
        for (mover, plan) in promoting_in_place(&self.sides[side.index()].movers) {
            let set = position.pieces(side, mover.kind);
            if plan.to.iter().any(|&kind| plan.has_room(kind, |k| position.pieces(side, k).count())) {
                if !plan.promote_in_place(set).is_empty() {
                    return Bitboard::FULL;
                }
                // Of two pieces, the one that is left promotes from anywhere.
                if set.count() == 2 {
                    squares |= set;
                }
            } else {
                let kinds = plan.to.iter().flat_map(|&kind| plan.counted_with(kind));
                squares |= kinds.fold(Bitboard::EMPTY, |all, kind| all | position.pieces(side, kind));
            }
        }
        squares
    }
}

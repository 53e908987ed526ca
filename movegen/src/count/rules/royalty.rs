//! Finds the moves that take first moves from royals or change which pieces are royal, for counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Game<N> {
    /// Returns whether replies may depend on the kind of a piece that a side brings onto the board, in games whose
    /// replies depend on barriers or on where the other side's royals are ([`Needs::SEES_ENEMY_ROYALS`]).
    #[inline(never)]
    pub(crate) fn new_kinds_matter(&self, position: &Position<N>, side: Side) -> bool {
        self.rules.strategy.needs.contains(Needs::BARRIERS) || self.may_change_royals(position, side)
    }

    /// Returns whether a side may change which of its pieces are royal by promoting or by a drop.
    #[inline(never)]
    pub(crate) fn may_change_royals(&self, position: &Position<N>, side: Side) -> bool {
        let hands = &self.rules.hands;
        let holds = |held| hands.has(position, side, held);
        self.rules.strategy.needs.contains(Needs::CHANGES_ROYALS)
            || hands.drops[side.index()].iter().any(|plan| self.variant.may_be_royal(plan.kind) && holds(plan.held))
    }

    /// Returns whether a move, which has not been made, might take the moves of unmoved pieces from royals on the file
    /// or rank of its destination. Drops might.
    ///
    /// PERF: asked by squares. The move itself would be kept for it while replies are counted, in games without the
    /// rule, too.
    #[inline(never)]
    pub(crate) fn may_end_first_moves(&self, position: &Position<N>, from: Square, to: Square) -> bool {
        from == to || self.variant.royalty.first_moves_lost_to.contains(&position.cell(from).kind_on::<N>())
    }

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

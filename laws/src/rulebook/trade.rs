//! Pieces that may not simply be traded for each other, and pieces that take nothing protected.

use super::Ruled;
use super::reach::Which;
use crate::walked::trades;
use betza_compile::walk::Outcome;
use betza_game::setup::Setup;
use betza_ir::geometry::Square;

impl Ruled<'_> {
    /// Whether a move captures none that may not simply be traded.
    pub(super) fn may_trade(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        trades::may_trade(self.variant, setup, from, m, |board, on, square| self.replies(board, on, square))
    }

    /// Whether a move takes nothing protected with a piece that may not.
    pub(super) fn spares_protected(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        trades::spares_protected(self.variant, setup, from, m, &|board, on, square| self.replies(board, on, square))
    }

    /// The moves of the piece on a square after one has captured on another, which has moved thereby.
    fn replies(&self, board: &Setup, on: Square, square: Square) -> Vec<Outcome> {
        let mut board = board.clone();
        self.set_moved(&mut board, on, true);
        self.all_from(&board, square, Which::All)
    }

    /// Where a move captured one that may not simply be traded, if it was made by another.
    pub(super) fn traded(&self, setup: &Setup, from: Square, m: &Outcome) -> Option<Square> {
        let rule = self.variant.trading.as_ref()?;
        let is_one = |s: Square| setup.at(s).is_some_and(|p| rule.kinds.contains(&p.kind));
        let is_enemy = |s: Square| setup.at(s).map(|p| p.side) != setup.at(from).map(|p| p.side);
        let prey = || m.captures.iter().copied().filter(|&s| is_one(s) && is_enemy(s));
        if is_one(from) { None } else { prey().find(|&s| Some(s) == m.to).or_else(|| prey().next()) }
    }
}

//! The rule of trades, compiled to masks.

use crate::compile::side::SidePlan;
use betza_game::rules::trading::TradingRule;
use betza_game::variant::Variant;
use betza_game::{BySide, KindId};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};

/// The rule of a game, compiled.
pub(crate) struct TradingPlan<const N: usize> {
    /// The rule as data.
    pub rule: TradingRule,
    /// By side and origin: the squares more than a king's step away on which a restricted piece might capture, whatever
    /// the occupancy.
    far: BySide<Vec<Bitboard<N>>>,
}

impl<const N: usize> TradingPlan<N> {
    /// Compiles the rule; `None` if the game does not have it.
    #[inline(never)]
    pub fn new(variant: &Variant, sides: &BySide<SidePlan<N>>) -> Option<TradingPlan<N>> {
        let rule = variant.trading.clone()?;
        let board = &variant.board;
        let far_from = |side: &SidePlan<N>, from: Square| {
            let may = rule.kinds.iter().map(|k| side.tables[k.index()].may_capture(from));
            let all = may.fold(Bitboard::EMPTY, |all, some| all | some);
            all.into_iter().filter(|&to| !are_near(board, from, to)).collect()
        };
        let far = [0, 1].map(|i| {
            let mut far = vec![Bitboard::EMPTY; board.area()];
            for from in board.squares() {
                far[from.index()] = far_from(&sides[i], from);
            }
            far
        });
        Some(TradingPlan { rule, far })
    }

    /// Returns whether pieces of this kind may not simply be traded.
    pub fn is_restricted(&self, kind: KindId) -> bool {
        self.rule.kinds.contains(&kind)
    }

    /// Returns the squares more than a king's step away on which a restricted piece of a side might capture from
    /// `from`.
    pub fn far(&self, side: usize, from: Square) -> Bitboard<N> {
        self.far[side][from.index()]
    }
}

/// Returns whether two squares are at most a king's step apart.
pub(crate) fn are_near(board: &Board, a: Square, b: Square) -> bool {
    (board.file(a) - board.file(b)).abs() <= 1 && (board.rank(a) - board.rank(b)).abs() <= 1
}

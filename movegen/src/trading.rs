//! Pieces that may not simply be traded for each other (chu shogi's Lions, [`TradingRule`]): the rule as masks, and what a move leaves
//! behind for the reply.

use crate::effects::Effect;
use crate::game::{Game, SidePlan};
use crate::keys::Aspect;
use crate::moves::{Move, MoveType};
use crate::position::Position;
use crate::rules::{BySide, KindId, TradingRule, Variant};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Square};

/// Where the last move captured what may not simply be traded, if it did; in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Traded(u8);

impl Traded {
    /// Nowhere.
    pub const NONE: Traded = Traded(u8::MAX);

    /// The last square of larger boards cannot be told from none.
    pub const MOST_SQUARES: usize = 255;

    /// There, if anywhere.
    pub fn on(square: Option<Square>) -> Traded {
        square.map_or(Traded::NONE, |s| Traded(s.index() as u8))
    }

    /// The square, if any.
    #[inline]
    pub fn square(self) -> Option<Square> {
        (self != Traded::NONE).then(|| Square::from_index(usize::from(self.0)))
    }
}

/// The rule for one game.
pub(crate) struct TradingPlan<const N: usize> {
    pub rule: TradingRule,
    /// By side and square: where one of the pieces might capture from there, but for what is next to it.
    far: BySide<Vec<Bitboard<N>>>,
}

impl<const N: usize> TradingPlan<N> {
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

    /// Whether a piece of this kind may not simply be traded.
    pub fn is_one(&self, kind: KindId) -> bool {
        self.rule.kinds.contains(&kind)
    }

    /// Where one of a side's pieces might capture from a square, but for what is next to it.
    pub fn far(&self, side: usize, from: Square) -> Bitboard<N> {
        self.far[side][from.index()]
    }
}

/// Whether two squares are no more than a king's step apart.
fn are_near(board: &Board, a: Square, b: Square) -> bool {
    (board.file(a) - board.file(b)).abs() <= 1 && (board.rank(a) - board.rank(b)).abs() <= 1
}

impl<const N: usize> Game<N> {
    /// The enemies that a move captures.
    pub(crate) fn victims(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Bitboard<N> {
        self.captured(p, m, effects) & p.side(p.turn.other())
    }

    /// Notes where a move that is about to be made captures what may not simply be traded, if the mover is not of that sort. Of
    /// several it is the one on the destination.
    pub(crate) fn note_trade<const HASHED: bool>(
        &self,
        plan: &TradingPlan<N>,
        p: &mut Position<N>,
        m: Move,
        effects: &[Effect],
    ) {
        let before = p.state.traded;
        let mover = p.cell(m.from());
        let mut traded = None;
        if m.kind != MoveType::Drop && mover.is_piece() && !plan.is_one(mover.kind()) {
            let prey = self.victims(p, m, effects) & p.of_kinds(&plan.rule.kinds);
            traded = if prey.contains(m.to()) { Some(m.to()) } else { prey.first() };
        }
        p.state.traded = Traded::on(traded);
        if HASHED {
            for square in [before, p.state.traded].into_iter().filter_map(Traded::square) {
                p.state.hash ^= self.keys.square(Aspect::Traded, square);
            }
        }
    }
}

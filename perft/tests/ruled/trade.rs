//! Pieces that may not simply be traded for each other.

use super::{Ruled, men};
use betza_compile::geometry::Square;
use betza_compile::walk::Outcome;
use movegen::rules::KindId;
use movegen::setup::Setup;

impl Ruled<'_> {
    /// Whether a move captures none that may not simply be traded ([`movegen::rules::TradingRule`]): by no move but those of its own sort
    /// elsewhere than where one was just taken; and from afar only what no enemy attacks, or with something better.
    pub(super) fn may_trade(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        let Some(rule) = &self.variant.trading else { return true };
        let board = &self.variant.board;
        let is = |square: Square, kinds: &[KindId]| setup.at(square).is_some_and(|p| kinds.contains(&p.kind));
        m.captures.iter().filter(|&&s| is(s, &rule.kinds)).all(|&lion| {
            if !is(from, &rule.kinds) {
                return setup.traded.is_none_or(|square| square == lion);
            }
            let near =
                (board.file(from) - board.file(lion)).abs() <= 1 && (board.rank(from) - board.rank(lion)).abs() <= 1;
            let others: Vec<Square> = m.captures.iter().copied().filter(|&s| s != lion).collect();
            near || others.iter().any(|&s| !is(s, &rule.trifles)) || !self.is_protected(setup, from, lion, &others)
        })
    }

    /// Whether an enemy could take a piece that stood on `on` if the one on `from` were not there and nothing on the squares of `others`
    /// in the way; what stands there counts by itself.
    fn is_protected(&self, setup: &Setup, from: Square, on: Square, others: &[Square]) -> bool {
        let them = setup.turn.other();
        men(setup, them).filter(|m| m.0 != on).any(|(square, _)| {
            let mut board = setup.clone();
            for gone in others.iter().filter(|&&s| s != square) {
                board.men[gone.index()] = None;
            }
            board.men[on.index()] = board.men[from.index()].take();
            self.threats(&board, them).iter().any(|(s, reply)| *s == square && reply.captures.contains(&on))
        })
    }

    /// Where a move captured one that may not simply be traded, if it was made by another.
    pub(super) fn traded(&self, setup: &Setup, from: Square, m: &Outcome) -> Option<Square> {
        let rule = self.variant.trading.as_ref()?;
        let is_one = |s: Square| setup.at(s).is_some_and(|p| rule.kinds.contains(&p.kind));
        let prey = || m.captures.iter().copied().filter(|&s| is_one(s));
        if is_one(from) { None } else { prey().find(|&s| Some(s) == m.to).or_else(|| prey().next()) }
    }
}

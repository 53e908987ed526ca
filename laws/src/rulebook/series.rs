//! Captures in series, and what each move ends as.

use super::Ruled;
use betza_compile::walk::Outcome;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, KindId, SeriesPromotion};
use betza_ir::geometry::Square;

impl Ruled<'_> {
    /// A move as far as it must go on, with what its piece is in the end.
    pub(super) fn finished(&self, setup: &Setup, from: Square, first: Outcome) -> Vec<(Outcome, Option<KindId>)> {
        let mut found = Vec::new();
        if self.variant.series.is_some() && !first.captures.is_empty() && first.to.is_some() {
            let same =
                self.reaches_from(setup, from).into_iter().filter(|m| m.captures == first.captures && m.to.is_some());
            if !self.that_go_on(setup, from, &[], same.collect()).contains(&first) {
                return found;
            }
            self.go_on(setup, from, setup.clone(), (first.captures.clone(), first), None, &mut found);
        } else {
            found.extend(self.becomes(setup, from, &first).into_iter().map(|kind| (first.clone(), kind)));
        }
        found
    }

    /// The captures by which a series goes on from a square, what is captured already apart: of those that take the
    /// same and differ in where they end, only such as go on again, if there are any.
    fn further(&self, board: &Setup, from: Square, captured: &[Square]) -> Vec<Outcome> {
        let fresh =
            |m: &Outcome| m.to.is_some() && !m.captures.is_empty() && m.captures.iter().all(|s| !captured.contains(s));
        let all = self.reaches(board, board.turn).into_iter().filter(|(s, m)| *s == from && fresh(m));
        self.that_go_on(board, from, captured, all.map(|m| m.1).collect())
    }

    /// Of captures that take the same and differ in where they end, only those that go on, if there are any.
    fn that_go_on(&self, board: &Setup, from: Square, captured: &[Square], all: Vec<Outcome>) -> Vec<Outcome> {
        let goes_on = |m: &Outcome| {
            let mut next = board.clone();
            let to = m.to.expect("it stays");
            let man = next.men[from.index()].take();
            next.men[to.index()] = man;
            !self.further(&next, to, &[captured, &m.captures].concat()).is_empty()
        };
        let goes: Vec<bool> = all.iter().map(goes_on).collect();
        let may = |i: usize| goes[i] || !(0..all.len()).any(|j| goes[j] && all[j].captures == all[i].captures);
        (0..all.len()).filter(|&i| may(i)).map(|i| all[i].clone()).collect()
    }

    /// Follows a series from where it has led, with what it has captured in order. What was captured still stands on
    /// `board`, and the captor where it started.
    fn go_on(
        &self,
        setup: &Setup,
        from: Square,
        board: Setup,
        (order, so_far): (Vec<Square>, Outcome),
        been: Option<KindId>,
        found: &mut Vec<(Outcome, Option<KindId>)>,
    ) {
        let rule = self.variant.series.expect("captures in series");
        let Some(to) = so_far.to else { return };
        let at = if board.at(from).is_some() { from } else { so_far.path[so_far.path.len() - 2] };
        let ways = if rule.promotion == SeriesPromotion::AtEnd || been.is_some() {
            vec![None]
        } else {
            self.becomes(&board, at, &so_far)
        };
        for way in ways {
            let been = way.or(been);
            let mut next = board.clone();
            let mut man = next.men[at.index()].take().expect("the captor");
            man.kind = been.unwrap_or(man.kind);
            next.men[to.index()] = Some(man);
            next.en_passant.clear();
            next.en_passant_victim = None;
            next.moved.retain(|&s| s != at);
            self.set_moved(&mut next, to, true);
            let on = self.further(&next, to, &so_far.captures);
            let ends = way.is_some() && rule.promotion == SeriesPromotion::Ends;
            if on.is_empty() || ends {
                let kinds = if rule.promotion == SeriesPromotion::AtEnd {
                    self.becomes(setup, from, &so_far)
                } else {
                    vec![been]
                };
                // Where paths count, the order of captures tells them apart (docs/rules, R19).
                let path = if self.variant.counting == Counting::Paths { order.clone() } else { vec![] };
                let whole = Outcome { path, ..so_far.clone() };
                found.extend(kinds.into_iter().map(|kind| (whole.clone(), kind)));
                continue;
            }
            for m in on {
                let order = [order.clone(), m.captures.clone()].concat();
                let mut captures = order.clone();
                captures.sort_unstable();
                let path = vec![to, m.to.expect("it stays")];
                let longer = Outcome { captures, path, passed: vec![], ..m };
                self.go_on(setup, from, next.clone(), (order, longer), been, found);
            }
        }
    }
}

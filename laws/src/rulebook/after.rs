//! The position after a move.

use super::{Deed, Ruled};
use betza_compile::walk::Outcome;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::KindId;
use betza_ir::Condition;
use betza_ir::geometry::{Side, Square, Vector};
use std::collections::BTreeSet;

impl Ruled<'_> {
    /// All that pieces of the side to move may do, with what they become and leave behind.
    pub(super) fn steps(&self, setup: &Setup, side: Side) -> Vec<(Deed, Setup)> {
        let mut found = Vec::new();
        for (from, does) in self.reaches(setup, side) {
            for (does, becomes) in self.finished(setup, from, does) {
                let after = self.moved(setup, from, &does, becomes);
                for (gates, after) in self.with_gates(&after, setup, side, from) {
                    found.push((Deed::Move { from, does: does.clone(), becomes, gates }, after));
                }
            }
        }
        found
    }

    /// The other side to move, and what a move leaves to nobody.
    pub(super) fn begun(&self, setup: &Setup) -> Setup {
        let mut next = setup.clone();
        next.turn = setup.turn.other();
        next.en_passant.clear();
        next.en_passant_victim = None;
        next.passes = 0;
        next.traded = None;
        next
    }

    /// The position after a piece has moved, promoted if it becomes something.
    pub(super) fn moved(&self, setup: &Setup, from: Square, m: &Outcome, becomes: Option<KindId>) -> Setup {
        let rules = &self.variant.transformation;
        let side = setup.turn;
        let old = setup.at(from).expect("a man moves");
        let mut man = old;
        let mut next = self.begun(setup);
        let mut touched = BTreeSet::from([from]);
        next.men[from.index()] = None;
        for &square in &m.captures {
            let captured = next.men[square.index()].take().expect("a man is captured");
            let winner = if self.variant.explosion.is_some() { captured.side.other() } else { side };
            self.gain(&mut next, winner, captured);
            touched.insert(square);
        }
        let put: Vec<_> = m.relocations.iter().map(|&(was, now)| (next.men[was.index()].take(), was, now)).collect();
        for (who, was, now) in put {
            next.men[now.index()] = who;
            touched.extend([was, now]);
        }
        if let Some(kind) = becomes {
            man.kind = kind;
            let remembers = self.variant.kinds[old.kind.index()].promotion.as_ref().is_some_and(|p| p.remembers)
                && self.variant.kinds[kind.index()].in_hand != Some(old.kind);
            man.was = if remembers { Some(old.kind) } else { man.was };
            if self.variant.kinds[old.kind.index()].promotion.as_ref().is_some_and(|p| p.from_hand) {
                next.hands[side.index()][kind.index()] -= 1;
            }
        } else if let Some(kind) = self.successor(old.kind) {
            man.kind = kind;
        }
        let has_captured = !m.captures.is_empty();
        if has_captured && rules.turncoats.contains(&old.kind) {
            man.side = side.other();
        }
        if let Some(to) = m.to {
            touched.insert(to);
            if has_captured && self.variant.petrifies.contains(&old.kind) {
                self.gain(&mut next, side.other(), old);
                next.walls.push(to);
                next.walls.sort_unstable();
            } else {
                next.men[to.index()] = Some(man);
            }
            if has_captured {
                self.explode(&mut next, to, old, &mut touched);
            }
            if becomes.is_none() {
                self.leave_en_passant(&mut next, old.kind, to, m);
            }
        }
        next.traded = self.traded(setup, from, m);
        self.settle(&mut next, setup, &touched);
        if let Some(to) = m.to {
            self.lose_first_moves(&mut next, side, old.kind, to);
        }
        next
    }

    /// What a capture destroys around it; the captor is what it was when it captured.
    fn explode(&self, next: &mut Setup, centre: Square, captor: Placed, touched: &mut BTreeSet<Square>) {
        let Some(rule) = &self.variant.explosion else { return };
        let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Vector::new(x, y)));
        for square in steps.filter_map(|v| self.variant.board.step(centre, v)) {
            let Some(man) = next.at(square) else { continue };
            let goes = if square == centre { rule.captor_too } else { !rule.spares.contains(&man.kind) };
            let was = if square == centre { captor } else { man };
            if goes && !rule.immune.contains(&was.kind) {
                next.men[square.index()] = None;
                touched.insert(square);
                // Each comes to the hand of its enemy, the captor's own included: it explodes before it could change
                // sides.
                self.gain(next, was.side.other(), Placed { side: was.side, ..man });
                if rule.petrifies && square != centre {
                    next.walls.push(square);
                    next.walls.sort_unstable();
                    next.en_passant.retain(|&s| s != square);
                }
            }
        }
    }

    /// The squares that a piece of this kind has passed, if it may be captured on them. By moving it may have become
    /// another.
    fn leave_en_passant(&self, next: &mut Setup, kind: KindId, to: Square, m: &Outcome) {
        let Some(rule) = &self.variant.en_passant else { return };
        let is_enemy = |man: Placed| man.side != next.turn;
        if rule.victims.contains(&kind) && next.at(to).is_some_and(is_enemy) {
            let is_open = |s: &Square| next.at(*s).is_none() && rule.region[next.turn.index()].contains(*s);
            next.en_passant = m.passed.iter().copied().filter(is_open).collect();
            next.en_passant.sort_unstable();
            next.en_passant.dedup();
            next.en_passant_victim = Some(to).filter(|_| !next.en_passant.is_empty());
        }
    }

    /// Takes away the rights of what is on squares where something has changed, notes who has moved, and counts a
    /// check.
    pub(super) fn settle(&self, next: &mut Setup, before: &Setup, touched: &BTreeSet<Square>) {
        for &square in touched {
            self.set_moved(next, square, true);
        }
        next.gating.retain(|s| !touched.contains(s));
        // A king may have been dropped just now.
        let kings = Side::BOTH.map(|s| self.castling_king(before, s).or_else(|| self.castling_king(next, s)));
        let has_king = |side: Side| kings[side.index()].is_some_and(|king| !touched.contains(&king));
        next.castling.retain(|right| has_king(right.side) && !touched.contains(&right.partner));
        self.count_check(next, before);
    }

    /// Counts a check that the move gives, however many of its parts have been carried out before.
    pub(super) fn count_check(&self, next: &mut Setup, before: &Setup) {
        let side = before.turn;
        if before.checks_left.is_some() {
            next.checks_left = before.checks_left;
            let is_check = self.is_in_check(next, side.other());
            let left = next.checks_left.as_mut().map(|left| &mut left[side.index()]);
            left.into_iter().for_each(|left| *left = left.saturating_sub(u8::from(is_check)));
        }
    }

    /// Royals with moves of unmoved pieces lose them when some enemies move to their file or rank. The piece that has
    /// moved to a square, in castling the king, counts as what it was before (docs/rules.md, R47).
    pub(super) fn lose_first_moves(&self, next: &mut Setup, side: Side, mover: KindId, to: Square) {
        let (board, kinds) = (&self.variant.board, &self.variant.royalty.first_moves_lost_to);
        if !kinds.contains(&mover) || next.at(to).is_none_or(|man| man.side != side) {
            return;
        }
        let has_first = |s: &Square| {
            let man = next.at(*s).expect("a royal");
            let moves = &self.kinds[man.side.index()][man.kind.index()].moves;
            moves.iter().any(|m| m.condition.contains(Condition::UNMOVED))
        };
        let in_line = |a: Square, b: Square| board.file(a) == board.file(b) || board.rank(a) == board.rank(b);
        let royals = self.royals(next, side.other());
        let hit = royals.into_iter().filter(|&r| has_first(&r) && in_line(to, r));
        let lost: Vec<Square> = hit.filter(|&r| !self.has_moved(next, r)).collect();
        for square in lost {
            self.set_moved(next, square, true);
        }
    }
}

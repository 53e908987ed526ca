//! Hands: what comes to them, drops, and gates.

use super::{Deed, Ruled, men};
use betza_game::setup::{CastlingRight, Placed, Setup};
use betza_game::variant::{HandRule, KindId};
use betza_ir::geometry::{Side, Square};

impl Ruled<'_> {
    /// What a captured piece is in a hand.
    pub(super) fn gain(&self, next: &mut Setup, captor: Side, man: Placed) {
        let gains = |h: &&HandRule| (h.captures || h.captures_return) && !h.endless;
        let Some(rule) = self.variant.hands.as_ref().filter(gains) else { return };
        let was = man.was.filter(|_| !rule.keeps_promoted);
        let kind = was.or(self.variant.kinds[man.kind.index()].in_hand).unwrap_or(man.kind);
        let whose = if rule.captures_return { man.side } else { captor };
        next.hands[whose.index()][kind.index()] += 1;
    }

    /// The kinds that a side must drop before it does anything else.
    pub(super) fn must_drop(&self, setup: &Setup, side: Side) -> Vec<KindId> {
        let kinds = self.variant.hands.as_ref().map_or(&[][..], |h| &h.must_drop);
        kinds.iter().copied().filter(|&k| self.holds(setup, side, k)).collect()
    }

    /// Whether hands are endless.
    fn is_endless(&self) -> bool {
        self.variant.hands.as_ref().is_some_and(|h| h.endless)
    }

    /// Whether a side has a piece in hand.
    fn holds(&self, setup: &Setup, side: Side, kind: KindId) -> bool {
        self.is_endless() || setup.hands[side.index()][kind.index()] > 0
    }

    /// The pieces that a side may drop, where they may be.
    pub(super) fn drops(&self, setup: &Setup, side: Side) -> Vec<(Deed, Setup)> {
        let Some(rule) = self.variant.hands.as_ref().filter(|h| h.drops) else { return Vec::new() };
        let mut found = Vec::new();
        let kinds = self.variant.kind_ids();
        for held in kinds.filter(|&k| self.holds(setup, side, k)) {
            let promoted = self.variant.kinds[held.index()].promotion.as_ref().filter(|_| rule.drop_promoted);
            for kind in std::iter::once(held).chain(promoted.iter().flat_map(|p| p.to[side.index()].clone())) {
                for to in self.variant.board.squares().filter(|&to| self.may_drop(rule, setup, side, (held, kind), to))
                {
                    let mut after = self.begun(setup);
                    after.hands[side.index()][held.index()] -= u16::from(!rule.endless);
                    after.men[to.index()] = Some(Placed { side, kind, was: None });
                    self.settle(&mut after, setup, &[to].into());
                    self.lose_first_moves(&mut after, side, kind, to);
                    self.castle_by_drop(rule, &mut after, side, to);
                    found.push((Deed::Drop { held, kind, to }, after));
                }
            }
        }
        found
    }

    fn may_drop(&self, rule: &HandRule, setup: &Setup, side: Side, (held, kind): (KindId, KindId), to: Square) -> bool {
        let board = &self.variant.board;
        let places = &self.variant.kinds[held.index()].drop;
        let dropped = &self.variant.kinds[kind.index()];
        let own = |other: KindId| men(setup, side).filter(move |m| m.1 == other).map(|m| m.0);
        setup.at(to).is_none()
            && !setup.walls.contains(&to)
            && self.may_enter(setup, side, to)
            && places.region[side.index()].contains(to)
            && dropped.region[side.index()].is_none_or(|r| r.contains(to))
            && places
                .per_file
                .is_none_or(|most| own(held).filter(|&s| board.file(s) == board.file(to)).count() < usize::from(most))
            && !(dropped.drop.not_stuck && self.is_stuck(side, kind, to))
            && rule.opposite_coloured.iter().all(|&other| self.leaves_colours(setup, side, other, (kind, to)))
    }

    /// Whether after a drop the pieces of a kind can still be divided evenly between squares of both colours.
    fn leaves_colours(&self, setup: &Setup, side: Side, kind: KindId, (dropped, to): (KindId, Square)) -> bool {
        let board = &self.variant.board;
        let region = &self.variant.kinds[kind.index()].drop.region[side.index()];
        [true, false].into_iter().all(|dark| {
            let here = |s: Square| board.is_dark(s) == dark;
            let there = men(setup, side).filter(|m| m.1 == kind && here(m.0)).count();
            let all = super::count(setup, side, kind) + usize::from(setup.hands[side.index()][kind.index()]);
            if dropped == kind {
                return !here(to) || there < all.div_ceil(2);
            }
            let open = board.squares().filter(|&s| {
                let may_stand = self.variant.kinds[kind.index()].region[side.index()].is_none_or(|r| r.contains(s));
                s != to
                    && here(s)
                    && self.is_open(setup, s)
                    && region.contains(s)
                    && may_stand
                    && self.may_enter(setup, side, s)
            });
            there + open.count() >= all / 2
        })
    }

    /// The right to castle that a king and a partner get where castling wants them.
    fn castle_by_drop(&self, rule: &HandRule, after: &mut Setup, side: Side, to: Square) {
        let Some(castling) = self.variant.castling.as_ref().filter(|_| rule.castling_by_drop) else { return };
        let board = &self.variant.board;
        let at = |file: u8| board.at(i32::from(file), i32::from(castling.rank[side.index()]));
        let holds = |square: Square, kinds: &[KindId]| {
            after.at(square).is_some_and(|m| m.side == side && kinds.contains(&m.kind))
        };
        let Some(king) = castling.king_file.and_then(|files| at(files[side.index()])) else { return };
        if !holds(king, &[castling.king[side.index()]]) {
            return;
        }
        let partners = castling.partner_file[side.index()].into_iter().filter_map(at);
        let new: Vec<Square> =
            partners.filter(|&p| (to == king || to == p) && holds(p, &castling.partners[side.index()])).collect();
        after.castling.extend(new.into_iter().map(|partner| CastlingRight { side, partner }));
        after.castling.sort_unstable();
        after.castling.dedup();
    }

    /// A position after a move from a square, without and with pieces left behind there.
    pub(super) fn with_gates(
        &self,
        after: &Setup,
        before: &Setup,
        side: Side,
        origin: Square,
    ) -> Vec<(Option<KindId>, Setup)> {
        let mut ways = vec![(None, after.clone())];
        let is_free = after.at(origin).is_none() && !after.walls.contains(&origin);
        let Some(rule) = self.variant.gating.as_ref().filter(|_| is_free && before.gating.contains(&origin)) else {
            return ways;
        };
        let fits = |k: KindId| self.variant.kinds[k.index()].drop.region[side.index()].contains(origin);
        for &kind in rule.kinds.iter().filter(|&&k| self.holds(before, side, k) && fits(k)) {
            let mut gated = after.clone();
            gated.hands[side.index()][kind.index()] -= u16::from(!self.is_endless());
            gated.men[origin.index()] = Some(Placed { side, kind, was: None });
            // Checks are counted once the piece stands there.
            gated.checks_left = before.checks_left;
            self.settle(&mut gated, before, &[origin].into());
            ways.push((Some(kind), gated));
        }
        ways
    }
}

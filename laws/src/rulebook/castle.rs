//! Castling.

use super::{Deed, Ruled, men};
use betza_game::setup::Setup;
use betza_game::variant::EndRule;
use betza_ir::geometry::{Side, Square};

impl Ruled<'_> {
    /// The king that castles: on its file if it stands there, else the first on the castling rank.
    pub(super) fn castling_king(&self, setup: &Setup, side: Side) -> Option<Square> {
        let rule = self.variant.castling.as_ref()?;
        let board = &self.variant.board;
        let is_one =
            |m: &(Square, _)| m.1 == rule.king[side.index()] && board.rank(m.0) == i32::from(rule.rank[side.index()]);
        let kings: Vec<Square> = men(setup, side).filter(is_one).map(|m| m.0).collect();
        let at_home = |s: &&Square| rule.king_file.is_some_and(|f| board.file(**s) == i32::from(f[side.index()]));
        kings.iter().find(at_home).or(kings.first()).copied()
    }

    /// The castling moves of the side to move.
    pub(super) fn castlings(&self, setup: &Setup, side: Side) -> Vec<(Deed, Setup)> {
        let Some(rule) = &self.variant.castling else { return Vec::new() };
        let Some(king) = self.castling_king(setup, side) else { return Vec::new() };
        let stays = || self.variant.royalty.stays_in_check && self.variant.royalty.check;
        let is_checked = || self.royals(setup, side).contains(&king) && !self.attackers(setup, king).is_empty();
        if self.held(setup, side).contains(&king) || stays() && is_checked() {
            return Vec::new();
        }
        let board = &self.variant.board;
        let mut found = Vec::new();
        for partner in setup.castling.iter().filter(|r| r.side == side).map(|r| r.partner) {
            let wing = usize::from(board.file(partner) < board.file(king));
            let partner_file = board.file(partner) as u8;
            for file in rule.landings(side, wing).into_iter().filter(|&to| rule.lands_short(wing, partner_file, to)) {
                let beside = i32::from(file) + if wing == 0 { -1 } else { 1 };
                let at = |file: i32| board.at(file, board.rank(king));
                let (Some(king_to), Some(partner_to)) = (at(i32::from(file)), at(beside)) else { continue };
                if self.may_castle(setup, (king, partner), (king_to, partner_to)) {
                    found.extend(self.castled(setup, (king, partner), (king_to, partner_to)));
                }
            }
        }
        found
    }

    /// The squares of a rank from one to another.
    fn span(&self, a: Square, b: Square) -> Vec<Option<Square>> {
        let board = &self.variant.board;
        let (low, high) = (board.file(a).min(board.file(b)), board.file(a).max(board.file(b)));
        (low..=high).map(|file| board.at(file, board.rank(a))).collect()
    }

    /// Whether nothing is in the way and the king neither is in check nor goes through one.
    fn may_castle(&self, setup: &Setup, (king, partner): (Square, Square), to: (Square, Square)) -> bool {
        let ways = [self.span(king, to.0), self.span(partner, to.1), self.span(king, partner)].concat();
        let is_free = |s: Square| s == king || s == partner || (setup.at(s).is_none() && !setup.walls.contains(&s));
        if !ways.into_iter().all(|s| s.is_some_and(is_free)) {
            return false;
        }
        let man = setup.at(king).expect("a king castles");
        let ignores = self.variant.castling.as_ref().is_some_and(|rule| rule.ignores_check);
        if ignores || !self.variant.royalty.check || !self.royals(setup, man.side).contains(&king) {
            return true;
        }
        self.span(king, to.0).into_iter().flatten().filter(|&s| s != to.0 || s == king).all(|square| {
            let mut on_the_way = setup.clone();
            if square != king {
                on_the_way.men[king.index()] = None;
                on_the_way.men[square.index()] = Some(man);
            }
            self.attackers(&on_the_way, square).is_empty()
        })
    }

    /// What castling by a wing takes from the other side, and what it wins.
    fn have_castled(&self, after: &mut Setup, side: Side, wing: usize) {
        let board = &self.variant.board;
        let wins = |end: &EndRule| matches!(end, EndRule::Castled(wings) if wings[side.index()][wing]);
        if self.variant.ends.iter().any(wins) {
            after.castled |= 1 << (2 * side.index() + wing);
        }
        let king = self.castling_king(after, side.other());
        if let (Some(king), true) = (king, self.variant.castling.as_ref().is_some_and(|rule| rule.ends_opposite)) {
            let is_same = |partner: Square| usize::from(board.file(partner) < board.file(king)) == wing;
            after.castling.retain(|right| right.side == side || !is_same(right.partner));
        }
    }

    fn castled(&self, setup: &Setup, (king, partner): (Square, Square), to: (Square, Square)) -> Vec<(Deed, Setup)> {
        let side = setup.turn;
        let mut after = self.begun(setup);
        let [king_man, partner_man] = [king, partner].map(|s| after.men[s.index()].take());
        after.men[to.0.index()] = king_man;
        after.men[to.1.index()] = partner_man;
        self.have_castled(
            &mut after,
            side,
            usize::from(self.variant.board.file(partner) < self.variant.board.file(king)),
        );
        self.settle(&mut after, setup, &[king, partner, to.0, to.1].into());
        if let Some(man) = king_man {
            self.lose_first_moves(&mut after, side, man.kind, to.0);
        }
        let mut found = Vec::new();
        for origin in [king, partner] {
            for (kind, after) in self.with_gates(&after, setup, side, origin) {
                let gates = kind.map(|kind| (kind, origin));
                found.push((Deed::Castle { king, partner, king_to: to.0, partner_to: to.1, gates }, after));
            }
        }
        found
    }
}

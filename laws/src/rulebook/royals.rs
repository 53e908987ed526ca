//! Who is royal, and whether they are safe.

use super::{Deed, Ruled, count, men};
use betza_compile::walk::Outcome;
use betza_game::setup::Setup;
use betza_game::variant::{ExplosionRule, KindId, SeveralRoyals};
use betza_ir::geometry::{Side, Square, Vector};
use std::collections::BTreeSet;

impl Ruled<'_> {
    /// The royals of a side.
    pub(super) fn royals(&self, setup: &Setup, side: Side) -> BTreeSet<Square> {
        let rule = &self.variant.royalty;
        let most = usize::from(rule.pseudo_count);
        let is_last = |kind: KindId| {
            let left: usize = match rule.pseudo_together.iter().find(|group| group.contains(&kind)) {
                Some(group) => group.iter().map(|&k| count(setup, side, k)).sum(),
                None => count(setup, side, kind),
            };
            rule.pseudo.contains(&kind) && left <= most
        };
        let is_royal = |kind: KindId| self.variant.kinds[kind.index()].royal || is_last(kind);
        let royals: BTreeSet<Square> = men(setup, side).filter(|m| is_royal(m.1)).map(|m| m.0).collect();
        if rule.several != SeveralRoyals::First {
            return royals;
        }
        let place = |s: &Square| (self.variant.board.file(*s), self.variant.board.rank(*s));
        royals.into_iter().min_by_key(place).into_iter().collect()
    }

    /// Whether these royals of a side are as safe as the game wants.
    pub(super) fn is_safe(&self, setup: &Setup, side: Side, royals: &BTreeSet<Square>) -> bool {
        let threats: Vec<(Square, Outcome)> = self.threats(setup, side.other());
        let taken: BTreeSet<Square> = threats
            .iter()
            .filter(|(from, m)| self.is_a_threat(setup, *from, m))
            .flat_map(|t| t.1.captures.clone())
            .collect();
        match self.variant.royalty.several {
            SeveralRoyals::All | SeveralRoyals::First => royals.is_disjoint(&taken),
            SeveralRoyals::One => royals.is_empty() || !royals.is_subset(&taken),
        }
    }

    /// Whether a capture threatens a royal: not if it takes something protected that the captor spares, nor if the
    /// captor's own royal is blown up by it.
    fn is_a_threat(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        let side = setup.at(from).expect("a man threatens").side;
        let keeps_own = || {
            let before = Setup { turn: side, ..setup.clone() };
            let after = self.moved(&before, from, m, None);
            // What else becomes of the captor does not matter, as it does not without explosions: it may turn into a
            // wall, or into a king.
            let captor = setup.at(from).expect("a man threatens").kind;
            let survives = |rule: &ExplosionRule| !rule.captor_too || rule.immune.contains(&captor);
            let is_king = self.variant.kinds[captor.index()].royal;
            let left = is_king && self.variant.explosion.as_ref().is_some_and(survives);
            let mut others = after;
            if let Some(to) = m.to {
                others.men[to.index()] = None;
            }
            let (had, has) = (self.born_royal(&before, side), self.born_royal(&others, side) + usize::from(left));
            match self.variant.royalty.several {
                SeveralRoyals::All => has >= had,
                SeveralRoyals::One | SeveralRoyals::First => had == 0 || has > 0,
            }
        };
        self.spares_protected(setup, from, m) && (self.variant.explosion.is_none() || keeps_own())
    }

    /// Whether an enemy could capture a royal of a side, be it one of several that it need not save.
    pub fn is_in_check(&self, setup: &Setup, side: Side) -> bool {
        self.royals(setup, side).into_iter().any(|royal| !self.attackers(setup, royal).is_empty())
    }

    /// The enemies that could capture a royal on a square, and the generals that it faces.
    pub(super) fn attackers(&self, setup: &Setup, square: Square) -> BTreeSet<Square> {
        let mut found = self.captors(setup, square, |from, m| self.is_a_threat(setup, from, m));
        if let Some(man) = setup.at(square).filter(|man| self.variant.flying_generals.contains(&man.kind)) {
            found.extend(self.generals(setup, man.side.other()).filter(|&other| self.face(setup, square, other)));
        }
        found
    }

    /// Whether an enemy attacks what stands on a square, even if the capture would blow up its own royal.
    pub(super) fn is_attacked(&self, setup: &Setup, square: Square) -> bool {
        !self.captors(setup, square, |_, _| true).is_empty()
    }

    /// The enemies of what stands on a square that have such a capture of it.
    fn captors(&self, setup: &Setup, square: Square, counts: impl Fn(Square, &Outcome) -> bool) -> BTreeSet<Square> {
        let Some(man) = setup.at(square) else { return BTreeSet::new() };
        let threats = self.threats(setup, man.side.other());
        let takes = |t: &&(Square, Outcome)| t.1.captures.contains(&square) && counts(t.0, &t.1);
        threats.iter().filter(takes).map(|t| t.0).collect()
    }

    /// Whether a side has lost more royals by a move than it can do without.
    pub(super) fn lost_royals(&self, before: &Setup, after: &Setup, side: Side) -> bool {
        match self.variant.royalty.several {
            SeveralRoyals::All => self.born_royal(after, side) < self.born_royal(before, side),
            SeveralRoyals::One | SeveralRoyals::First => self.lost_all_royals(before, after, side),
        }
    }

    /// Whether a move takes royals of its own side off the board that the side must keep.
    pub(super) fn gives_up_royals(&self, before: &Setup, deed: &Deed) -> bool {
        match deed {
            Deed::Walled { deed, .. } => self.gives_up_royals(before, deed),
            Deed::Move { from, does, .. } => {
                let royals = self.royals(before, before.turn);
                let is_lost = |s: &&Square| does.captures.contains(s) || does.to.is_none() && *s == from;
                let lost = royals.iter().filter(is_lost).count();
                lost > 0 && (self.variant.royalty.several == SeveralRoyals::All || lost == royals.len())
            }
            _ => false,
        }
    }

    /// Whether a move has destroyed the last royal of a side.
    pub(super) fn lost_all_royals(&self, before: &Setup, after: &Setup, side: Side) -> bool {
        self.born_royal(before, side) > 0 && self.born_royal(after, side) == 0
    }

    /// How many pieces of royal kinds a side has.
    fn born_royal(&self, setup: &Setup, side: Side) -> usize {
        men(setup, side).filter(|m| self.variant.kinds[m.1.index()].royal).count()
    }

    /// Whether a general of a side that is royal, as one of several may not be, faces a general of the other side.
    pub(super) fn faces_a_general(&self, setup: &Setup, side: Side) -> bool {
        let royals = self.royals(setup, side);
        let mut own = self.generals(setup, side).filter(|a| royals.contains(a));
        own.any(|a| self.generals(setup, side.other()).any(|b| self.face(setup, a, b)))
    }

    /// The generals of a side that may not face those of the other one.
    fn generals(&self, setup: &Setup, side: Side) -> impl Iterator<Item = Square> {
        men(setup, side).filter(|m| self.variant.flying_generals.contains(&m.1)).map(|m| m.0)
    }

    /// Whether royals of the two sides face each other.
    pub(super) fn royals_face(&self, setup: &Setup) -> bool {
        let [white, black] = Side::BOTH.map(|side| self.royals(setup, side));
        white.iter().any(|&a| black.iter().any(|&b| self.face(setup, a, b)))
    }

    /// Whether nothing stands between two squares of one file or rank.
    fn face(&self, setup: &Setup, a: Square, b: Square) -> bool {
        let board = &self.variant.board;
        let way = board.vector(a, b);
        if way.dx != 0 && way.dy != 0 {
            return false;
        }
        let step = Vector::new(way.dx.signum(), way.dy.signum());
        let mut at = a;
        loop {
            match board.step(at, step) {
                Some(next) if next == b => return true,
                Some(next) if setup.at(next).is_none() && !setup.walls.contains(&next) => at = next,
                _ => return false,
            }
        }
    }
}

//! Where pieces may enter the board, and which enemies a move turns.

use super::{Deed, Ruled, men};
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{EnteringPlace, Turning};
use betza_ir::geometry::{Side, Square, Vector};
use std::collections::BTreeSet;

const ORTHOGONAL: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL: [(i16, i16); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

impl Ruled<'_> {
    fn beside(&self, square: Square, (x, y): (i16, i16)) -> Option<Square> {
        self.variant.board.step(square, Vector::new(x, y))
    }

    pub(super) fn is_open(&self, setup: &Setup, square: Square) -> bool {
        setup.at(square).is_none() && !setup.walls.contains(&square)
    }

    /// The enemies in a row from a square in a direction, if one of `ends` stands behind them.
    fn enclosed(
        &self,
        setup: &Setup,
        side: Side,
        from: Square,
        way: (i16, i16),
        ends: &BTreeSet<Square>,
    ) -> Vec<Square> {
        let mut row = Vec::new();
        let mut at = self.beside(from, way);
        while let Some(square) = at {
            if setup.at(square).is_some_and(|man| man.side != side) {
                row.push(square);
                at = self.beside(square, way);
                continue;
            }
            return if ends.contains(&square) { row } else { Vec::new() };
        }
        Vec::new()
    }

    /// Whether the board lets a side's pieces enter on an empty square.
    pub(super) fn may_enter(&self, setup: &Setup, side: Side, to: Square) -> bool {
        let Some(rule) = self.variant.entering else { return true };
        let opening: Vec<Square> =
            self.variant.board.squares().filter(|&s| rule.opening.contains(s) && self.is_open(setup, s)).collect();
        if !opening.is_empty() {
            return opening.contains(&to);
        }
        let own: BTreeSet<Square> = men(setup, side).map(|m| m.0).collect();
        let is_of = |whose: Side, s: Square| setup.at(s).is_some_and(|man| man.side == whose);
        match rule.place {
            EnteringPlace::Enclosing => {
                ALL.into_iter().any(|way| !self.enclosed(setup, side, to, way, &own).is_empty())
            }
            EnteringPlace::BesideOwn => ALL.into_iter().filter_map(|way| self.beside(to, way)).any(|s| is_of(side, s)),
            EnteringPlace::Apart => {
                !ORTHOGONAL.into_iter().filter_map(|way| self.beside(to, way)).any(|s| is_of(side.other(), s))
            }
            EnteringPlace::Edges => self.is_pushed_to(setup, to),
            EnteringPlace::Top => self.beside(to, (0, -1)).is_none_or(|below| !self.is_open(setup, below)),
        }
    }

    /// Whether a piece that is pushed in from some edge comes to stand on a square.
    fn is_pushed_to(&self, setup: &Setup, to: Square) -> bool {
        let board = &self.variant.board;
        let (files, ranks) = (board.files() as i32, board.ranks() as i32);
        let on_file: Vec<Option<Square>> = (0..ranks).map(|r| board.at(board.file(to), r)).collect();
        let on_rank: Vec<Option<Square>> = (0..files).map(|f| board.at(f, board.rank(to))).collect();
        let is_open = |s: &Option<Square>| s.is_some_and(|s| self.is_open(setup, s));
        [on_file, on_rank].into_iter().any(|line| {
            let free: Vec<bool> = line.iter().map(is_open).collect();
            let last = free.len() - 1;
            // Pushed up, as far as it goes; pushed down, to the lowest square from which it cannot go on.
            let up = (0..=last).find(|&i| free[i] && (i == last || !free[i + 1])).filter(|_| free[0]);
            let down = (0..=last).find(|&i| free[i] && (i == 0 || !free[i - 1])).filter(|_| free[last]);
            [up, down].into_iter().flatten().any(|i| line[i] == Some(to))
        })
    }

    /// The position after a move, once what it turns has changed sides.
    pub(super) fn with_turned(&self, before: &Setup, deed: &Deed, mut after: Setup) -> Setup {
        let Some(rule) = self.variant.turning else { return after };
        let side = before.turn;
        let (from, to) = match deed {
            Deed::Move { from, does, .. } => (*from, does.to.unwrap_or(*from)),
            Deed::InPlace { from, to, .. } => (*from, *to),
            Deed::Castle { king, king_to, .. } => (*king, *king_to),
            Deed::Drop { to, .. } => (*to, *to),
            Deed::Walled { .. } | Deed::Pass => return after,
        };
        let around: Vec<Square> = ALL.into_iter().filter_map(|way| self.beside(to, way)).collect();
        let own: BTreeSet<Square> = men(&after, side).map(|m| m.0).chain([from]).collect();
        let is_enemy = |s: &Square| after.at(*s).is_some_and(|man| man.side != side);
        let is_joined = || around.iter().any(|s| after.at(*s).is_some_and(|man| man.side == side));
        let turned: BTreeSet<Square> = match rule {
            Turning::Enclosed => ALL.into_iter().flat_map(|way| self.enclosed(&after, side, to, way, &own)).collect(),
            Turning::AroundIfJoined if matches!(deed, Deed::Drop { .. }) && !is_joined() => BTreeSet::new(),
            Turning::Around | Turning::AroundIfJoined => around.iter().copied().filter(is_enemy).collect(),
        };
        for square in &turned {
            let man = after.at(*square).expect("an enemy is turned");
            after.men[square.index()] = Some(Placed { side, was: None, ..man });
        }
        self.settle(&mut after, before, &turned);
        after
    }
}

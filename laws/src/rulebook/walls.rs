//! Moves that place walls.

use super::reach::Which;
use super::{Deed, Ruled};
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{WallPlace, Walling};
use betza_ir::geometry::{Square, Vector};

impl Ruled<'_> {
    /// The moves with each wall that they may place; as they are in games without walls.
    pub(super) fn with_walls(&self, before: &Setup, moves: Vec<(Deed, Setup)>) -> Vec<(Deed, Setup)> {
        let Some(rule) = &self.variant.walling else { return moves };
        if rule.instead {
            return moves.into_iter().chain(self.only_walls(before, rule)).collect();
        }
        let mut found = Vec::new();
        for (deed, after) in moves {
            // What an explosion destroys stands there until the wall is placed, unlike what is captured on the way.
            let (from, to) = ends(&deed);
            let explodes = self.variant.explosion.is_some() && deed.captures();
            let is_destroyed = |s: Square| s != from && before.at(s).is_some() && !deed.captured().contains(&s);
            let is_cleared = |s: Square| explodes && (s == to || is_destroyed(s));
            let squares = match rule.place {
                WallPlace::Arrow => {
                    let mut board = after.clone();
                    for s in self.variant.board.squares().filter(|&s| after.at(s).is_none() && is_cleared(s)) {
                        board.men[s.index()] = before.at(s);
                        board.walls.retain(|&wall| wall != s);
                    }
                    self.arrows(before, &deed, &board)
                }
                WallPlace::Past => vec![from],
                _ => self.variant.board.squares().collect(),
            };
            let may_wall = |s: &Square| !is_cleared(*s) && self.may_wall(rule, before, &after, *s);
            for wall in squares.into_iter().filter(may_wall) {
                let mut after = walled(rule, &after, wall);
                self.count_check(&mut after, before);
                found.push((Deed::Walled { deed: Box::new(deed.clone()), wall }, after));
            }
        }
        found
    }

    /// The walls that the side to move may place and do nothing else. Nobody moves, so that no arrow is shot and no
    /// square is left, but from where the side's first piece stands.
    fn only_walls(&self, before: &Setup, rule: &Walling) -> Vec<(Deed, Setup)> {
        let mut after = self.begun(before);
        after.passes = (before.passes + 1).min(2);
        let first = self.variant.board.squares().find(|&s| before.at(s).is_some_and(|man| man.side == before.turn));
        let Some(first) = first else { return Vec::new() };
        let squares: Vec<Square> = match rule.place {
            WallPlace::Arrow => self.shots(before, first),
            WallPlace::Past => Vec::new(),
            _ => self.variant.board.squares().collect(),
        };
        let places = squares.into_iter().filter(|&s| self.may_wall(rule, before, before, s));
        let deed = |wall| Deed::Walled { deed: Box::new(Deed::Pass), wall };
        let placed = |wall| {
            let mut after = walled(rule, &after, wall);
            self.count_check(&mut after, before);
            (deed(wall), after)
        };
        places.map(placed).collect()
    }

    /// Whether a wall may stand on a square that is empty after a move.
    fn may_wall(&self, rule: &Walling, before: &Setup, after: &Setup, square: Square) -> bool {
        let beside = |(x, y)| self.variant.board.step(square, Vector::new(x, y));
        let is_end = |next: Option<Square>| next.is_none_or(|s| before.walls.contains(&s));
        is_empty(after, square)
            && rule.region[before.turn.index()].contains(square)
            && (rule.place != WallPlace::Edge || [(1, 0), (-1, 0), (0, 1), (0, -1)].map(beside).into_iter().any(is_end))
    }

    /// Whether a wall that a move places saves its royals.
    pub(super) fn walls_block_checks(&self) -> bool {
        self.variant.explosion.is_some() || !self.variant.royalty.pseudo.is_empty()
    }

    /// Where an arrow may land: where the moved piece, as what it was, could go on to without capturing.
    fn arrows(&self, before: &Setup, deed: &Deed, after: &Setup) -> Vec<Square> {
        let (from, to) = ends(deed);
        let archer = before.at(from).expect("a man moves");
        let mut board = after.clone();
        board.men[to.index()] = Some(Placed { was: None, ..archer });
        self.shots(&board, to)
    }

    /// Where an arrow from a man may land: where it could go without capturing.
    fn shots(&self, board: &Setup, archer: Square) -> Vec<Square> {
        let goes = self.all_from(board, archer, Which::Later).into_iter();
        let mut squares: Vec<Square> =
            goes.filter(|m| m.captures.is_empty()).filter_map(|m| m.to).filter(|&s| is_empty(board, s)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

/// Where a move begins and ends; one that takes its piece off the board ends where it begins.
fn ends(deed: &Deed) -> (Square, Square) {
    match deed {
        Deed::Move { from, does, .. } => (*from, does.to.unwrap_or(*from)),
        Deed::Castle { king, king_to, .. } => (*king, *king_to),
        _ => unreachable!("no other moves go together with walls"),
    }
}

/// A position with one more wall, or with the duck there.
fn walled(rule: &Walling, after: &Setup, wall: Square) -> Setup {
    let mut after = after.clone();
    if rule.place == WallPlace::Duck {
        after.walls.clear();
    }
    after.walls.push(wall);
    after.walls.sort_unstable();
    after.en_passant.retain(|&s| s != wall);
    if after.en_passant.is_empty() {
        after.en_passant_victim = None;
    }
    after
}

fn is_empty(setup: &Setup, square: Square) -> bool {
    setup.at(square).is_none() && !setup.walls.contains(&square)
}

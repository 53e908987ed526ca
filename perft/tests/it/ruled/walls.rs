//! Moves that also place a wall.

use super::reach::Which;
use super::{Deed, Ruled};
use betza_compile::geometry::Square;
use betza_movegen::setup::{Placed, Setup};
use betza_movegen::variant::Walling;

impl Ruled<'_> {
    /// The moves with each wall that they may place; as they are in games without walls.
    pub(super) fn with_walls(&self, before: &Setup, moves: Vec<(Deed, Setup)>) -> Vec<(Deed, Setup)> {
        let Some(rule) = self.variant.walling else { return moves };
        let mut found = Vec::new();
        for (deed, after) in moves {
            let squares = match rule {
                Walling::Duck => self.variant.board.squares().filter(|&s| is_empty(&after, s)).collect(),
                Walling::Arrow => self.arrows(before, &deed, &after),
            };
            for wall in squares {
                let mut after = after.clone();
                if rule == Walling::Duck {
                    after.walls.clear();
                }
                after.walls.push(wall);
                after.walls.sort_unstable();
                after.en_passant.retain(|&s| s != wall);
                if after.en_passant.is_empty() {
                    after.en_passant_victim = None;
                }
                found.push((Deed::Walled { deed: Box::new(deed.clone()), wall }, after));
            }
        }
        found
    }

    /// Where an arrow may land: where the moved piece, as what it was, could go on to without capturing.
    fn arrows(&self, before: &Setup, deed: &Deed, after: &Setup) -> Vec<Square> {
        let (from, to) = match deed {
            Deed::Move { from, does, .. } => (*from, does.to.expect("a mover that stays")),
            Deed::Castle { king, king_to, .. } => (*king, *king_to),
            _ => unreachable!("no other moves go together with walls"),
        };
        let archer = before.at(from).expect("a man moves");
        let mut board = after.clone();
        board.men[to.index()] = Some(Placed { was: None, ..archer });
        let goes = self.all_from(&board, to, Which::Later).into_iter();
        let mut squares: Vec<Square> =
            goes.filter(|m| m.captures.is_empty()).filter_map(|m| m.to).filter(|&s| is_empty(&board, s)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}

fn is_empty(setup: &Setup, square: Square) -> bool {
    setup.at(square).is_none() && !setup.walls.contains(&square)
}

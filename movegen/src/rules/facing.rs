//! Royals that see each other along an open line: Janggi's bikjang and the flying generals.

use crate::compile::game::Game;
use crate::state::position::Position;
use betza_compile::geometry::Side;

impl<const N: usize> Game<N> {
    /// Whether royals of both sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        let Some(line) = &self.line else { return false };
        let occupied = position.occupied();
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }
}

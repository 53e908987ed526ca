//! The royal pieces of a position.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::royals::royals_of;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the royal pieces of a side: those of royal kinds, and those of pseudo-royal kinds while few enough are
    /// left.
    #[inline]
    #[must_use]
    pub fn royals(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let plan = &self.sides[side.index()];
        let [first, second] = plan.royal_cells.map(|cell| position.sets[cell]);
        if plan.picks_royals {
            return self.picked_royals(position, side);
        }
        first | second
    }

    /// Returns the royal pieces of a side, where more than two kinds may be royal or where the positions of the pieces
    /// decide.
    #[inline(never)]
    pub(crate) fn picked_royals(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let royals = self.every_royal(position, side);
        if self.variant.royalty.several == SeveralRoyals::First { self.first_royal(royals) } else { royals }
    }

    /// Returns the royal pieces of a side, also where only the first of them must be safe.
    pub(crate) fn every_royal(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let kinds = self.sides[side.index()].royals.iter().map(|mover| mover.kind);
        royals_of(position, side, kinds, &self.variant.royalty)
    }

    /// Returns the royal on the first file, and among several there the one on the first rank.
    #[inline(never)]
    pub(crate) fn first_royal(&self, royals: Bitboard<N>) -> Bitboard<N> {
        let board = &self.variant.board;
        let first = royals.into_iter().min_by_key(|&s| (board.file(s), board.rank(s)));
        first.map_or(Bitboard::EMPTY, Bitboard::of)
    }
}

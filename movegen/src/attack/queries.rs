//! Who attacks what, asked of a position.
//!
//! A piece attacks a square if, were a royal enemy on it and all else as it is, one of its moves would take that enemy off the board,
//! whether or not the move ends there and whether or not it would leave a royal in danger. A piece that an enemy holds in place
//! attacks as any other does (docs/notation, X6: it still gives check).

use crate::compile::component::Component;
use crate::compile::game::Game;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

impl<const N: usize> Game<N> {
    /// Whether a piece of a side attacks a square.
    #[must_use]
    pub fn is_attacked(&self, position: &Position<N>, square: Square, by: Side) -> bool {
        self.sides[by.index()].threats.attacks_now(position, square)
    }

    /// The pieces of a side that attack a square.
    #[must_use]
    pub fn attackers_to(&self, position: &Position<N>, square: Square, by: Side) -> Bitboard<N> {
        self.sides[by.index()].threats.attackers(position, square)
    }

    /// The squares that the piece on a square attacks; none if it is empty.
    #[must_use]
    pub fn attacks_from(&self, position: &Position<N>, from: Square) -> Bitboard<N> {
        let cell = position.cell(from);
        if !cell.is_piece() {
            return Bitboard::EMPTY;
        }
        let side = &self.sides[cell.side().index()];
        let occupied = position.occupied();
        let here = Bitboard::of(from);
        let takes = |part: &&Component<N>| part.threatens() && !part.origins(here, position.state.unmoved).is_empty();
        let movers =
            side.movers.iter().chain(&side.royals).chain(&side.flying_generals).filter(|m| m.kind == cell.kind());
        let parts = movers.flat_map(|m| &m.components).filter(takes);
        let direct = parts.fold(Bitboard::EMPTY, |all, part| all | part.table.reach.targets(from, &occupied));
        (direct | side.threats.chains.attacks_from(position, cell.side(), cell.kind(), from)).without(here)
    }

    /// Whether the side to move has a royal that is attacked.
    #[must_use]
    pub fn in_check(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        let threats = &self.sides[us.other().index()].threats;
        let royals = self.without_touching(position, self.royals(position, us), us);
        if self.variant.annan {
            return royals.into_iter().any(|r| self.attacks_by_annan(position, us.other(), r));
        }
        royals.into_iter().any(|r| threats.attacks_now(position, r))
    }
}

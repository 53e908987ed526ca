//! Which enemies a move turns over, compiled.

use crate::compile::beside::{Beside, DIRECTIONS};
use crate::position::board::Position;
use crate::position::moves::Move;
use betza_game::variant::{Turning, Variant};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The rule, compiled.
pub(crate) struct TurningPlan<const N: usize> {
    rule: Turning,
    /// A step in each of [`DIRECTIONS`].
    beside: [Beside<N>; 8],
}

impl<const N: usize> TurningPlan<N> {
    /// Compiles the rule of a game; `None` if it has none.
    #[inline(never)]
    pub fn new(variant: &Variant) -> Option<TurningPlan<N>> {
        let rule = variant.turning?;
        Some(TurningPlan { rule, beside: DIRECTIONS.map(|direction| Beside::new(&variant.board, direction)) })
    }

    /// Returns the enemies that a move turns over whose piece has ended on `to`. `p` is the position after all else
    /// that the move does, with the side that has moved still to move.
    pub fn turned(&self, p: &Position<N>, m: Move, to: Square) -> Bitboard<N> {
        let (own, enemies) = (p.side(p.turn), p.side(p.turn.other()));
        let to = Bitboard::of(to);
        let around = || self.beside.iter().fold(Bitboard::EMPTY, |all, beside| all | beside.of(to));
        match self.rule {
            Turning::Enclosed => {
                let ends = own | Bitboard::of(m.from());
                let row = |beside: &Beside<N>| {
                    let row = beside.run(to, enemies);
                    if beside.of(row).is_disjoint(&ends) { Bitboard::EMPTY } else { row }
                };
                self.beside.iter().fold(Bitboard::EMPTY, |all, beside| all | row(beside))
            }
            Turning::AroundIfJoined if m.enters() && around().is_disjoint(&own) => Bitboard::EMPTY,
            Turning::Around | Turning::AroundIfJoined => around() & enemies,
        }
    }
}

//! Attacks by chains after a move, as far as the position before it tells them.
//!
//! An answer about chains costs the walk of all their paths, and most moves change none of the squares at which these
//! paths look.

use crate::attack::chains::AttackQuery;
use crate::compile::chain_plans::ChainThreats;
use crate::position::board::Position;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// Whether chains of a side attack a royal in a position, and the squares that decided it.
pub(crate) struct ChainVerdict<const N: usize> {
    side: Side,
    royal: Square,
    attacked: bool,
    looked: Bitboard<N>,
}

impl<const N: usize> ChainVerdict<N> {
    /// Finds whether chains of `side` attack a royal of the other side.
    pub fn find(chains: &ChainThreats<N>, position: &Position<N>, side: Side, royal: Square) -> ChainVerdict<N> {
        let query = AttackQuery { position, side, occupied: &position.occupied(), gone: &Bitboard::EMPTY };
        let (attacked, looked) = chains.attack_seen(&query, royal);
        ChainVerdict { side, royal, attacked, looked }
    }

    /// Returns the answer for a royal after a move that has changed these squares, if it is the same as before.
    pub fn after(&self, after: &Position<N>, changed: &Bitboard<N>, royal: Square) -> Option<bool> {
        let is_same = self.royal == royal
            && changed.is_disjoint(&self.looked)
            // An attacker that has come there was not asked.
            && changed.is_disjoint(&after.side(self.side));
        is_same.then_some(self.attacked)
    }
}

impl<const N: usize> ChainThreats<N> {
    /// Returns the squares that differ between two positions in what chains look at.
    pub fn differences(&self, before: &Position<N>, after: &Position<N>) -> Bitboard<N> {
        let mut changed = (before.walls() ^ after.walls()) | (before.state.unmoved ^ after.state.unmoved);
        for kind in (0..before.kinds).map(KindId::from_index) {
            for side in Side::BOTH {
                changed |= before.pieces(side, kind) ^ after.pieces(side, kind);
            }
        }
        if self.plans.iter().any(|plan| plan.depends_on_more) {
            changed |= self.royals(before) ^ self.royals(after);
        }
        changed
    }
}

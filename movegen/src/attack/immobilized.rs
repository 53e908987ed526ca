//! Pieces that are immobilized by enemies.

use crate::attack::chains::{KindsOf, Scratch, with_scratch};
use crate::compile::game::Game;
use crate::position::board::Position;
use betza_compile::lower::View;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Returns the pieces of a side that enemy pieces immobilize (docs/notation, X6).
    pub(crate) fn immobilized(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let them = side.other();
        let chains = &self.sides[them.index()].threats.chains;
        let mut immobilized = Bitboard::EMPTY;
        for plan in chains.plans.iter() {
            let Some(reach) = &chains.tables[plan.kind.index()].immobilizes else { continue };
            for from in position.pieces(them, plan.kind) {
                with_scratch(|scratch: &mut Scratch<N>| {
                    let kinds = KindsOf { position, tables: &chains.tables };
                    let mover = plan.conditions(position, from);
                    let view = View { mover, ..chains.view(plan, position, them, &kinds, &[]) };
                    match reach.captures(&view, from, &mut scratch.chain, &mut scratch.moves) {
                        Ok(squares) => immobilized |= squares & position.side(side),
                        Err(_) => self.note_overflow(),
                    }
                });
            }
        }
        immobilized
    }
}

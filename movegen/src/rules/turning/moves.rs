//! Turning pieces over in making moves.
//!
//! Sources: the rules of Reversi and Ataxx; in details, and for Quadwrangle, Fairy-Stockfish (`flipEnclosedPieces`).

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::MoveType;
use crate::position::trace::Trace;
use crate::position::undo::Record;

impl<const N: usize> Game<N> {
    /// Turns over what a move that has just been made turns.
    #[inline(never)]
    pub(crate) fn turn_over<const HASHED: bool>(&self, p: &mut Position<N>, record: &mut Record<N>) {
        let Some(plan) = &self.rules.turning else { return };
        if record.m.kind == MoveType::Pass {
            return;
        }
        let turned = plan.turned(p, record.m, record.destination());
        if turned.is_empty() {
            return;
        }
        let trace = record.trace.get_or_insert_with(|| Box::new(Trace::new()));
        for square in turned {
            let cell = self.lift_traced::<HASHED>(p, square, trace);
            self.put_traced::<HASHED>(p, square, Cell::on::<N>(cell.side().other(), cell.kind_on::<N>()), false, trace);
        }
        self.close_unusable::<HASHED>(p);
    }
}

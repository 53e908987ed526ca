//! Turning pieces over in making moves.
//!
//! Sources: the rules of Reversi and Ataxx; in details, and for Quadwrangle, Fairy-Stockfish (`flipEnclosedPieces`).

use crate::compile::beside::{Beside, DIRECTIONS};
use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use crate::position::undo::Record;
use betza_game::variant::Turning;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;

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

    /// The enemies that a move has turned, whose other effects `p` shows. The side that has moved is still to move.
    fn turned(&self, p: &Position<N>, m: Move) -> Bitboard<N> {
        let (own, enemies) = (p.side(p.turn), p.side(p.turn.other()));
        let to = Bitboard::of(m.to());
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

impl<const N: usize> Game<N> {
    /// Turns over what a move that has just been made turns.
    #[inline(never)]
    pub(crate) fn turn_over<const HASHED: bool>(&self, p: &mut Position<N>, record: &mut Record<N>) {
        let Some(plan) = &self.rules.turning else { return };
        if record.m.kind == MoveType::Pass {
            return;
        }
        let turned = plan.turned(p, record.m);
        if turned.is_empty() {
            return;
        }
        let trace = record.trace.get_or_insert_with(|| Box::new(Trace::new()));
        for square in turned {
            let cell = self.lift_traced::<HASHED>(p, square, trace);
            self.put_traced::<HASHED>(p, square, Cell::new(cell.side().other(), cell.kind()), false, trace);
        }
        self.close_unusable::<HASHED>(p);
    }
}

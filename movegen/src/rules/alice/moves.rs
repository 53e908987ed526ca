//! Generating and making moves on two boards, and attacks there.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use crate::position::undo::Record;
use crate::rules::alice::plan::AlicePlan;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the moves that are legal on the board where they are made and lead to squares that are empty on
    /// the other board. The judge tests the royals on the boards where they stand after the move.
    pub(crate) fn alice_moves<S: Sink<N>>(&self, sink: &mut S) {
        let Some(plan) = &self.game.rules.alice else { return };
        for board in 0..2 {
            let others = plan.pieces(self.position, 1 - board);
            let mut alone = self.position.clone();
            others.into_iter().for_each(|square| {
                alone.lift::<false>(&self.game.keys, square);
            });
            let mut list = MoveList::default();
            self.game.with_node(&alone, |node| node.all_moves(&mut list));
            for &m in &list.moves {
                // The board without the king does not castle.
                if alone.cell(m.from()).is_piece() && self.leads_to(m).is_disjoint(&others) {
                    sink.listed(m, &list.effects);
                }
            }
        }
    }

    /// Returns the squares of the other board to which a move leads.
    fn leads_to(&self, m: Move) -> Bitboard<N> {
        match self.position.castling_with(m.to()).filter(|_| m.kind == MoveType::Castling) {
            Some(squares) => Bitboard::of(squares.king_to) | Bitboard::of(squares.partner_to),
            None => Bitboard::of(m.to()),
        }
    }
}

impl<const N: usize> Game<N> {
    /// Takes the pieces that a move has just moved over to the other board.
    #[inline(never)]
    pub(crate) fn cross_over<const HASHED: bool>(&self, plan: &AlicePlan, p: &mut Position<N>, record: &mut Record<N>) {
        let m = record.m;
        if !record.moved.is_piece() {
            return;
        }
        let other = 1 - plan.board(record.moved);
        let castles = m.kind == MoveType::Castling;
        let [first, second] = if castles { record.places } else { [m.to(); 2] };
        let trace = record.trace.get_or_insert_with(|| Box::new(Trace::new()));
        for square in [Some(first), Some(second).filter(|_| castles)].into_iter().flatten() {
            let cell = p.cell(square);
            let now = plan.on(other, cell);
            if now != cell {
                self.lift_traced::<HASHED>(p, square, trace);
                self.put_traced::<HASHED>(p, square, now, false, trace);
            }
        }
    }

    /// Returns the pieces of a side that attack a square on the board of the piece that stands there, or on either
    /// board if it is empty. Pieces that are not on `occupied` attack nothing.
    pub(crate) fn attackers_by_alice(
        &self,
        plan: &AlicePlan,
        position: &Position<N>,
        side: Side,
        square: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        let cell = position.cell(square);
        let boards = if cell.is_piece() { plan.board(cell)..plan.board(cell) + 1 } else { 0..2 };
        let attackers = |board| {
            let there = plan.pieces(position, board) & *occupied;
            self.sides[side.index()].threats.attackers(position, square, &there) & there
        };
        boards.fold(Bitboard::EMPTY, |all, board| all | attackers(board))
    }

    /// Returns the pieces on the board of the piece on a square, or all if it is empty.
    pub(crate) fn seen_from(&self, position: &Position<N>, square: Square) -> Bitboard<N> {
        match &self.rules.alice {
            Some(plan) if position.cell(square).is_piece() => plan.pieces(position, plan.board(position.cell(square))),
            _ => position.occupied(),
        }
    }
}

//! What a move has changed on the board and in the hands, for evaluations that are updated move by move.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::{Move, MoveType};
use crate::position::undo::Undo;
use betza_game::KindId;
use betza_ir::geometry::{Side, Square};

/// One change that a move makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// A piece leaves a square: it moves, it is captured, or it becomes another piece there.
    Lift(Square, Side, KindId),
    /// A piece comes to a square.
    Put(Square, Side, KindId),
    /// A square becomes a wall.
    Wall(Square),
    /// A wall is removed.
    Clear(Square),
    /// The number of pieces of a kind in the hand of a side changes by 1 or -1.
    Hand(Side, KindId, i8),
}

impl<const N: usize> Game<N> {
    /// Calls `give` with each change that a move has made, in the position after it. What is lifted from a square comes
    /// before what is put there. A piece that goes to another square is lifted and put.
    ///
    /// An evaluation that is a sum over pieces and squares follows a game by these changes, and is restored with the
    /// position.
    pub fn changes(&self, after: &Position<N>, undo: &Undo<N>, mut give: impl FnMut(Change)) {
        let m = undo.m;
        let us = after.turn.other();
        let lift = |square, cell: Cell| Change::Lift(square, cell.side(), cell.kind());
        let put = |square| Change::Put(square, after.cell(square).side(), after.cell(square).kind());
        // Where pieces go over to the other board, what the move puts down is what they are there.
        if let Some(trace) = undo.trace.as_ref().filter(|_| self.rules.alice.is_none()) {
            for square in trace.changed.into_iter().filter(|&s| trace.before(s) != after.cell(s)) {
                match trace.before(square) {
                    Cell::EMPTY => {}
                    Cell::WALL => give(Change::Clear(square)),
                    cell => give(lift(square, cell)),
                }
                match after.cell(square) {
                    Cell::EMPTY => {}
                    Cell::WALL => give(Change::Wall(square)),
                    _ => give(put(square)),
                }
            }
            for square in trace.taken {
                self.gained(undo, us, square, trace.before(square)).into_iter().for_each(&mut give);
            }
            if trace.lost.0.is_piece() {
                let kind = self.held_when_captured(trace.lost.0, trace.lost.1);
                let owner = self.hand_owner(us, trace.lost.0);
                kind.and_then(|kind| self.in_hand(owner, kind, 1)).into_iter().for_each(&mut give);
            }
            if trace.entered.is_piece() {
                self.in_hand(us, trace.entered.kind(), -1).into_iter().for_each(&mut give);
            }
            // In games that turn pieces over, the trace of a move without effects has only the turned pieces.
            if self.rules.turning.is_none() || m.kind == MoveType::Chain {
                return;
            }
        }
        match m.kind {
            MoveType::Castling => {
                give(lift(m.from(), undo.pieces.moved()));
                give(lift(m.to(), undo.pieces.captured()));
                undo.pieces.places().into_iter().for_each(|place| give(put(place)));
            }
            MoveType::Drop => {
                let held = self.held_as(m.piece().expect("a drop names its piece"));
                self.in_hand(us, held, -1).into_iter().for_each(&mut give);
                give(put(m.to()));
            }
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion | MoveType::EnPassant => {
                give(lift(m.from(), undo.pieces.moved()));
                if undo.pieces.captured().is_piece() {
                    give(lift(undo.pieces.places()[0], undo.pieces.captured()));
                    self.gained(undo, us, undo.pieces.places()[0], undo.pieces.captured())
                        .into_iter()
                        .for_each(&mut give);
                }
                let held = self.promoted_from_hand(m, undo.pieces.moved());
                held.and_then(|kind| self.in_hand(us, kind, -1)).into_iter().for_each(&mut give);
                give(put(m.to()));
            }
            MoveType::Pass | MoveType::Chain => {}
        }
    }

    /// Returns what comes to a hand when the piece on this square is captured by `us`.
    fn gained(&self, undo: &Undo<N>, us: Side, square: Square, captured: Cell) -> Option<Change> {
        let kind = self.held_when_captured(captured, undo.state.promoted.contains(square))?;
        self.in_hand(self.hand_owner(us, captured), kind, 1)
    }

    /// Returns the change of a hand; `None` where hands are endless, which nothing changes.
    #[inline(never)]
    fn in_hand(&self, side: Side, kind: KindId, by: i8) -> Option<Change> {
        (!self.rules.hands.endless).then_some(Change::Hand(side, kind, by))
    }

    /// Returns the hash of the position after a legal move, for looking ahead in a table: [`Position::hash`] after
    /// [`Game::make`].
    ///
    /// # Panics
    /// It may, if the move is not legal: [`Game::is_legal`] tells of any move.
    #[must_use]
    pub fn hash_after(&self, p: &Position<N>, m: Move) -> u64 {
        let (from, to) = m.ends::<N>();
        let marked = p.state.unmoved | p.state.promoted | p.state.en_passant;
        let is_common =
            m.kind == MoveType::Plain && from != to && !self.rules.strategy.makes_more && p.state.passes() == 0;
        let ends_rights = (p.ends_rights[from] | p.ends_rights[to]) & p.state.castling != 0;
        let victim = p.cell(to);
        let gains = victim.is_piece() && self.rules.hands.gain.is_some();
        if !is_common
            || ends_rights
            || gains
            || marked.contains(from)
            || marked.contains(to)
            || !p.state.en_passant.is_empty()
        {
            let mut after = p.clone();
            self.make(&mut after, m);
            return after.hash();
        }
        let mover = p.cell(from);
        let taken = if victim.is_piece() { self.keys.piece(victim, to) } else { 0 };
        let moved = self.keys.piece(mover, from) ^ self.keys.piece(mover, to);
        p.state.hash ^ moved ^ taken ^ self.keys.black_to_move
    }
}

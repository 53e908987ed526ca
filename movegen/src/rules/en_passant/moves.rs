//! En-passant captures, and keeping the en-passant rights of a position.

use crate::compile::game::Game;
use crate::compile::mover::Mover;
use crate::compile::side::SidePlan;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::{Position, State};
use crate::position::cell::Cell;
use crate::position::keys::Aspect;
use crate::position::moves::{Move, MoveType};
use betza_game::setup::Setup;
use betza_game::setup::SetupError;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the legal en-passant captures of the pieces in `set`, all of the mover's kind. Each is tested on
    /// the occupancy after it, since two pieces leave their squares.
    #[inline(never)]
    pub(crate) fn en_passant<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        let state = &self.position.state;
        for to in self.en_passant {
            for from in self.captors_en_passant(mover, set, to) {
                let mut after = self.occupied;
                after.remove(from);
                after.remove(state.passer());
                after.insert(to);
                let gone = Bitboard::of(state.passer());
                let mut royals = self.royals;
                if royals.contains(from) {
                    royals.remove(from);
                    royals.insert(to);
                }
                if !self.guards_royals() || self.all_safe(royals, &after, &gone) {
                    sink.single(Move::of::<N>(MoveType::EnPassant, from, to));
                }
            }
        }
    }

    /// Returns the pieces of `set`, all of the mover's kind, that can capture en passant on the square `to`. Legality
    /// is not considered.
    pub(crate) fn captors_en_passant(&self, mover: &Mover<N>, set: Bitboard<N>, to: Square) -> Bitboard<N> {
        let mut captors = Bitboard::EMPTY;
        for &i in &mover.en_passant {
            let part = &mover.components[i];
            let near = part.origins(set, self.unmoved) & *part.table.reach.may_come_from(to);
            let reaches = |f: &Square| self.game.lookups.targets(&part.targets, *f, &self.occupied).contains(to);
            captors |= near.into_iter().filter(reaches).collect::<Bitboard<N>>();
        }
        captors
    }
}

impl<'a, const N: usize> Node<'a, N> {
    /// Gives the sink the legal en-passant captures of a side.
    #[inline(never)]
    pub(crate) fn en_passant_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        for mover in plan.movers.iter().chain(&plan.royals).filter(|m| !m.en_passant.is_empty()) {
            self.en_passant(mover, self.position.pieces(self.us, mover.kind) & self.free, sink);
        }
    }
}

impl<const N: usize> Game<N> {
    /// Sets the en-passant rights after a double step. Squares that no piece of `captor` could use stay closed, so that
    /// equal positions have equal keys.
    #[inline]
    pub(crate) fn open_en_passant<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        from: Square,
        to: Square,
        captor: Side,
    ) {
        let opened = self.rules.double_steps.opened(p, p.cell(to), from, to, captor);
        p.state.en_passant = opened;
        p.state.set_passer(to);
        if HASHED {
            p.state.hash ^= self.key_of_rights(&p.state);
        }
    }

    /// Returns what en-passant rights are in the key of a position. Where the same squares are open, pieces on
    /// different squares may have passed them (Berolina chess), so that piece is in the key too.
    #[inline(always)]
    pub(crate) fn key_of_rights(&self, state: &State<N>) -> u64 {
        if state.en_passant.is_empty() { 0 } else { self.key_of_open_squares(state) }
    }

    #[inline(never)]
    fn key_of_open_squares(&self, state: &State<N>) -> u64 {
        self.keys.squares(Aspect::EnPassant, state.en_passant) ^ self.keys.square(Aspect::Passer, state.passer())
    }

    /// Closes the squares on which no enemy can capture any more, after a move of the side to move has turned pieces
    /// over.
    pub(crate) fn close_unusable<const HASHED: bool>(&self, p: &mut Position<N>) {
        let enemy = p.turn.other();
        let unusable = |s: &Square| !self.rules.double_steps.opens(p, *s, enemy);
        let closed: Bitboard<N> = p.state.en_passant.into_iter().filter(unusable).collect();
        let before = self.key_of_rights(&p.state);
        p.state.en_passant = p.state.en_passant.without(closed);
        if HASHED {
            p.state.hash ^= before ^ self.key_of_rights(&p.state);
        }
    }

    /// Returns whether a piece that moves, and is `before` and then `after`, can be captured en passant. A piece that
    /// changes its kind by every move counts as what it was: the enemy takes a Pawn that has just become a Knight
    /// (cutechess, gryphonboard).
    pub(crate) fn leaves_rights(&self, before: Cell, after: Cell) -> bool {
        let successor = self.rules.transformation.as_ref().and_then(|plan| plan.successor(before.kind_on::<N>()));
        let passer = if successor == Some(after.kind_on::<N>()) {
            Cell::on::<N>(after.side(), before.kind_on::<N>())
        } else {
            after
        };
        self.rules.double_steps.is_victim(passer)
    }

    /// Opens one square to en-passant capture, if an enemy could use it. The key does not have it yet.
    pub(crate) fn open_square(&self, p: &mut Position<N>, square: Square) {
        if self.rules.double_steps.opens(p, square, p.turn.other()) {
            p.state.en_passant.insert(square);
        }
    }

    /// Sets the en-passant rights of a position that is set up.
    ///
    /// # Errors
    /// [`SetupError::EnPassant`] if no piece of the side that has moved can have passed the squares.
    pub(crate) fn set_en_passant(&self, p: &mut Position<N>, setup: &Setup) -> Result<(), SetupError> {
        let Some(&first) = setup.en_passant.first() else { return Ok(()) };
        let error = || SetupError::EnPassant { square: self.variant.board.name(first) };
        let victim = setup.en_passant_victim.filter(|&v| p.side(p.turn.other()).contains(v)).ok_or_else(error)?;
        let usable = setup.en_passant.iter().filter(|&&s| self.rules.double_steps.opens(p, s, p.turn)).copied();
        for square in usable.collect::<Vec<_>>() {
            p.state.en_passant.insert(square);
        }
        p.state.set_passer(victim);
        p.state.hash ^= self.key_of_rights(&p.state);
        Ok(())
    }
}

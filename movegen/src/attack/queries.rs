//! Queries about a position: attacked squares, attackers, check.
//!
//! A piece attacks a square if one of its moves would capture a royal enemy that stood there, all else being as it
//! is. The move may end elsewhere, and it may leave the attacker's own royal in check. An immobilized piece attacks
//! as any other does (docs/notation, X6: it still gives check).

use crate::attack::safety::Safety;
use crate::compile::component::Component;
use crate::compile::game::Game;
use crate::compile::mover::Mover;
use crate::position::board::Position;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Game<N> {
    /// Returns whether a piece of side `by` attacks a square.
    #[must_use]
    pub fn is_attacked(&self, position: &Position<N>, square: Square, by: Side) -> bool {
        if self.rules.attacks_by_rule {
            return match &self.rules.alice {
                Some(plan) => !self.attackers_by_alice(plan, position, by, square, &position.occupied()).is_empty(),
                None => self.attacks_by_annan(position, by, square),
            };
        }
        self.sides[by.index()].threats.attacks_now(position, square)
    }

    /// Returns the pieces of side `by` that attack a square.
    #[must_use]
    pub fn attackers_to(&self, position: &Position<N>, square: Square, by: Side) -> Bitboard<N> {
        self.attackers(position, square, by, &position.occupied())
    }

    /// Returns the pieces of side `by` that attack a square with this occupancy, which may differ from the position's.
    /// Pieces that are not on `occupied` attack nothing.
    #[must_use]
    pub fn attackers(&self, position: &Position<N>, square: Square, by: Side, occupied: &Bitboard<N>) -> Bitboard<N> {
        if let Some(plan) = &self.rules.alice {
            return self.attackers_by_alice(plan, position, by, square, occupied);
        }
        if self.variant.annan {
            return self.attackers_by_annan(position, by, square, occupied);
        }
        self.sides[by.index()].threats.attackers(position, square, occupied) & *occupied
    }

    /// Returns the enemy's pieces that attack a royal of the side to move; none if it is not in check.
    #[must_use]
    pub fn checkers(&self, position: &Position<N>) -> Bitboard<N> {
        let us = position.turn();
        let captors = |royal| self.captors_of_royal(position, royal, us);
        self.royals(position, us).into_iter().fold(Bitboard::EMPTY, |all, royal| all | captors(royal))
    }

    /// Returns the pieces of the side to move that stand between a royal and an attacker, or serve one as a hurdle, so
    /// that the royal's safety limits where they may go. Returns no pieces in games whose royals need not be safe.
    #[must_use]
    pub fn pinned(&self, position: &Position<N>) -> Bitboard<N> {
        let us = position.turn();
        let royals = if self.variant.royalty.check { self.royals(position, us) } else { Bitboard::EMPTY };
        let pinned = |royal| {
            if self.variant.annan {
                return self.pinned_by_annan(position, royal);
            }
            let mut safety = Safety::free();
            safety.find(self, position, self.seen_from(position, royal), royal);
            safety.pinned
        };
        royals.into_iter().fold(Bitboard::EMPTY, |all, royal| all | pinned(royal)) & position.side(us)
    }

    /// Returns the squares that the piece on `from` attacks; no squares if `from` is empty. In games on two boards
    /// squares of pieces on the other board are left out.
    #[must_use]
    pub fn attacks_from(&self, position: &Position<N>, from: Square) -> Bitboard<N> {
        let cell = position.cell(from);
        if !cell.is_piece() {
            return Bitboard::EMPTY;
        }
        self.attacks_with(position, from, &self.sides[cell.side().index()].flying_generals)
    }

    /// Returns the squares that the piece on `from` attacks by its own moves and by these ways of facing a general.
    #[inline(always)]
    pub(crate) fn attacks_with(&self, position: &Position<N>, from: Square, facing: &[Mover<N>]) -> Bitboard<N> {
        let cell = position.cell(from);
        let side = &self.sides[cell.side().index()];
        let occupied = self.seen_from(position, from);
        let here = Bitboard::of(from);
        if self.variant.annan {
            let parts = self.annan_threats(position, from, &occupied);
            let parts = parts.filter(|part| !part.origins(here, position.state.unmoved).is_empty());
            let attacked = parts.fold(Bitboard::EMPTY, |all, part| all | part.table.reach.targets(from, &occupied));
            return attacked.without(here);
        }
        let takes = |part: &&Component<N>| part.threatens() && !part.origins(here, position.state.unmoved).is_empty();
        let movers = side.movers.iter().chain(&side.royals).chain(facing).filter(|m| m.kind == cell.kind());
        let mut direct = Bitboard::EMPTY;
        for mover in movers {
            for (number, part) in mover.components.iter().enumerate().filter(|(_, part)| takes(part)) {
                let targets = part.table.reach.targets(from, &occupied);
                direct |= match mover.barriers.is_empty() {
                    true => targets,
                    false => mover.attacked_beside_barred(position, number, from, targets, &occupied),
                };
            }
        }
        let elsewhere = position.occupied().without(occupied);
        let attacked = direct | side.threats.chains.attacks_from(position, cell.side(), cell.kind(), from);
        attacked.without(here | elsewhere)
    }

    /// Returns whether the side to move is in check and may not stay in it. Where one safe royal is enough, all can be
    /// captured.
    #[inline(never)]
    #[must_use]
    pub fn must_end_check(&self, position: &Position<N>) -> bool {
        let royalty = &self.variant.royalty;
        if !royalty.check || royalty.several != SeveralRoyals::One {
            return royalty.check && self.is_check(position);
        }
        let us = position.turn();
        let royals = self.royals(position, us);
        !royals.is_empty() && royals.into_iter().all(|royal| !self.captors_of_royal(position, royal, us).is_empty())
    }

    /// Returns whether a royal of the side to move is attacked. A royal that the rules protect from capture where it
    /// stands is not in check.
    #[must_use]
    pub fn is_check(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        if self.rules.may_spare_royals {
            return !self.checkers(position).is_empty();
        }
        let royals = self.capturable_royals(position, self.royals(position, us), us);
        royals.into_iter().any(|royal| self.is_attacked(position, royal, us.other()))
    }
}

//! Static exchange evaluation: what a move wins in the captures that follow on its destination.
//!
//! Source: the swap algorithm with a threshold, as chess programs have it (see_ge in Stockfish).

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Game<N> {
    /// Returns whether a legal move wins at least `threshold` if both sides then capture on its destination with their
    /// least piece as long as it pays. `values` has the value of each kind, by its number; kinds that it lacks count 0.
    ///
    /// The captures that follow are those of single pieces onto the destination. Pins, promotions and side effects of
    /// captures are left aside. A royal captures only where it is not recaptured.
    #[must_use]
    pub fn see_ge(&self, position: &Position<N>, m: Move, values: &[i32], threshold: i32) -> bool {
        let value = |square| {
            let cell = position.cell(square);
            if cell.is_piece() { values.get(cell.kind_on::<N>().index()).copied().unwrap_or(0) } else { 0 }
        };
        if matches!(m.kind, MoveType::Castling | MoveType::Pass) {
            return threshold <= 0;
        }
        let (from, to) = (m.origin_on::<N>(), m.destination_on::<N>());
        let us = position.turn();
        let taken = match m.short_effects() {
            Some(effects) => self.captured(position, m, &effects),
            None => Bitboard::of(to) & position.occupied(),
        };
        let sign = |square| if position.cell(square).side() == us { -1 } else { 1 };
        let mut balance = taken.into_iter().map(|square| sign(square) * value(square)).sum::<i32>() - threshold;
        let mut at_risk = value(from);
        if let Some(kind) = m.piece_on::<N>() {
            let becomes = values.get(kind.index()).copied().unwrap_or(0);
            balance += if m.enters() { 0 } else { becomes - at_risk };
            at_risk = becomes;
        }
        if balance < 0 {
            return false;
        }
        balance -= at_risk;
        if balance >= 0 {
            return true;
        }
        let mut occupied = position.occupied().without(taken);
        if !m.enters() {
            occupied.remove(from);
        }
        occupied.insert(to);
        let mut gone = taken | Bitboard::of(from) | Bitboard::of(to);
        let mut side = us;
        // The side that has just captured stands well if the exchange ends now.
        let mut wins = true;
        loop {
            side = side.other();
            let attackers = self.attackers(position, to, side, &occupied).without(gone);
            let royals = self.royals(position, side);
            let common = attackers.without(royals);
            let least = common.into_iter().min_by_key(|&square| value(square));
            let Some(captor) = least.or_else(|| attackers.first()) else { return wins };
            if least.is_none() {
                // A royal captures last, and only what is not defended.
                let mut left = occupied;
                left.remove(captor);
                let defended = !self.attackers(position, to, side.other(), &left).without(gone).is_empty();
                return if defended { wins } else { !wins };
            }
            wins = !wins;
            balance = -balance - 1 - value(captor);
            if balance >= 0 {
                return wins;
            }
            occupied.remove(captor);
            gone.insert(captor);
        }
    }
}

//! Compulsory captures: if the side to move can capture, only captures are legal (draughts, antichess). The generator's
//! part is in [`crate::rules::whole`]; this module counts replies.

use crate::count::pseudo_legal::PseudoLegal;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::sink::{Counter, Sink};
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Counts the legal replies of a game with compulsory captures. Returns false, and counts nothing, if the cached
    /// lookups do not suffice.
    ///
    /// `changed` has the squares whose occupants have changed since the lookups were made.
    #[inline(always)]
    pub(crate) fn count_compulsory(
        &mut self,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let is_limited = self.safety.check_mask != Bitboard::FULL || !self.safety.pinned.is_empty();
        if !self.en_passant.is_empty() || is_limited || self.tests_moves() || !self.safety.guarded.is_empty() {
            return false;
        }
        let moves = self.apart(pseudo_legal, changed);
        let before = counter.0;
        counter.0 += moves.captures;
        let empty = std::mem::replace(&mut self.landing.empty, Bitboard::EMPTY);
        self.royal_moves_but_castling(counter);
        self.landing.empty = empty;
        if counter.0 == before {
            counter.0 += moves.quiets;
            self.quiet_moves_of_royals(zone, changed, counter);
            self.hand_moves_and_pass(counter);
        }
        true
    }

    /// Counts the moves of royals and castlings, where royals have no captures.
    fn quiet_moves_of_royals(&self, zone: Option<&RoyalZone<N>>, changed: Bitboard<N>, counter: &mut Counter) {
        match zone.and_then(|zone| self.moves_in_zone(zone, changed)) {
            Some(moves) => counter.0 += moves,
            None => {
                self.royal_moves_but_castling(counter);
                self.castling_moves(counter);
            }
        }
    }

    /// Gives the moves of royals to the sink, without castling.
    fn royal_moves_but_castling<S: Sink<N>>(&self, sink: &mut S) {
        if self.safety.royal.is_some() {
            self.safe_royal_moves(self.plan(), sink);
        } else if !self.royals.is_empty() {
            self.unguarded_royal_moves(self.plan(), sink);
        }
    }
}

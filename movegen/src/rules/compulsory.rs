//! Compulsory captures: if the side to move can capture, only captures are legal (draughts, antichess). The generator's
//! part is in [`super::whole`]; here is the part in counting replies.

use crate::count::pseudo_legal::PseudoLegal;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Counts the legal replies of a game with compulsory captures. Returns false, and counts nothing, if the
    /// remembered lookups do not suffice.
    ///
    /// `changed` has the squares whose occupants are not those for which the lookups were made.
    #[inline(always)]
    pub(crate) fn count_compulsory(
        &self,
        pseudo_legal: &PseudoLegal<N>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        if !self.en_passant.is_empty() {
            return false;
        }
        let moves = self.apart(pseudo_legal, changed);
        if moves.captures > 0 {
            counter.0 += moves.captures;
        } else {
            counter.0 += moves.quiets;
            self.other_moves(counter);
        }
        true
    }
}

/// Asks for two passes over the generator: one for captures, and one for quiets if there are no captures.
pub(crate) const ROOM: Room =
    Room { asks: |variant| if variant.must_capture { Asks::COMPULSORY_CAPTURES } else { Asks::empty() }, ..Room::NONE };

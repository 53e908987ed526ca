//! Captures that are compulsory: other moves count only where there are none.

use crate::count::pseudo_legal::PseudoLegal;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Counts all moves where captures are compulsory; false if there is more to ask than pseudo_legal know.
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
        let apart = self.apart(pseudo_legal, changed);
        if apart.captures > 0 {
            counter.0 += apart.captures;
        } else {
            counter.0 += apart.quiets;
            self.other_moves(counter);
        }
        true
    }
}

/// Compulsory captures.
pub(crate) const ROOM: Room =
    Room { asks: |variant| if variant.must_capture { Asks::COMPULSORY_CAPTURES } else { Asks::empty() }, ..Room::NONE };

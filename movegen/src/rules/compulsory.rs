//! Captures and drops that are compulsory.

use crate::count::pseudo_legal::Sights;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// Counts all moves where captures are compulsory; false if there is more to ask than sights know.
    #[inline(always)]
    pub(crate) fn compulsory_by_sight(&self, sights: &Sights<N>, changed: Bitboard<N>, counter: &mut Counter) -> bool {
        if !self.en_passant.is_empty() {
            return false;
        }
        let apart = self.apart(sights, changed);
        if apart.captures > 0 {
            counter.0 += apart.captures;
        } else {
            counter.0 += apart.others;
            self.other_moves(counter);
        }
        true
    }

    /// Whether this piece must be dropped before anything else is done.
    pub(crate) fn must_drop(&self, piece: Option<KindId>) -> bool {
        let hands = self.game.variant.hands.as_ref();
        hands.is_some_and(|h| piece.is_some_and(|k| h.must_drop.contains(&k)))
    }
}

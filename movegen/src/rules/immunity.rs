//! Pieces that may not be captured by some others: by those of their own kind (atomar), or by those to which they are walls (Janggi's
//! cannons).

use crate::generate::Node;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// The enemies that pieces of a kind may not capture, being of the same kind.
    pub(crate) fn immune_to(&self, kind: KindId) -> Bitboard<N> {
        if self.game.variant.mutually_immune.contains(&kind) {
            self.position.pieces(self.us.other(), kind)
        } else {
            Bitboard::EMPTY
        }
    }
}

/// Immunity. Captures that are generated apart know of it; others are judged.
pub(crate) const ROOM: Room = Room {
    asks: |variant| if variant.mutually_immune.is_empty() { Asks::empty() } else { Asks::MUTUAL_IMMUNITY },
    refusals: |variant| {
        vec![
            (
                !variant.captures_apart() && variant.mutually_immune.iter().any(|&k| variant.may_be_royal(k)),
                "royal pieces that may not capture each other",
            ),
            (
                variant.kinds.iter().any(|k| k.barriers.iter().any(|&k| variant.may_be_royal(k))),
                "royal pieces that some may not capture",
            ),
        ]
    },
    ..Room::NONE
};

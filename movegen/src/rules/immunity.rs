//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`crate::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`crate::variant::Kind::barriers`]); the tables and
//! `generate/` see to that, and this room only has its refusals.

use crate::generate::Node;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;

impl<const N: usize> Node<'_, N> {
    /// The enemies that a piece of a kind may not capture because they are of the same kind.
    pub(crate) fn immune_to(&self, kind: KindId) -> Bitboard<N> {
        if self.game.variant.mutually_immune.contains(&kind) {
            self.position.pieces(self.us.other(), kind)
        } else {
            Bitboard::EMPTY
        }
    }
}

/// Mutual immunity asks to judge moves, unless a room that generates the captures itself leaves those out
/// (`Asks::combined`).
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

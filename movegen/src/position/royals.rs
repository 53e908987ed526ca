//! The royal pieces of a position by the rule alone, without the compiled game.

use crate::position::board::Position;
use betza_game::KindId;
use betza_game::rules::royalty::Royalty;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// Returns the royal pieces of a side. `kinds` are always royal; pseudo-royal kinds are royal while few enough of their
/// pieces are left.
#[inline]
pub(crate) fn royals_of<const N: usize>(
    position: &Position<N>,
    side: Side,
    kinds: impl Iterator<Item = KindId>,
    royalty: &Royalty,
) -> Bitboard<N> {
    let mut royals = Bitboard::EMPTY;
    for kind in kinds {
        royals |= position.pieces(side, kind);
    }
    for group in royalty.pseudo_groups() {
        let of = |pieces: Bitboard<N>, kind: &KindId| pieces | position.pieces(side, *kind);
        let pieces = group.iter().fold(Bitboard::EMPTY, of);
        if pieces.count() <= u32::from(royalty.pseudo_count) {
            royals |= pieces;
        }
    }
    royals
}

//! Where king and partner go when they castle, and what must be empty.

use crate::game::Game;
use crate::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

pub(crate) struct CastlingSquares<const N: usize> {
    pub king: Square,
    pub partner: Square,
    pub king_to: Square,
    pub partner_to: Square,
    /// From the king's square to its destination, both included.
    pub king_path: Bitboard<N>,
    /// Squares that nothing but the two may stand on.
    pub must_be_empty: Bitboard<N>,
}

impl<const N: usize> Game<N> {
    /// The squares of a right that is still held; `None` if the king is not where it could castle.
    pub(crate) fn castling_squares(&self, position: &Position<N>, right: usize) -> Option<CastlingSquares<N>> {
        let rule = self.variant.castling.as_ref()?;
        let side = Side::BOTH[right / 2];
        let board = &self.variant.board;
        let king = position.pieces(side, rule.king[side.index()]).into_iter().find(|&s| {
            board.rank(s) == i32::from(rule.rank[side.index()])
                && rule.king_file.is_none_or(|f| board.file(s) == i32::from(f))
        })?;
        let partner = position.partners[right];
        let rank = board.rank(king);
        let to = i32::from(rule.king_to[right % 2]);
        let beside = if right % 2 == 0 { to - 1 } else { to + 1 };
        let king_to = board.at(to, rank)?;
        let partner_to = board.at(beside, rank)?;
        let span = |a: Square, b: Square| -> Bitboard<N> {
            let (a, b) = (board.file(a), board.file(b));
            (a.min(b)..=a.max(b)).filter_map(|f| board.at(f, rank)).collect()
        };
        let king_path = span(king, king_to);
        let must_be_empty = king_path | span(partner, partner_to) | span(king, partner);
        Some(CastlingSquares { king, partner, king_to, partner_to, king_path, must_be_empty })
    }
}

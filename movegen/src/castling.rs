//! Where king and partner go when they castle, and what must be empty.

use crate::game::Game;
use crate::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct CastlingSquares<const N: usize> {
    pub king: Square,
    pub partner: Square,
    pub king_to: Square,
    pub partner_to: Square,
    /// From the king's square to its destination, both included.
    pub king_path: Bitboard<N>,
    /// Those between the two.
    pub crossed: Bitboard<N>,
    /// Squares from which a line to the king's destination passes the partner's square: one that attacks along it is uncovered.
    pub uncovers: Bitboard<N>,
    /// Squares that must be empty, those of the two apart.
    pub must_be_empty: Bitboard<N>,
}

impl<const N: usize> CastlingSquares<N> {
    /// Whether castling leads a king that is not in check through no check and into none, these squares being attacked while it is away, by
    /// leaps and lines alone; `None` where the partner may be in the way of an attack.
    #[inline]
    pub fn is_safe(&self, enemies: &Bitboard<N>, attacked: &Bitboard<N>) -> Option<bool> {
        if !enemies.is_disjoint(&self.uncovers) {
            None
        } else if !self.crossed.is_disjoint(attacked) {
            Some(false)
        } else if attacked.contains(self.king_to) {
            // What attacks the destination through the king's square may find the partner in its way.
            None
        } else {
            Some(true)
        }
    }
}

impl<const N: usize> Game<N> {
    /// The squares of a right (`2 * side + wing`) with this partner; `None` if there is no king that could castle with it.
    pub(crate) fn castling_squares(
        &self,
        kings: Bitboard<N>,
        partner: Square,
        side: Side,
    ) -> Option<(usize, CastlingSquares<N>)> {
        let rule = self.variant.castling.as_ref()?;
        let board = &self.variant.board;
        let rank = i32::from(rule.rank[side.index()]);
        // The king on its file; else, as in puzzles and shuffled starts, the one on the rank.
        let on_rank = |s: &Square| board.rank(*s) == rank;
        let on_file = |s: &Square| on_rank(s) && rule.king_file.is_some_and(|f| board.file(*s) == i32::from(f));
        let king = kings.into_iter().find(on_file).or_else(|| kings.into_iter().find(on_rank))?;
        let wing = usize::from(board.file(partner) < board.file(king));
        let squares = self.castling_to(king, partner, side, rule.king_to[wing])?;
        Some((2 * side.index() + wing, squares))
    }

    /// The squares of castling with this partner by which the king lands on this file.
    pub(crate) fn castling_to(
        &self,
        king: Square,
        partner: Square,
        side: Side,
        file: u8,
    ) -> Option<CastlingSquares<N>> {
        let board = &self.variant.board;
        let rank = board.rank(king);
        let to = i32::from(file);
        let wing = usize::from(board.file(partner) < board.file(king));
        let beside = if wing == 0 { to - 1 } else { to + 1 };
        let king_to = board.at(to, rank)?;
        let partner_to = board.at(beside, rank)?;
        let span = |a: Square, b: Square| -> Bitboard<N> {
            let (a, b) = (board.file(a), board.file(b));
            (a.min(b)..=a.max(b)).filter_map(|f| board.at(f, rank)).collect()
        };
        let king_path = span(king, king_to);
        let both = Bitboard::of(king) | Bitboard::of(partner);
        let must_be_empty = (king_path | span(partner, partner_to) | span(king, partner)).without(both);
        let lines = &self.sides[side.other().index()].threats.lines;
        let passes = |from: &Square| !lines.is_empty() && lines.get(*from, king_to).contains(partner);
        let uncovers = board.squares().filter(passes).collect();
        let crossed = king_path.without(Bitboard::of(king) | Bitboard::of(king_to));
        Some(CastlingSquares { king, partner, king_to, partner_to, king_path, crossed, uncovers, must_be_empty })
    }
}

impl<const N: usize> Position<N> {
    /// The squares of the right that the side to move uses when it castles with the partner on this square.
    pub(crate) fn castling_with(&self, partner: Square) -> Option<&CastlingSquares<N>> {
        self.castlings_of(self.turn()).find(|c| c.partner == partner)
    }

    /// The squares of the rights that a side has.
    pub(crate) fn castlings_of(&self, side: Side) -> impl Iterator<Item = &CastlingSquares<N>> {
        let rights = (0..2).map(move |wing| 2 * side.index() + wing);
        rights.filter(|r| self.state.castling >> r & 1 != 0).filter_map(|r| self.castlings[r].as_ref())
    }

    /// The rights that a side has, as bits: by wing.
    #[inline(always)]
    pub(crate) fn castling_rights(&self, side: Side) -> u8 {
        self.state.castling >> (2 * side.index()) & 3
    }
}

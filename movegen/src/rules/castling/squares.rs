//! Where king and partner go when they castle, and what must be empty.

use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

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

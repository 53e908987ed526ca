//! The squares of one castling right: where king and partner stand and go, and which squares must be empty or safe.

use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The squares of castling by one right.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct CastlingSquares<const N: usize> {
    /// Where the king stands.
    pub king: Square,
    /// Where the partner stands.
    pub partner: Square,
    /// Where the king lands.
    pub king_to: Square,
    /// Where the partner lands.
    pub partner_to: Square,
    /// The squares from the king's to its destination, both included.
    pub king_path: Bitboard<N>,
    /// The squares strictly between the king's and its destination.
    pub crossed: Bitboard<N>,
    /// Squares from which a line to the king's destination passes the partner's square. A slider there may attack the
    /// king once the partner has left.
    pub uncovers: Bitboard<N>,
    /// Squares that must be empty, apart from those of king and partner.
    pub must_be_empty: Bitboard<N>,
}

impl<const N: usize> CastlingSquares<N> {
    /// Returns whether a king that is not in check neither crosses nor reaches an attacked square. `attacked` has the
    /// squares that the enemy attacks while the king is off the board, by leapers and sliders alone. `None` where the
    /// partner may block or uncover an attack.
    #[inline]
    pub fn is_safe(&self, enemies: &Bitboard<N>, attacked: &Bitboard<N>) -> Option<bool> {
        if !enemies.is_disjoint(&self.uncovers) {
            None
        } else if !self.crossed.is_disjoint(attacked) {
            Some(false)
        } else if attacked.contains(self.king_to) {
            // A slider that attacks the destination through the king's square may be blocked by the partner.
            None
        } else {
            Some(true)
        }
    }
}

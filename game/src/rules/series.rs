//! Captures in series (draughts): a piece that has captured goes on capturing as long as it can, and all of this is one
//! move.

pub mod needs;

/// How captures go on. Captured pieces stay on the board as obstacles until the move ends, and no piece is captured
/// twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeriesRule {
    /// What happens when the piece reaches its promotion zone on the way.
    pub promotion: SeriesPromotion,
    /// Only moves that capture the greatest possible number of pieces are legal (international draughts).
    pub most: bool,
}

/// What happens when a piece reaches its promotion zone during a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesPromotion {
    /// It promotes, and the move ends there (English draughts).
    Ends,
    /// It promotes and goes on as the new piece (Russian draughts).
    GoesOn,
    /// It promotes only if the move ends there (international draughts).
    AtEnd,
}

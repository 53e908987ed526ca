//! Captures in series (draughts): who has captured goes on with the same piece as long as it can capture, and all of it is one move.

pub(crate) mod moves;

/// Captures in series: what is captured on the way stays on the board, as an obstacle, until the move ends, and is captured once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeriesRule {
    /// What promotion on the way does.
    pub promotion: SeriesPromotion,
    /// Only moves that capture as many as any are allowed (international draughts).
    pub most: bool,
}

/// What becomes of a piece that reaches its promotion zone while it captures in series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesPromotion {
    /// It promotes, and the move ends there (English draughts).
    Ends,
    /// It promotes and goes on as what it has become (Russian draughts).
    GoesOn,
    /// It promotes only where the move ends (international draughts).
    AtEnd,
}

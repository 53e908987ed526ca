//! Pieces that may not simply be traded for each other (chu shogi's Lions).

pub(crate) mod moves;
pub(crate) mod plan;

use crate::units::KindId;
use betza_compile::geometry::Square;

/// Pieces that may not simply be traded for each other: chu shogi's Lions.
#[derive(Clone, Debug, PartialEq)]
pub struct TradingRule {
    /// The kinds. One of them may capture another more than a king's step away only if nothing protects that one, or if it captures
    /// something else in the same move that is not of [`TradingRule::trifles`]. When a piece of another kind has captured one, the
    /// other side's pieces of other kinds may not capture one in reply, except on the same square.
    pub kinds: Vec<KindId>,
    /// What is too little to make up for a trade.
    pub trifles: Vec<KindId>,
}

/// Where the last move captured what may not simply be traded, if it did; in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Traded(u8);

impl Traded {
    /// Nowhere.
    pub const NONE: Traded = Traded(u8::MAX);

    /// The last square of larger boards cannot be told from none.
    pub const MOST_SQUARES: usize = 255;

    /// There, if anywhere.
    pub fn on(square: Option<Square>) -> Traded {
        square.map_or(Traded::NONE, |s| Traded(s.index() as u8))
    }

    /// The square, if any.
    #[inline]
    pub fn square(self) -> Option<Square> {
        (self != Traded::NONE).then(|| Square::from_index(usize::from(self.0)))
    }
}

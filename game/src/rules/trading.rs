//! Trading: some pieces may not simply be traded for each other (chu shogi's Lions).
//!
//! Two Lions that could capture each other at a distance would soon be gone, so chu shogi forbids it. Source: the rules
//! of chu shogi as Lishogi plays them.

pub mod needs;

use crate::units::KindId;
use betza_ir::geometry::Square;

/// Pieces that may not simply be traded for each other, such as chu shogi's Lions.
#[derive(Clone, Debug, PartialEq)]
pub struct TradingRule {
    /// The restricted kinds. A restricted piece may capture another one that is more than a king's step away only if
    /// nothing protects that one, or if the same move also captures something that is not of [`TradingRule::trifles`].
    /// When an unrestricted piece has captured a restricted one, an unrestricted piece of the other side may not
    /// capture a restricted one in reply, except on the same square.
    pub kinds: Vec<KindId>,
    /// Kinds whose capture is too small a gain to justify a trade.
    pub trifles: Vec<KindId>,
}

/// The square on which the last move captured a restricted piece, if it did, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traded(u8);

impl Traded {
    /// No square.
    pub const NONE: Traded = Traded(u8::MAX);

    /// The largest board: index 255 stands for no square.
    pub const MOST_SQUARES: usize = 255;

    /// This square, or none.
    pub fn on(square: Option<Square>) -> Traded {
        square.map_or(Traded::NONE, |s| Traded(s.index() as u8))
    }

    /// Returns the square, if there is one.
    #[inline]
    pub fn square(self) -> Option<Square> {
        (self != Traded::NONE).then(|| Square::from_index(usize::from(self.0)))
    }
}

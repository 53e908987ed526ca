//! Pieces that may not simply be traded for each other (chu shogi's Lions).

pub(crate) mod moves;
pub(crate) mod plan;

use crate::units::KindId;

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

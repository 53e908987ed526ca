//! Hands and drops: what comes to a hand, and what may be dropped from it.

pub(crate) mod moves;
pub(crate) mod plan;

use crate::units::{BySide, KindId, Region};

/// Where a kind may be dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRegion {
    /// Squares for each side, of those empty.
    pub region: BySide<Region>,
    /// At most so many pieces of the kind and owner on a file (shogi's two pawns: 1).
    pub per_file: Option<u8>,
    /// Not where it could never move again.
    pub not_stuck: bool,
    /// A drop of it may not give mate (shogi's pawn).
    pub no_mate: bool,
}

/// Hands and drops.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRule {
    /// Captured pieces go to the captor's hand.
    pub captures: bool,
    /// Captured pieces go to the hand of the side that lost them (Grand chess-like stocks are in [`Promotion::from_captured`]).
    pub captures_return: bool,
    /// Whether pieces in hand may be dropped at all.
    pub drops: bool,
    /// Pieces of these kinds must be dropped before anything else is done.
    pub must_drop: Vec<KindId>,
    /// A king and a partner get the right to castle by being dropped on the squares where castling wants them (placement chess).
    pub castling_by_drop: bool,
    /// Pieces may be dropped promoted as well.
    pub drop_promoted: bool,
    /// Drops may give check.
    pub drop_checks: bool,
    /// A piece in hand keeps its promoted state (loop chess).
    pub keeps_promoted: bool,
    /// Bishops of one side may not be dropped on squares of one colour (placement chess).
    pub opposite_coloured: Vec<KindId>,
}

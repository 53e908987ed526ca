//! Hands and drops: a side holds pieces beside the board and may, instead of moving, drop one onto an empty square
//! (shogi, crazyhouse).
//!
//! Hands are filled by captures or by the start position. Sources: the rules of shogi; for crazyhouse and placement
//! chess, lichess.org and Fairy-Stockfish.

pub mod needs;

use crate::units::{BySide, KindId, Region};

/// Where pieces of a kind may be dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropRegion {
    /// The squares of each side on which the kind may be dropped if they are empty.
    pub region: BySide<Region>,
    /// The most pieces of the kind that a side may have on one file by dropping (1 for shogi's pawns).
    pub per_file: Option<u8>,
    /// The piece may not be dropped where it could never move again.
    pub not_stuck: bool,
    /// A drop of the kind may not give mate (shogi's pawns).
    pub no_mate: bool,
}

/// What comes to the hands, and what may be dropped from them.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRule {
    /// Captured pieces go to the captor's hand.
    pub captures: bool,
    /// Captured pieces go to the hand of the side that lost them. (A stock for promotion, as in Grand chess, is
    /// `Promotion::from_captured`.)
    pub captures_return: bool,
    /// Every piece that may be dropped is in hand at all times, and none is ever used up (Ataxx). FENs have no hands.
    pub endless: bool,
    /// Pieces in hand may be dropped. If not, another rule may still place them.
    pub drops: bool,
    /// While pieces of these kinds can be dropped, no other move is legal.
    pub must_drop: Vec<KindId>,
    /// A king and a partner gain the castling right when both stand on the squares where castling starts (placement
    /// chess).
    pub castling_by_drop: bool,
    /// Pieces may also be dropped in promoted form.
    pub drop_promoted: bool,
    /// A drop may give check.
    pub drop_checks: bool,
    /// A promoted piece stays promoted in the hand (loop chess).
    pub keeps_promoted: bool,
    /// Pieces of these kinds must be divided evenly between squares of both colours (the bishops of placement chess).
    pub opposite_coloured: Vec<KindId>,
}

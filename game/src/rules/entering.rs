//! Entering: what comes from beside the board may be placed on some of the empty squares only, as the pieces on the
//! board have it (Reversi, Ataxx, Connect Four).

pub mod needs;

use crate::units::Region;

/// Where pieces from beside the board may be placed, among the empty squares of their regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnteringRule {
    /// What the board asks.
    pub place: EnteringPlace,
    /// As long as one of these squares is empty, pieces enter on these alone, whatever else the board asks.
    pub opening: Region,
}

/// The squares on which the board lets pieces enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnteringPlace {
    /// Where one or more enemies in a row lie between the square and an own piece (Reversi).
    Enclosing,
    /// Next to an own piece, also diagonally (Ataxx).
    BesideOwn,
    /// Not next to an enemy, in the direction of a file or rank (Snort).
    Apart,
    /// Where a piece comes to stand that is pushed from the edge of the board along a file or rank. From the side of the
    /// first rank and of the first file it goes as far as it can. From the other two sides it goes to the first square,
    /// counted from its far end, that is on the edge or before a piece: Fairy-Stockfish has it so.
    Edges,
    /// On the first rank, or on top of what stands on the rank below (Connect Four). It is the same for both sides.
    Top,
}

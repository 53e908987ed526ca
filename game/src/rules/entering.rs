//! Entering: pieces from beside the board may be placed only on some of the empty squares, depending on the pieces on
//! the board (Reversi, Ataxx, Connect Four).

pub mod needs;

use crate::units::Region;

/// Where pieces from beside the board may be placed, among the empty squares of their regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnteringRule {
    /// Which squares the board allows.
    pub place: EnteringPlace,
    /// As long as one of these squares is empty, pieces enter only on these, whatever `place` says.
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
    /// Where a piece stops that is pushed from the edge of the board along a file or rank. From the first rank or file
    /// it goes as far as it can. From the other two edges it stops on the empty square nearest to the opposite edge
    /// that is on that edge or just before a piece, even beyond other pieces, as in Fairy-Stockfish.
    Edges,
    /// On the first rank, or on top of what stands on the rank below (Connect Four). It is the same for both sides.
    Top,
}

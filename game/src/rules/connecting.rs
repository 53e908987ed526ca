//! Connecting: a side's pieces stand in a row or otherwise together, which ends the game (Connect Four, Hex,
//! Tic-tac-toe).
//!
//! It is an end of the game ([`crate::variant::EndRule::Connected`]). Sources: the rules of Connect Four and Hex; in
//! details, Fairy-Stockfish (`connectN`, `connectRegion...`, `connectNxN`, `collinearN`).

use crate::rules::results::Worth;
use crate::units::{BySide, KindId, Region};

/// How pieces of the side that has just moved must stand to end the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    /// The kinds that count, together.
    pub kinds: Vec<KindId>,
    /// How they must stand.
    pub shape: Shape,
    /// What it is worth to their side.
    pub worth: Worth,
}

/// How pieces must stand.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a game has few of these rules, and is copied seldom")]
pub enum Shape {
    /// At least so many in a row, each beside the last.
    Row(u8, Directions),
    /// At least so many on one file, rank or diagonal of the board, whatever stands between them.
    Line(u8, Directions),
    /// On all squares of a square of so many files and ranks.
    Block(u8),
    /// In a chain, each beside the last, that begins on a square of the first region of the side and ends on one of its
    /// second.
    Chain {
        /// The regions.
        ends: [BySide<Region>; 2],
        /// The directions from one piece to the next.
        directions: Directions,
        /// The chain goes towards the last file or the last rank with each step, and never back (as Fairy-Stockfish
        /// follows it).
        forward: bool,
    },
}

/// The directions that count, each together with its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions {
    /// Along the ranks.
    pub horizontal: bool,
    /// Along the files.
    pub vertical: bool,
    /// Along both sorts of diagonals.
    pub diagonal: bool,
}

impl Directions {
    /// All of them.
    pub const ALL: Directions = Directions { horizontal: true, vertical: true, diagonal: true };
}

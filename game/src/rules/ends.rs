//! Ends of the game other than by having no moves: extinction, reaching a goal, a number of checks, and so on.
//!
//! Fairy-Stockfish's published counts stop at such positions, so a game says whether its counts do ([`EndConditions`]).

pub mod needs;

use crate::rules::connecting::Connection;
use crate::rules::results::Worth;
use crate::units::{BySide, KindId, Region};

/// A way in which a game ends. [`EndConditions`] says whether moves are counted afterwards.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a game has few of these rules, and is copied seldom")]
pub enum EndRule {
    /// A side has `count` or fewer pieces of one of these kinds, or of all of them together if `together`.
    Extinct {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The largest number of pieces with which the game has ended.
        count: u8,
        /// Whether the kinds are counted together.
        together: bool,
        /// The rule holds only while the other side has at least this many of them. The hands count on both sides.
        opponent: u8,
        /// While the reduced side is to move, the other side needs one more than `opponent`, because the reply might
        /// reduce it too (shatranj's bare king).
        reply: bool,
        /// What it is worth to the side that has so few.
        worth: Worth,
    },
    /// Pieces of these kinds stand in their side's region.
    Reached {
        /// The kinds.
        kinds: BySide<Vec<KindId>>,
        /// The regions, by the side whose piece reaches them.
        region: BySide<Region>,
        /// The other side has one more move, to reach its own region too or to take the piece (racing kings).
        reply: bool,
        /// The rule holds only if the other side cannot capture the piece there (dobutsu). With more than `count`
        /// pieces there, captures do not matter.
        safe: bool,
        /// How many of them there must be, at least 1.
        count: u8,
        /// Fewer, but at least one, are enough if no square of the region is empty (Chinese Checkers).
        blocked: bool,
    },
    /// A side wins by castling by one of these wings, in the order of [`crate::variant::CastlingRule::king_to`]. It
    /// loses when it has lost the right to castle by any of them.
    Castled(BySide<[bool; 2]>),
    /// Pieces of the side that has just moved stand in a row or otherwise together.
    Connected(Connection),
    /// A side has given this many checks. A FEN has the numbers that are left (`3+3`) or given (`+0+0`).
    Checks(u8),
    /// The royals faced each other on an open line and still do after the reply (janggi's bikjang). That reply is a
    /// pass, since any other move must part them; the pass is legal even in check.
    Bikjang,
    /// Both sides have passed in a row.
    Passes,
    /// A side has only royals left on the board and in the hands. It has lost; if both have, it is a draw.
    Bared,
    /// No square is empty.
    FullBoard,
}

/// Whether perft counts moves in positions that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndConditions {
    /// A position that has ended has no moves.
    Stop,
    /// Ends are ignored in counting.
    Ignore,
}

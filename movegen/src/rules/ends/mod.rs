//! The ways in which a game ends other than by having no moves.

pub(crate) mod plan;
pub(crate) mod position;

use crate::units::{BySide, KindId, Region};

/// A way in which a game ends. Whether moves are counted afterwards, [`EndConditions`] says.
#[derive(Clone, Debug, PartialEq)]
pub enum EndRule {
    /// A side's pieces of any one of these kinds (or of all together if `together`) are down to `count` or fewer.
    Extinct {
        /// The kinds.
        kinds: Vec<KindId>,
        /// The number.
        count: u8,
        /// Whether they are counted together.
        together: bool,
        /// Only while the other side has at least so many of them, hands included on both sides.
        opponent: u8,
        /// While the side that is down is itself to move, the other needs one more than `opponent`: it might be brought down in reply
        /// (shatranj's bare king).
        reply: bool,
    },
    /// A piece of one of these kinds stands in its side's region.
    Reached {
        /// The kinds.
        kinds: BySide<Vec<KindId>>,
        /// The regions.
        region: BySide<Region>,
        /// The other side still has one move to reach its own (racing kings).
        reply: bool,
        /// Only if the other side could not capture it there (dobutsu).
        safe: bool,
    },
    /// A side has given this many checks. FEN has the counts that are left (`3+3`) or given (`+0+0`).
    Checks(u8),
    /// The royals faced each other on an open line and still do after the reply, which can only be a pass: any other move must end
    /// that (janggi's bikjang). In that position a pass is allowed in check too.
    Bikjang,
    /// Both sides have passed, one after the other.
    Passes,
    /// One side has only royals left.
    Bared,
}

/// Whether perft goes on after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndConditions {
    /// A position that has ended has no moves.
    Stop,
    /// Ends do not matter for counting.
    Ignore,
}

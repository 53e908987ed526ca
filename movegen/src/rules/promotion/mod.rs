//! Promotion: where, when and to what the pieces of a kind promote.

pub(crate) mod in_place;
pub(crate) mod plan;

use crate::units::{BySide, KindId, Region};

/// How pieces of a kind promote.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The zone of each side.
    pub zone: BySide<Region>,
    /// Whether the move must end in the zone, or may also start there (shogi).
    pub from_zone_too: bool,
    /// What it may become.
    pub to: BySide<Vec<KindId>>,
    /// Whether it must.
    pub forced: Forced,
    /// Chu shogi: a move that starts in the zone promotes, wherever it ends, if it captures or ends on one of these squares, and not
    /// otherwise.
    pub starting_inside: Option<BySide<Region>>,
    /// Only on a capturing move, wherever it ends.
    pub by_capture: bool,
    /// Sittuyin: it promotes by a move of its own that stays where it is, or goes to an empty square as the new piece moves; from the
    /// zone, or from anywhere if it is its side's only one of its kind; never so that the new piece attacks an enemy. Reaching the zone does
    /// not promote.
    pub in_place: bool,
    /// At most so many pieces of a kind of one side may be on the board for a promotion to it.
    pub limits: Vec<(KindId, u8)>,
    /// These kinds may be chosen on these squares only, each by the rank's own piece say (chaturanga).
    pub only: Vec<(KindId, BySide<Region>)>,
    /// Only to pieces of the side's own that have been captured (Grand chess).
    pub from_captured: bool,
    /// FEN marks the piece as promoted (`Q~`) and it returns to this kind when it is captured.
    pub remembers: bool,
}

/// Whether a promotion is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forced {
    /// Never.
    No,
    /// On every move that may promote.
    Always,
    /// Where the piece could never move again.
    WhenStuck,
    /// On every such move, if there is something to promote to; else the move is not allowed (Grand chess's last rank), from these squares.
    OnRegion(BySide<Region>),
}

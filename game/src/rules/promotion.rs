//! Promotion: a piece becomes another kind when it reaches a zone, leaves it, captures, or by a move of its own.
//!
//! Each kind has its own rule ([`crate::variant::Kind::promotion`]), and what is captured may force the captor to
//! promote ([`crate::variant::Variant::forces_promotion`]). Only sittuyin promotes by a move of its own. Sources: for
//! shogi's rules en.wikipedia.org/wiki/Shogi; the other games name theirs in their files.

pub mod needs;

use crate::units::{BySide, KindId, Region};

/// How pieces of a kind promote.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The promotion zone of each side.
    pub zone: BySide<Region>,
    /// A move promotes also if it starts in the zone (shogi), and not only if it ends there.
    pub from_zone_too: bool,
    /// The kinds to which the piece may promote, for each side.
    pub to: BySide<Vec<KindId>>,
    /// Whether it must promote.
    pub forced: Forced,
    /// A move to one of these squares must promote, and is illegal if it may not: unpromoted, the piece could never
    /// move again.
    pub only_promoted: BySide<Region>,
    /// If set, a move that starts in the zone promotes if it captures or ends on one of these squares, wherever it
    /// ends, and not otherwise (chu shogi).
    pub starting_inside: Option<BySide<Region>>,
    /// Only captures promote, within the zone, which may be the whole board.
    pub by_capture: bool,
    /// The piece promotes by a move of its own (sittuyin): it stays where it is, or goes to an empty square as the new
    /// piece moves. It may do so from the zone, or from anywhere if it is its side's only one of the kind, but not so
    /// that the new piece attacks an enemy. Reaching the zone does not promote.
    pub in_place: bool,
    /// A promotion to a kind is legal only while the side has fewer than this many pieces of it on the board.
    pub limits: Vec<(KindId, u8)>,
    /// Kinds that are counted as others for these limits, each with the kind as which it is counted.
    pub counted_as: Vec<(KindId, KindId)>,
    /// Kinds that may be chosen only on certain squares, such as that on which a piece of the kind starts (chaturanga).
    pub only: Vec<(KindId, BySide<Region>)>,
    /// Only kinds of which the side has lost a piece may be chosen (Grand chess).
    pub from_captured: bool,
    /// Only kinds of which the side holds a piece may be chosen, and that piece leaves the hand. So covered pieces turn
    /// out to be one of those that the side has still covered (jieqi, docs/rules.md, R42).
    pub from_hand: bool,
    /// The board remembers the promotion (`Q~` in a FEN), and the piece returns to its former kind when it is captured.
    pub remembers: bool,
}

impl Promotion {
    /// Changes each region of the board that it speaks of, for who changes the board.
    pub fn each_region(&mut self, change: &mut dyn FnMut(&mut Region)) {
        let mut both = |regions: &mut BySide<Region>| regions.iter_mut().for_each(&mut *change);
        both(&mut self.zone);
        both(&mut self.only_promoted);
        self.starting_inside.iter_mut().for_each(&mut both);
        self.only.iter_mut().for_each(|(_, regions)| both(regions));
        if let Forced::OnRegion(regions) = &mut self.forced {
            both(regions);
        }
    }
}

/// Whether a promotion is compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant, reason = "a game has few of these rules, and is copied seldom")]
pub enum Forced {
    /// Never.
    No,
    /// On every move that may promote.
    Always,
    /// Where the unpromoted piece could never move again.
    WhenStuck,
    /// On these squares. If there is nothing to promote to, a move there is illegal (the last rank of Grand chess).
    OnRegion(BySide<Region>),
}

//! Castling: a king and a partner (in chess the rook) move at once, while both have not moved and neither check nor any
//! piece prevents it.
//!
//! Castling is a rule of the game, not a move of the king's notation. Sources: the FIDE Laws of Chess, and for Chess960
//! and X-FEN en.wikipedia.org/wiki/X-FEN.

pub mod needs;

use crate::units::{BySide, KindId};
use betza_ir::geometry::Side;

/// How kings castle in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRule {
    /// The kind that castles as king, for each side.
    pub king: BySide<KindId>,
    /// The kinds that castle as partner, for each side.
    pub partners: BySide<Vec<KindId>>,
    /// The rank, from 0, of each side.
    pub rank: BySide<u8>,
    /// The king's file at the start, from 0, for each side; `None` if it may start on any (Chess960).
    pub king_file: Option<BySide<u8>>,
    /// The files, from 0, on which the king of each side lands, by wing: wing 0 is towards the last file (`K`), wing 1
    /// towards the first (`Q`). The partner lands next to it, on the inner side.
    pub king_to: BySide<[u8; 2]>,
    /// Further files, by wing, on which the king of each side may choose to land. The partner lands next to it.
    pub also_to: BySide<[Vec<u8>; 2]>,
    /// The files of the partners of each side at the start, by wing.
    pub partner_file: BySide<[u8; 2]>,
    /// Further partners beside these, if there are any.
    pub further: Option<FurtherPartners>,
    /// Rights may name any file (Chess960; Shredder-FEN and X-FEN), and moves are written as the king taking its
    /// partner.
    pub any_files: bool,
    /// The king may castle out of check and through attacked squares, though not into check.
    pub ignores_check: bool,
    /// Who castles by one wing takes from the other side the right to castle by the same wing.
    pub ends_opposite: bool,
}

/// Partners beside the usual one of each wing. Each has a right of its own until it moves or the king does. As the way
/// between king and partner must be empty, the king castles with the nearest one.
///
/// Source: M. Mlačak, the book of Croatian chess (github.com/mmlacak/crochess), "Castling", on boards from 14x14 to
/// 26x26.
#[derive(Clone, Debug, PartialEq)]
pub struct FurtherPartners {
    /// Their files at the start, from 0, for each side, by wing.
    pub files: BySide<[Vec<u8>; 2]>,
    /// How many files before the square of its partner the king lands at least, by wing; this holds for the usual
    /// partners too. With 0 it goes as far as it likes over empty squares.
    pub short: [u8; 2],
}

impl CastlingRule {
    /// Returns whether a king may choose among several squares of a wing, or among several partners.
    #[inline]
    #[must_use]
    pub fn has_choice(&self) -> bool {
        self.further.is_some() || self.also_to.iter().flatten().any(|files| !files.is_empty())
    }

    /// Returns the files on which the king of a side may land by castling to a wing, the usual one first.
    #[must_use]
    pub fn landings(&self, side: Side, wing: usize) -> Vec<u8> {
        [&[self.king_to[side.index()][wing]], &self.also_to[side.index()][wing][..]].concat()
    }

    /// Returns the files on which partners of a side start towards a wing, the usual one first.
    #[must_use]
    pub fn partner_files(&self, side: Side, wing: usize) -> Vec<u8> {
        let further = self.further.as_ref().map_or(&[][..], |further| &further.files[side.index()][wing]);
        [&[self.partner_file[side.index()][wing]], further].concat()
    }

    /// Returns whether the king may land on the file `to` if it castles towards a wing with a partner that stands on
    /// the file `partner`.
    #[must_use]
    pub fn lands_short(&self, wing: usize, partner: u8, to: u8) -> bool {
        let short = self.further.as_ref().map_or(0, |further| further.short[wing]);
        let (near, far) = if wing == 0 { (to, partner) } else { (partner, to) };
        short == 0 || i16::from(far) - i16::from(near) >= i16::from(short)
    }
}

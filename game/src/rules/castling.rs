//! Castling: a king and a partner (in chess the rook) move at once, while both have not moved and neither check nor any
//! piece prevents it.
//!
//! Castling is a rule of the game, not a move of the king's notation. Sources: the FIDE Laws of Chess, and for Chess960
//! and X-FEN en.wikipedia.org/wiki/X-FEN.

pub mod needs;

use crate::units::{BySide, KindId};

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
    /// Rights may name any file (Chess960; Shredder-FEN and X-FEN), and moves are written as the king taking its
    /// partner.
    pub any_files: bool,
    /// The king may castle out of check and through attacked squares, though not into check.
    pub ignores_check: bool,
    /// Who castles by one wing takes from the other side the right to castle by the same wing.
    pub ends_opposite: bool,
}

impl CastlingRule {
    /// Returns whether a king may choose among several squares of a wing.
    #[inline]
    #[must_use]
    pub fn has_choice(&self) -> bool {
        self.also_to.iter().flatten().any(|files| !files.is_empty())
    }
}

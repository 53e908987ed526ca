//! Castling: one rule of the variant (king and partner squares, destinations, rights).

pub(crate) mod moves;
pub(crate) mod rights;
pub(crate) mod squares;

use crate::units::{BySide, KindId};

/// Castling.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRule {
    /// Kinds that castle as king.
    pub king: BySide<KindId>,
    /// Kinds that castle as partner.
    pub partners: BySide<Vec<KindId>>,
    /// The rank, from 0, of each side.
    pub rank: BySide<u8>,
    /// The king's file at the start, from 0; `None`: wherever it stands (960).
    pub king_file: Option<u8>,
    /// The files where the king lands: towards the last file (`K`), towards the first (`Q`).
    pub king_to: [u8; 2],
    /// Further files where it may choose to land on either wing; the partner comes to its side.
    pub also_to: [Vec<u8>; 2],
    /// The files of the partners at the start: of `K`, of `Q`.
    pub partner_file: [u8; 2],
    /// Rights may name any file (960, Shredder and X-FEN), and moves are written king takes partner.
    pub any_files: bool,
    /// The partner's square and what lies between are as usual, but the king may castle out of or through check.
    pub ignores_check: bool,
}

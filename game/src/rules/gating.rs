//! Gating (Seirawan chess): when a piece of the first rank moves for the first time, a piece from the hands may be
//! placed on the square that it leaves.
//!
//! Such a square is called a gate. It is open while the piece that started there has not moved. Source: the rules of
//! S-Chess by Y. Seirawan and B. Harper, in details Fairy-Stockfish.

pub mod needs;

use crate::units::{BySide, KindId};

/// What may be gated, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRule {
    /// Kinds in the hands that may be gated.
    pub kinds: Vec<KindId>,
    /// The rank of the gates, from 0, for each side. The file letters in the castling field of a FEN are about this
    /// rank.
    pub rank: BySide<u8>,
}

//! The position after a move, as far as it decides lookups that are repeated.

use crate::compile::landing::Landing;
use crate::position::board::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// The position after a move, as far as it decides lookups that are repeated.
///
/// PERF: it stays in registers as long as only inlined functions borrow it or a part of it.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, const N: usize> {
    /// The position after the move, or before it if the move is not made.
    pub position: &'a Position<N>,
    /// The side that replies.
    pub replying: Side,
    /// Pieces that may still make moves of unmoved pieces.
    pub unmoved: Bitboard<N>,
    /// The pieces of the side that replies that are limited by nothing but `check_mask`.
    pub unpinned: Bitboard<N>,
    pub occupied: Bitboard<N>,
    /// Where moves may land, regardless of check.
    pub landing: Landing<N>,
    /// Where `unpinned` pieces may land so that the royal is safe.
    pub check_mask: Bitboard<N>,
}

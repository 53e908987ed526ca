//! Pieces that move by chains.

use betza_compile::lower::{ChainMoves, ChainScratch};

/// Memory for the moves of such pieces, used again and again.
#[derive(Clone, Debug, Default)]
#[expect(dead_code, reason = "chains come next")]
pub struct Room<const N: usize> {
    pub(crate) scratch: ChainScratch<N>,
    pub(crate) moves: ChainMoves<N>,
}

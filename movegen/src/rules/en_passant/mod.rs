//! En passant: squares that a double step leaves open to capture, and the captures.

pub(crate) mod moves;
pub(crate) mod rights;

use crate::units::{BySide, KindId, Region};

/// En passant.
#[derive(Clone, Debug, PartialEq)]
pub struct EnPassantRule {
    /// Kinds that may capture so; they use the capturing moves of which [`betza_compile::ir::Modes::EN_PASSANT`] is set.
    pub captors: Vec<KindId>,
    /// Kinds that can be captured so, after a move that left the right.
    pub victims: Vec<KindId>,
    /// Squares where it is possible, for the capturing side.
    pub region: BySide<Region>,
}

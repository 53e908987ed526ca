//! En passant: after a double step, the squares that the piece passed are open, and the next move may capture the piece
//! there as if it had stopped.
//!
//! Source: the FIDE Laws of Chess; games with longer or bent double steps (berolina) extend it as docs/rules.md says.

pub mod needs;

use crate::units::{BySide, KindId, Region};

/// Which pieces capture en passant, which can be captured so, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct EnPassantRule {
    /// Kinds that may capture en passant. They do so by their moves with [`betza_ir::Modes::EN_PASSANT`].
    pub captors: Vec<KindId>,
    /// Kinds that can be captured en passant, after a move that leaves rights.
    pub victims: Vec<KindId>,
    /// Squares on which a side may capture en passant, by capturing side.
    pub region: BySide<Region>,
}

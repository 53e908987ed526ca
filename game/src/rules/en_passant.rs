//! En passant: after a double step, the squares that the piece passed are open, and the next move may capture the piece
//! there as if it had stopped.
//!
//! This file has the rule as data. `rights.rs` looks up what a double step leaves open, and `moves.rs` generates the
//! captures and keeps the rights. Source: the FIDE Laws of Chess; games with longer or bent double steps (berolina)
//! extend it as docs/rules.md says.

use crate::needs::Needs;
use crate::rules::Rule;
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

/// The captures are part of the ordinary generator. The captured piece stands on neither end of the move, which
/// counting must know.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.en_passant.is_some() { Needs::CHANGES_OTHER_SQUARES } else { Needs::empty() },
    ..Rule::NONE
};

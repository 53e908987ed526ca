//! Gating (Seirawan chess): a piece that moves for the first time may leave one from the hands behind.

pub(crate) mod moves;

use crate::units::{BySide, KindId};

/// Gating (Seirawan chess).
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRule {
    /// Kinds in the hands that may be gated.
    pub kinds: Vec<KindId>,
    /// The rank, from 0, that FEN's file letters of gates are about, for each side.
    pub rank: BySide<u8>,
}

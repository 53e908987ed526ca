//! Pieces that become something else by moving: captors turn into walls or go over to the other side, movers become the next kind.

pub(crate) mod moves;

use crate::units::KindId;

/// What becomes of pieces that have moved, promotion apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transformation {
    /// A piece of the first kind that has moved, but not by castling or promoting, becomes one of the second (gryphon chess).
    pub becomes: Vec<(KindId, KindId)>,
    /// A piece may not move while its side has so many of the kind that it would become.
    pub limits: Vec<(KindId, u8)>,
    /// Pieces of these kinds that capture go over to the other side (Andernach chess).
    pub turncoats: Vec<KindId>,
    /// Pieces of these kinds move only forward until their side has captured something: while the other has as many as at the start.
    pub forward_until_capture: Vec<KindId>,
}

impl Transformation {
    /// Whether nothing becomes of them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Transformation::default()
    }
}

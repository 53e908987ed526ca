//! Transformation: a piece becomes something else by moving, other than by promotion.
//!
//! A captor may turn into a wall (petrified pieces) or change sides (Andernach chess), and a piece may become another
//! kind by every move (gryphon chess).

pub mod needs;

use crate::units::KindId;

/// What pieces become by moving, apart from promotion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transformation {
    /// A piece of the first kind becomes one of the second kind by every move, except castling and promotion (gryphon
    /// chess).
    pub becomes: Vec<(KindId, KindId)>,
    /// A piece may not move while its side already has this many pieces of the kind that it would become.
    pub limits: Vec<(KindId, u8)>,
    /// Pieces of these kinds change sides when they capture (Andernach chess).
    pub turncoats: Vec<KindId>,
    /// Pieces of these kinds move only forward until their side has captured something, that is, while the enemy has as
    /// many pieces as at the start.
    pub forward_until_capture: Vec<KindId>,
}

impl Transformation {
    /// Returns whether the game has no such rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Transformation::default()
    }
}

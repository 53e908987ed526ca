//! Explosions: a capture destroys the captured piece, the captor, and most pieces on the squares around (atomic chess).
//!
//! A side may not blow up its own royal. Blowing up the enemy's royal wins, so a capture that does it is legal even if
//! it leaves the own royal attacked. While the royals stand next to each other, neither can be captured without
//! destroying the other, so there is no check. Sources: lichess.org/variant/atomic; python-chess and Fairy-Stockfish
//! agree.

pub mod needs;

use crate::units::KindId;

/// What a capture destroys.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplosionRule {
    /// Kinds that an explosion next to them does not destroy (atomic's pawns). A capture by or of such a piece still
    /// destroys it.
    pub spares: Vec<KindId>,
    /// Kinds that no explosion destroys, not even that of their own capture. They can still be captured.
    pub immune: Vec<KindId>,
    /// Whether the captor is destroyed too.
    pub captor_too: bool,
    /// What stood next to the destination and is destroyed turns into walls. Captor and captured piece leave none.
    pub petrifies: bool,
}

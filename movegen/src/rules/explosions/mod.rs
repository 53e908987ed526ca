//! Captures that explode (atomic chess).
//!
//! A royal may not be blown up by its own side. Blowing up the enemy's ends the game, so that nothing else matters then; and as long as
//! the royals stand next to each other neither can be captured without the other, so there is no check. Sources: lichess.org/variant/atomic;
//! python-chess and Fairy-Stockfish agree.

pub(crate) mod moves;
pub(crate) mod plan;
pub(crate) mod replies;

use crate::units::KindId;

/// What a capture destroys.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplosionRule {
    /// Kinds that the blast around spares, though not the capture itself (atomic's pawns).
    pub spares: Vec<KindId>,
    /// Kinds that no explosion destroys, not even that of their own captures; they can be captured.
    pub immune: Vec<KindId>,
    /// The captor is destroyed too.
    pub captor_too: bool,
}

//! Transformation: a piece becomes something else by moving, other than by promotion.
//!
//! A captor may turn into a wall (petrified pieces), change sides (Andernach chess) or catch what its victim has (Maka
//! Dai Dai shogi), and a piece may become another kind by every move (gryphon chess).

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
    /// Who captures a piece of the first kind becomes one of the second at once, and promotes to nothing else by that
    /// move (Maka Dai Dai shogi's Deva and Dark Spirit). Of several captured pieces the one on the lowest square
    /// decides.
    pub contagion: Vec<(KindId, KindId)>,
    /// Pieces of these kinds catch nothing.
    pub immune: Vec<KindId>,
    /// Pieces of these kinds move only forward until their side has captured something, that is, while the enemy has as
    /// many pieces as at the start.
    pub forward_until_capture: Vec<KindId>,
}

impl Transformation {
    /// Returns what a piece of a kind becomes by capturing pieces of these kinds, the one on the lowest square first.
    pub fn caught(&self, captor: KindId, mut victims: impl Iterator<Item = KindId>) -> Option<KindId> {
        if self.contagion.is_empty() || self.immune.contains(&captor) {
            return None;
        }
        victims.find_map(|victim| self.contagion.iter().find(|(kind, _)| *kind == victim).map(|(_, becomes)| *becomes))
    }

    /// Returns whether the game has no such rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Transformation::default()
    }
}

//! Promotion to pieces in hand: the piece that is chosen leaves the hand (covered pieces, which so turn out to be what
//! they are).

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::Move;
use betza_game::KindId;

impl<const N: usize> Game<N> {
    /// Returns the kind that leaves the hand by a promotion of `mover`, if one does.
    pub(crate) fn promoted_from_hand(&self, m: Move, mover: Cell) -> Option<KindId> {
        m.promotion().filter(|_| self.variant.kinds[mover.kind().index()].promotes_from_hand())
    }

    /// Adds `by` pieces of what `mover` becomes to its side's hand.
    #[inline(never)]
    pub(crate) fn take_promoted<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, mover: Cell, by: i8) {
        if let Some(kind) = self.promoted_from_hand(m, mover) {
            self.change_hands::<HASHED>(p, mover.side(), kind, by);
        }
    }
}

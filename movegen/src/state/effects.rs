//! Effects: what a move does besides bringing a piece to its destination, and the arena in which a move list keeps
//! them.

use crate::state::moves::Move;
use crate::units::KindId;
use betza_compile::geometry::Square;

/// One thing that a move does besides bringing its piece to the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// The piece on a square is captured. A capture on the destination needs no such effect, unless the mover does not
    /// stay there ([`Effect::Vanish`]).
    Capture(Square),
    /// A piece other than the mover goes from one square to another. All pieces go at once, so two may change places,
    /// also with the mover. A piece that is put back where it stood has moved.
    Relocate(Square, Square),
    /// The mover is removed from the board. A piece on the destination stays, unless another effect captures it.
    Vanish,
    /// The mover changes sides.
    TurnCoat,
    /// The mover turns into a wall on its destination.
    Petrify,
    /// A square that is empty after the move becomes a wall.
    Wall(Square),
    /// A wall is removed.
    Clear(Square),
    /// A square is open to en-passant capture by the next move.
    Open(Square),
    /// A piece comes from the hands of the mover's side onto a square that is empty after the move.
    Enter(Square, KindId),
    /// A leg of the move ends on this square. The effects of this sort are in the order of the legs, in games that
    /// count paths.
    Via(Square),
}

impl Effect {
    /// The square of the piece that is captured, if this is a capture.
    #[inline]
    #[must_use]
    pub fn captured(self) -> Option<Square> {
        if let Effect::Capture(square) = self { Some(square) } else { None }
    }
}

/// The effects of all moves of one list, in an arena. Moves with the same effects may share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    items: Vec<Effect>,
    /// The end of each entry in `items`, indexed by its number less 1. An entry begins where the one before ends.
    ends: Vec<u32>,
}

impl Effects {
    /// No effects.
    #[must_use]
    pub const fn new() -> Effects {
        Effects { items: Vec::new(), ends: Vec::new() }
    }

    /// The effects of a move, which must be of the list that these effects belong to. Empty for most moves.
    #[inline]
    #[must_use]
    pub fn of(&self, m: Move) -> &[Effect] {
        let Some(number) = (m.effects() as usize).checked_sub(1) else { return &[] };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }

    /// Adds an entry, and returns the number by which moves refer to it ([`Move::with_effects`]); 0 if there are no
    /// effects.
    #[inline]
    pub fn push(&mut self, effects: &[Effect]) -> u32 {
        if effects.is_empty() {
            return 0;
        }
        self.items.extend_from_slice(effects);
        self.ends.push(self.items.len() as u32);
        self.ends.len() as u32
    }

    /// Removes all entries and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }
}

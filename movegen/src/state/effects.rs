//! What a move does besides taking a piece to its destination, and the arena in which a list keeps it.

use crate::state::moves::Move;
use crate::units::KindId;
use betza_compile::geometry::Square;

/// One thing that a move does besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// The piece on a square is captured. Of the destination this is said only where the mover does not stay ([`Effect::Vanish`]).
    Capture(Square),
    /// A piece other than the mover goes from a square to a square. All that are named go at once, so that two may change places, also
    /// with the mover. One that is put back where it stood counts as moved.
    Relocate(Square, Square),
    /// The mover is removed. What stands on its destination stays, unless it is named.
    Vanish,
    /// The mover goes over to the other side.
    TurnCoat,
    /// The mover turns into a wall where it stops.
    Petrify,
    /// A square that is empty after the move becomes a wall.
    Wall(Square),
    /// A wall is taken away.
    Clear(Square),
    /// A square is open to en passant capture by the next move.
    Open(Square),
    /// A piece comes from the hands of the mover's side onto a square that is empty after the move.
    Enter(Square, KindId),
    /// A leg of the path ends here, in order (games that count paths).
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

/// The effects of the moves of one list, in one piece of memory. Moves that do the same besides may share what lies here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    items: Vec<Effect>,
    /// By number less 1, where each entry ends; it begins where the one before ends.
    ends: Vec<u32>,
}

impl Effects {
    /// No effects.
    #[must_use]
    pub const fn new() -> Effects {
        Effects { items: Vec::new(), ends: Vec::new() }
    }

    /// What a move does besides, if it comes from the list that these effects belong to. Nothing for most.
    #[inline]
    #[must_use]
    pub fn of(&self, m: Move) -> &[Effect] {
        let Some(number) = (m.effects() as usize).checked_sub(1) else { return &[] };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }

    /// Keeps effects, and gives the number under which moves refer to them; 0 for none.
    #[inline]
    pub fn push(&mut self, effects: &[Effect]) -> u32 {
        if effects.is_empty() {
            return 0;
        }
        self.items.extend_from_slice(effects);
        self.ends.push(self.items.len() as u32);
        self.ends.len() as u32
    }

    /// Forgets everything and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }
}

//! Moves, as small as they can be.

use crate::units::KindId;
use betza_compile::geometry::Square;

/// What a move does besides putting a piece elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveType {
    /// A piece goes to a square and takes what is there.
    Plain,
    /// The same, and the squares it passes are open to en passant capture.
    DoubleStep,
    /// The same, and it becomes [`Move::piece`].
    Promotion,
    /// Goes to an empty square and takes the piece that passed it.
    EnPassant,
    /// The king goes from `from` with the partner that stands on `to`.
    Castling,
    /// [`Move::piece`] comes from the hand to `to`.
    Drop,
    /// Nothing moves.
    Pass,
    /// A move, promoting if [`Move::piece`] says so, with effects: [`crate::state::effects::Effects::of`]. Its destination is its square if the
    /// mover comes back or is removed.
    Chain,
}

/// A move. Eight bytes.
///
/// Aligned so that it is written and read as one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C, align(8))]
pub struct Move {
    from: u8,
    to: u8,
    /// What it does.
    pub kind: MoveType,
    piece: u8,
    effects: u32,
}

const _: () = assert!(size_of::<Move>() == 8);

impl Move {
    /// A move without further effects.
    #[inline]
    #[must_use]
    pub fn new(kind: MoveType, from: Square, to: Square) -> Move {
        Move { from: from.index() as u8, to: to.index() as u8, kind, piece: u8::MAX, effects: 0 }
    }

    /// A move that brings a piece of this kind: a promotion or a drop.
    #[inline]
    #[must_use]
    pub fn with_piece(kind: MoveType, from: Square, to: Square, piece: KindId) -> Move {
        Move { piece: piece.0, ..Move::new(kind, from, to) }
    }

    /// A drop of a piece of this kind.
    #[inline]
    #[must_use]
    pub fn entering(to: Square, piece: KindId) -> Move {
        Move::with_piece(MoveType::Drop, to, to, piece)
    }

    /// Whether it brings a piece onto the board: a drop.
    #[inline]
    #[must_use]
    pub fn enters(self) -> bool {
        self.kind == MoveType::Drop
    }

    /// Makes it come from another square.
    #[inline]
    pub(crate) fn set_from(&mut self, from: Square) {
        self.from = from.index() as u8;
    }

    /// Makes it lead to another square.
    #[inline]
    pub(crate) fn set_to(&mut self, to: Square) {
        self.to = to.index() as u8;
    }

    /// The same move with these effects, by the number that [`crate::state::effects::Effects::push`] gave.
    #[inline]
    #[must_use]
    pub fn with_effects(self, effects: u32) -> Move {
        Move { effects, ..self }
    }

    /// Where the piece comes from; of a drop, its destination.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::from_index(usize::from(self.from))
    }

    /// Where it goes; of a castling move, the partner's square.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::from_index(usize::from(self.to))
    }

    /// The kind promoted to or dropped.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Option<KindId> {
        (self.piece != u8::MAX).then_some(KindId(self.piece))
    }

    /// The move without its effects.
    #[must_use]
    pub fn bare(self) -> Move {
        Move { effects: 0, ..self }
    }

    /// The number of the effects in the list's arena; 0 where there are none.
    #[inline]
    #[must_use]
    pub fn effects(self) -> u32 {
        self.effects
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}-{:?}", self.kind, self.from(), self.to())?;
        if let Some(piece) = self.piece() {
            write!(f, "={}", piece.0)?;
        }
        Ok(())
    }
}

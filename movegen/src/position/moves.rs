//! Moves, in eight bytes. A move means the same by itself as in any list of its position, so it may be kept and
//! compared.

use crate::position::effects::Packed;
use crate::units::{KIND_LIMIT, SQUARE_LIMIT, at};
use betza_game::KindId;
use betza_ir::geometry::Square;

/// The type of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveType {
    /// A piece goes to a square and captures the piece there, if any.
    Plain,
    /// A plain move after which the squares passed are open to en-passant capture.
    DoubleStep,
    /// A plain move after which the piece becomes [`Move::piece`].
    Promotion,
    /// A piece goes to an empty square and captures the piece that passed it.
    EnPassant,
    /// The king on `from` castles with the partner on `to`.
    Castling,
    /// [`Move::piece`] is dropped from the hand on `to`.
    Drop,
    /// A pass: no piece moves. It may place a wall.
    Pass,
    /// A move with effects ([`crate::effects::Effects::of`]), which promotes if [`Move::piece`] has a kind. Its
    /// destination is its origin if the mover comes back or is removed there.
    Chain,
}

impl MoveType {
    /// All types, by their numbers.
    pub const ALL: [MoveType; 8] = [
        MoveType::Plain,
        MoveType::DoubleStep,
        MoveType::Promotion,
        MoveType::EnPassant,
        MoveType::Castling,
        MoveType::Drop,
        MoveType::Pass,
        MoveType::Chain,
    ];
}

/// A move. It has eight bytes, aligned so that it is read and written as one word.
#[derive(Clone, Copy, Eq, PartialOrd, Ord)]
#[repr(C, align(8))]
pub struct Move {
    from: u8,
    to: u8,
    /// The type of the move.
    pub kind: MoveType,
    piece: u8,
    pub(crate) effects: Packed,
}

const _: () = assert!(size_of::<Move>() == 8);

/// Moves are equal if all their fields are, which are compared as one word.
impl PartialEq for Move {
    #[inline(always)]
    fn eq(&self, other: &Move) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Move {
    /// Returns a move without promotion and effects. A square that no board of the generator has makes it a move that
    /// no position has.
    #[inline]
    #[must_use]
    pub fn new(kind: MoveType, from: Square, to: Square) -> Move {
        if from.index().max(to.index()) < SQUARE_LIMIT { Move::of(kind, from, to) } else { Move::impossible(kind) }
    }

    /// Returns a promotion to this kind, or a drop of it. A square or a kind that no game of the generator has makes it
    /// a move that no position has.
    #[inline]
    #[must_use]
    pub fn with_piece(kind: MoveType, from: Square, to: Square, piece: KindId) -> Move {
        let fits = from.index().max(to.index()) < SQUARE_LIMIT && piece.index() < KIND_LIMIT;
        if fits { Move::of_piece(kind, from, to, piece) } else { Move::impossible(kind) }
    }

    /// Returns a move of this type that no position has: it promotes to, or drops, a kind that no game has.
    fn impossible(kind: MoveType) -> Move {
        let corner = Square::from_index(0);
        Move::of_piece(kind, corner, corner, KindId::from_index(KIND_LIMIT))
    }

    /// Returns a move between squares of the generator's boards, without promotion and effects.
    #[inline(always)]
    pub(crate) fn of(kind: MoveType, from: Square, to: Square) -> Move {
        Move { from: at(from) as u8, to: at(to) as u8, kind, piece: u8::MAX, effects: Packed::NONE }
    }

    /// Returns a promotion to a kind of the generator's games, or a drop of it.
    #[inline(always)]
    pub(crate) fn of_piece(kind: MoveType, from: Square, to: Square, piece: KindId) -> Move {
        Move { piece: piece.index() as u8, ..Move::of(kind, from, to) }
    }

    /// Returns a drop of a piece of this kind.
    #[inline]
    #[must_use]
    pub fn entering(to: Square, piece: KindId) -> Move {
        Move::with_piece(MoveType::Drop, to, to, piece)
    }

    /// Returns a drop of a kind of the generator's games on a square of its boards.
    #[inline(always)]
    pub(crate) fn dropped(to: Square, piece: KindId) -> Move {
        Move::of_piece(MoveType::Drop, to, to, piece)
    }

    /// Returns whether the move brings a piece from the hand onto the board: a drop.
    #[inline]
    #[must_use]
    pub fn enters(self) -> bool {
        self.kind == MoveType::Drop
    }

    /// Returns whether the move has effects, in itself or in its list.
    #[inline]
    pub(crate) fn has_effects(self) -> bool {
        self.effects != Packed::NONE
    }

    /// Returns the same move with these effects.
    #[inline]
    pub(crate) fn with_packed(self, effects: Packed) -> Move {
        Move { effects, ..self }
    }

    /// Returns the origin; of a drop, the destination.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::from_index(usize::from(self.from))
    }

    /// Returns the destination; of castling, the partner's square.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::from_index(usize::from(self.to))
    }

    /// Returns the kind that the move promotes to or drops, if it does.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Option<KindId> {
        (self.piece != u8::MAX).then_some(KindId(u16::from(self.piece)))
    }

    /// Returns the move as 64 bits, for tables whose entries are words. No move has the bits `u64::MAX`.
    ///
    /// ```
    /// use betza_ir::geometry::Square;
    /// use betza_movegen::moves::{Move, MoveType};
    ///
    /// let m = Move::new(MoveType::Plain, Square::from_index(12), Square::from_index(28));
    /// assert_eq!(Move::from_bits(m.to_bits()), Some(m));
    /// assert_eq!(Move::from_bits(u64::MAX), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn to_bits(self) -> u64 {
        let first = u32::from_le_bytes([self.from, self.to, self.kind as u8, self.piece]);
        u64::from(first) | u64::from(self.effects.bits()) << 32
    }

    /// Returns the move with these bits; `None` if no move has them. [`crate::game::Game::is_legal`] tells whether a
    /// position has it.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<Move> {
        let [from, to, kind, piece] = (bits as u32).to_le_bytes();
        let kind = *MoveType::ALL.get(usize::from(kind))?;
        Some(Move { from, to, kind, piece, effects: Packed::checked((bits >> 32) as u32)? })
    }

    /// Returns the kind that the move drops, if it is a drop.
    #[inline]
    #[must_use]
    pub fn drop(self) -> Option<KindId> {
        self.piece().filter(|_| self.enters())
    }

    /// Returns the kind that the mover promotes to or otherwise becomes, if it does.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<KindId> {
        self.piece().filter(|_| !self.enters())
    }
}

/// Hashed as one word.
impl std::hash::Hash for Move {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.to_bits());
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

/// As two numbers of 32 bits: origin, destination, type and kind, and the effects.
#[cfg(feature = "serde")]
mod data {
    use super::Move;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl Serialize for Move {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            (self.to_bits() as u32, (self.to_bits() >> 32) as u32).serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Move {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
            let (first, effects) = <(u32, u32)>::deserialize(deserializer)?;
            let bits = u64::from(first) | u64::from(effects) << 32;
            Move::from_bits(bits).ok_or_else(|| D::Error::custom("these numbers are no move"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every origin, destination, type and kind that eight bits hold each.
    #[test]
    fn every_move_is_read_back_from_its_bits() {
        let squares = || (0..256).map(Square::from_index);
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for kind in MoveType::ALL {
                for piece in [None, Some(KindId(0)), Some(KindId(1)), Some(KindId(127)), Some(KindId(254))] {
                    let bare = Move::new(kind, from, to);
                    let m = piece.map_or(bare, |piece| Move::of_piece(kind, from, to, piece));
                    assert_eq!((m.from(), m.to(), m.kind, m.piece()), (from, to, kind, piece));
                    assert_eq!(Move::from_bits(m.to_bits()), Some(m));
                }
            }
        }
    }
}

//! Moves, in eight bytes. A move means the same by itself as in any list of its position, so it may be kept and
//! compared.

use crate::position::effects::Packed;
use crate::units::{LARGE_KIND_LIMIT, SQUARE_LIMIT};
use betza_game::KindId;
use betza_ir::bitboard::is_large;
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

/// Stands for no kind.
const NO_PIECE: usize = 255;

/// Returns the number of a kind in moves, which leaves out [`NO_PIECE`].
#[inline(always)]
fn number(kind: KindId) -> usize {
    kind.index() + usize::from(kind.index() >= NO_PIECE)
}

/// A move. It has eight bytes, aligned so that it is read and written as one word.
// Squares and kinds have their lowest eight bits here. What they have above, on large boards, stands in the place of
// short effects ([`Packed`]).
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
        if from.index().max(to.index()) < SQUARE_LIMIT {
            Move::any(kind, from, to, NO_PIECE)
        } else {
            Move::impossible(kind)
        }
    }

    /// Returns a promotion to this kind, or a drop of it. A square or a kind that no game of the generator has makes it
    /// a move that no position has.
    #[inline]
    #[must_use]
    pub fn with_piece(kind: MoveType, from: Square, to: Square, piece: KindId) -> Move {
        let fits = from.index().max(to.index()) < SQUARE_LIMIT && piece.index() < LARGE_KIND_LIMIT;
        if fits { Move::any(kind, from, to, number(piece)) } else { Move::impossible(kind) }
    }

    /// Returns a move of this type that no position has: it promotes to, or drops, a kind that no game has.
    fn impossible(kind: MoveType) -> Move {
        let corner = Square::from_index(0);
        Move::any(kind, corner, corner, number(KindId::from_index(LARGE_KIND_LIMIT)))
    }

    /// Returns a move between any two squares without effects. `piece` is the number of a kind ([`number`]) or
    /// [`NO_PIECE`].
    #[inline(always)]
    fn any(kind: MoveType, from: Square, to: Square, piece: usize) -> Move {
        let effects = Packed::above([from.index() >> 8, to.index() >> 8, piece >> 8]);
        Move { from: from.index() as u8, to: to.index() as u8, kind, piece: piece as u8, effects }
    }

    /// Returns a move between squares of a board of `N` words, without promotion and effects.
    #[inline(always)]
    pub(crate) fn of<const N: usize>(kind: MoveType, from: Square, to: Square) -> Move {
        if is_large(N) {
            return Move::any(kind, from, to, NO_PIECE);
        }
        Move { from: from.index() as u8, to: to.index() as u8, kind, piece: NO_PIECE as u8, effects: Packed::NONE }
    }

    /// Returns a promotion to a kind of a game on a board of `N` words, or a drop of it.
    #[inline(always)]
    pub(crate) fn of_piece<const N: usize>(kind: MoveType, from: Square, to: Square, piece: KindId) -> Move {
        if is_large(N) {
            return Move::any(kind, from, to, number(piece));
        }
        Move { piece: piece.index() as u8, ..Move::of::<N>(kind, from, to) }
    }

    /// Returns a drop of a piece of this kind.
    #[inline]
    #[must_use]
    pub fn entering(to: Square, piece: KindId) -> Move {
        Move::with_piece(MoveType::Drop, to, to, piece)
    }

    /// Returns a drop of a kind of a game on a board of `N` words.
    #[inline(always)]
    pub(crate) fn dropped<const N: usize>(to: Square, piece: KindId) -> Move {
        Move::of_piece::<N>(MoveType::Drop, to, to, piece)
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
        self.effects.are_any()
    }

    /// Returns whether a square or the kind takes more than eight bits, so that no game on a board of up to
    /// [`crate::units::SMALL_BOARD`] squares has the move.
    #[inline]
    pub(crate) fn is_large(self) -> bool {
        self.effects.is_large()
    }

    /// Returns the same move with these effects, or the key of effects.
    #[inline]
    pub(crate) fn with_packed(self, effects: Packed) -> Move {
        Move { effects: self.effects.replaced(effects), ..self }
    }

    /// Returns the origin; of a drop, the destination.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::from_index(self.effects.completed(0, self.from))
    }

    /// Returns the destination; of castling, the partner's square.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::from_index(self.effects.completed(1, self.to))
    }

    /// Returns origin and destination on a board of `N` words.
    #[inline(always)]
    pub(crate) fn ends<const N: usize>(self) -> (Square, Square) {
        (self.origin_on::<N>(), self.destination_on::<N>())
    }

    /// Returns the origin on a board of `N` words.
    ///
    /// PERF: on boards of up to 256 squares it is one byte, and so are the destination and the kind.
    #[inline(always)]
    pub(crate) fn origin_on<const N: usize>(self) -> Square {
        if is_large(N) { self.from() } else { Square::from_index(usize::from(self.from)) }
    }

    /// Returns the destination on a board of `N` words.
    #[inline(always)]
    pub(crate) fn destination_on<const N: usize>(self) -> Square {
        if is_large(N) { self.to() } else { Square::from_index(usize::from(self.to)) }
    }

    /// Returns the kind that the move promotes to or drops on a board of `N` words, if it does.
    #[inline(always)]
    pub(crate) fn piece_on<const N: usize>(self) -> Option<KindId> {
        if is_large(N) {
            return self.piece();
        }
        (self.piece != NO_PIECE as u8).then_some(KindId(u16::from(self.piece)))
    }

    /// Returns the kind that the move promotes to or drops, if it does.
    #[inline]
    #[must_use]
    pub fn piece(self) -> Option<KindId> {
        match self.effects.completed(2, self.piece) {
            NO_PIECE => None,
            number => Some(KindId::from_index(number - usize::from(number > NO_PIECE))),
        }
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
        let effects = Packed::checked((bits >> 32) as u32)?;
        let squares = [effects.completed(0, from), effects.completed(1, to)];
        squares.iter().all(|&square| square < SQUARE_LIMIT).then_some(Move { from, to, kind, piece, effects })
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

    /// Origins, destinations, types and kinds: all that eight bits hold, and some of those above.
    #[test]
    fn every_move_is_read_back_from_its_bits() {
        let squares = || (0..256).chain([256, 257, 511, 1024, 1295]).map(Square::from_index);
        for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
            for kind in MoveType::ALL {
                for piece in [None, Some(0), Some(1), Some(127), Some(254), Some(255), Some(256), Some(1019)] {
                    let piece = piece.map(KindId);
                    let bare = Move::new(kind, from, to);
                    let m = piece.map_or(bare, |piece| Move::with_piece(kind, from, to, piece));
                    assert_eq!((m.from(), m.to(), m.kind, m.piece()), (from, to, kind, piece));
                    assert_eq!(Move::from_bits(m.to_bits()), Some(m));
                }
            }
        }
    }
}

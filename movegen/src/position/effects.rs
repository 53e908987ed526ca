//! Effects: what a move does besides bringing a piece to its destination.
//!
//! A move holds short effects itself, packed into 30 bits. Longer ones lie in the list that the move comes from, and
//! the move has a key for them: a hash of the effects, the same in every list of the position. Without its list, the
//! move is generated again. On large boards, effects of squares or kinds beyond eight bits, and those of a move between
//! such squares, lie in the list too.
//!
//! Two moves of a piece to the same square may have effects of one hash. The key of the greater effects is then the
//! next free number. That is an ordered hash table, whose layout does not depend on the order of insertion (O. Amble
//! and D. Knuth, "Ordered hash tables", 1974).

use crate::position::moves::Move;
use arrayvec::ArrayVec;
use betza_game::KindId;
use betza_ir::geometry::Square;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::ops::Deref;

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

/// The most effects that a move holds itself: seven without squares.
const PACKED_LIMIT: usize = 7;
/// The bits of packed effects.
const PACKED_BITS: u32 = 30;
/// The bits of an effect's type.
const TYPE_BITS: u32 = 4;
/// The bits of a square or a kind.
const UNIT_BITS: u32 = 8;

impl Effect {
    /// Returns the square of the piece that is captured, if this is a capture.
    #[inline]
    #[must_use]
    pub fn captured(self) -> Option<Square> {
        if let Effect::Capture(square) = self { Some(square) } else { None }
    }

    /// Returns whether its squares and its kind have eight bits.
    #[inline]
    fn is_short(self) -> bool {
        let units = match self {
            Effect::Capture(square)
            | Effect::Wall(square)
            | Effect::Clear(square)
            | Effect::Open(square)
            | Effect::Via(square) => square.index(),
            Effect::Relocate(from, to) => from.index() | to.index(),
            Effect::Enter(square, kind) => square.index() | kind.index(),
            Effect::Vanish | Effect::TurnCoat | Effect::Petrify => 0,
        };
        units < 1 << UNIT_BITS
    }

    /// Packs the effect into bits, and returns them and their number. The lowest four bits are its type, which is not
    /// 0. One or two units of eight bits follow, or none.
    #[inline]
    fn packed(self) -> (u32, u32) {
        let unit = |square: Square| square.index() as u32;
        let one = |kind: u32, square: Square| (kind | unit(square) << TYPE_BITS, TYPE_BITS + UNIT_BITS);
        let two = |kind: u32, first: Square, second: u32| {
            (kind | unit(first) << TYPE_BITS | second << (TYPE_BITS + UNIT_BITS), TYPE_BITS + 2 * UNIT_BITS)
        };
        match self {
            Effect::Capture(square) => one(1, square),
            Effect::Wall(square) => one(2, square),
            Effect::Clear(square) => one(3, square),
            Effect::Open(square) => one(4, square),
            Effect::Via(square) => one(5, square),
            Effect::Relocate(from, to) => two(6, from, unit(to)),
            Effect::Enter(square, kind) => two(7, square, u32::from(kind.0)),
            Effect::Vanish => (8, TYPE_BITS),
            Effect::TurnCoat => (9, TYPE_BITS),
            Effect::Petrify => (10, TYPE_BITS),
        }
    }

    /// Returns the effect in the lowest bits and the number of these bits; `None` if these bits are not an effect.
    #[inline]
    fn unpacked(bits: u32) -> Option<(Effect, u32)> {
        let unit = |n: u32| (bits >> (TYPE_BITS + n * UNIT_BITS) & 0xff) as usize;
        let first = Square::from_index(unit(0));
        let effect = match bits & 0xf {
            1 => Effect::Capture(first),
            2 => Effect::Wall(first),
            3 => Effect::Clear(first),
            4 => Effect::Open(first),
            5 => Effect::Via(first),
            6 => Effect::Relocate(first, Square::from_index(unit(1))),
            7 => Effect::Enter(first, KindId::from_index(unit(1))),
            8 => Effect::Vanish,
            9 => Effect::TurnCoat,
            10 => Effect::Petrify,
            _ => return None,
        };
        Some((effect, effect.packed().1))
    }
}

/// What a move holds of its effects: all of them, or a key if they are too many. Bit 31 marks a key.
///
/// Bit 30 marks a move whose origin, destination or kind has more than eight bits. Of such a move, bits 22 to 29 are
/// what is above them (three bits, three, two), and only a key of 22 bits has room besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Packed(u32);

impl Packed {
    /// No effects.
    pub const NONE: Packed = Packed(0);

    /// Marks a key.
    const KEY: u32 = 1 << 31;

    /// Marks a move with more than eight bits.
    const LARGE: u32 = 1 << 30;

    /// The bits below those of origin, destination and kind, of a move with more than eight bits.
    const BELOW: u32 = (1 << 22) - 1;

    /// Where the bits of origin, destination and kind begin, and how many they are.
    const ABOVE: [(u32, u32); 3] = [(22, 3), (25, 3), (28, 2)];

    /// Returns no effects of a move whose origin, destination and kind have these bits above the lowest eight.
    #[inline(always)]
    pub fn above(parts: [usize; 3]) -> Packed {
        let place = |i: usize| (parts[i] as u32) << Packed::ABOVE[i].0;
        let bits = place(0) | place(1) | place(2);
        Packed(if bits == 0 { 0 } else { bits | Packed::LARGE })
    }

    /// Returns the origin (`part` is 0), destination (1) or kind (2) of a move, of which these are the lowest bits.
    #[inline(always)]
    pub fn completed(self, part: usize, low: u8) -> usize {
        let (start, count) = Packed::ABOVE[part];
        let above = if self.is_large() { self.0 >> start & ((1 << count) - 1) } else { 0 };
        (above << UNIT_BITS) as usize | usize::from(low)
    }

    /// Returns whether the move's origin, destination or kind has more than eight bits.
    #[inline]
    pub fn is_large(self) -> bool {
        self.0 & Packed::LARGE != 0
    }

    /// Returns whether there are effects, here or in a list.
    #[inline]
    pub fn are_any(self) -> bool {
        self.is_key() || !self.is_large() && self.0 != 0
    }

    /// Returns other effects for the same move.
    #[inline]
    pub fn replaced(self, by: Packed) -> Packed {
        if !self.is_large() {
            return by;
        }
        debug_assert!(by.is_key() || by == Packed::NONE, "a move between far squares holds no effects itself");
        Packed(self.0 & !(Packed::KEY | Packed::BELOW) | by.0 & (Packed::KEY | Packed::BELOW))
    }

    /// Packs effects; `None` if they take more than 30 bits.
    #[inline(always)]
    fn pack(effects: &[Effect]) -> Option<Packed> {
        let (mut all, mut length) = (0, 0);
        for effect in effects {
            let (bits, count) = effect.packed();
            if length + count > PACKED_BITS || !effect.is_short() {
                return None;
            }
            all |= bits << length;
            length += count;
        }
        Some(Packed(all))
    }

    /// Returns the first key to try for these effects.
    fn key(effects: &[Effect]) -> Packed {
        let add = |hash: u64, effect: &Effect| {
            (hash ^ u64::from(effect.packed().0)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        };
        let hash = effects.iter().fold(effects.len() as u64, add) as u32;
        Packed(Packed::KEY | hash & (Packed::LARGE - 1))
    }

    /// Returns the key to try after this one.
    fn next(self) -> Packed {
        let numbers = if self.is_large() { Packed::BELOW } else { Packed::LARGE - 1 };
        Packed(self.0 & !numbers | self.0.wrapping_add(1) & numbers)
    }

    /// Returns these bits if they are a key or effects, else `None`.
    pub fn checked(bits: u32) -> Option<Packed> {
        let packed = Packed(bits);
        if packed.is_large() {
            let has_above = bits & !(Packed::KEY | Packed::LARGE | Packed::BELOW) != 0;
            return (has_above && (packed.is_key() || bits & Packed::BELOW == 0)).then_some(packed);
        }
        let (mut rest, mut used) = (if packed.is_key() { 0 } else { bits }, 0);
        while let Some((_, length)) = Effect::unpacked(rest) {
            rest >>= length;
            used += length;
        }
        (rest == 0 && used <= PACKED_BITS).then_some(packed)
    }

    /// Returns all 32 bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns whether this is the key of effects that lie elsewhere.
    #[inline]
    pub fn is_key(self) -> bool {
        self.0 & Packed::KEY != 0
    }

    /// Returns the effects; none if this is a key.
    #[inline]
    fn unpack(self) -> ArrayVec<Effect, PACKED_LIMIT> {
        let mut effects = ArrayVec::new();
        let mut bits = if self.is_key() || self.is_large() { 0 } else { self.0 };
        while let Some((effect, count)) = Effect::unpacked(bits) {
            effects.push(effect);
            bits >>= count;
        }
        effects
    }
}

/// The effects of one move, which are read as a slice.
#[derive(Clone, Debug)]
pub enum EffectsOf<'a> {
    /// Those that the move holds.
    Packed(ArrayVec<Effect, PACKED_LIMIT>),
    /// Those that lie in its list.
    Listed(&'a [Effect]),
}

impl Deref for EffectsOf<'_> {
    type Target = [Effect];

    #[inline]
    fn deref(&self) -> &[Effect] {
        match self {
            EffectsOf::Packed(effects) => effects,
            EffectsOf::Listed(effects) => effects,
        }
    }
}

impl Move {
    /// Returns the effects of the move if it holds them itself, as most moves do; `None` if they are too many. Those of
    /// any move are found by [`Effects::of`].
    #[inline]
    #[must_use]
    pub fn short_effects(self) -> Option<EffectsOf<'static>> {
        (!self.effects.is_key()).then(|| EffectsOf::Packed(self.effects.unpack()))
    }
}

/// The effects of those moves of a list that do not hold them themselves.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    items: Vec<Effect>,
    /// Where in `items` the effects of a move begin and end.
    index: HashMap<Move, (u32, u32), ByMove>,
}

impl Effects {
    /// For moves that hold their effects themselves.
    pub(crate) const NONE: &'static Effects = &Effects::new();

    /// No effects.
    #[must_use]
    pub const fn new() -> Effects {
        Effects { items: Vec::new(), index: HashMap::with_hasher(ByMove) }
    }

    /// Returns the effects of a move, which must be of the list that these effects belong to. Empty for most moves.
    ///
    /// # Panics
    /// If the move has long effects and is not of that list.
    #[inline]
    #[must_use]
    pub fn of(&self, m: Move) -> EffectsOf<'_> {
        m.short_effects().unwrap_or_else(|| EffectsOf::Listed(self.get(m).expect("the move is of this list")))
    }

    /// Returns the effects of a move that has a key; `None` if they are not here.
    pub(crate) fn get(&self, m: Move) -> Option<&[Effect]> {
        self.index.get(&m).map(|&(start, end)| &self.items[start as usize..end as usize])
    }

    /// Removes all effects and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        if !self.items.is_empty() {
            self.items.clear();
            self.index.clear();
        }
    }

    /// Gives these effects to moves instead of their own, and adds the moves to the list that these effects belong to.
    #[inline]
    pub(crate) fn give(&mut self, effects: &[Effect], moves: impl Iterator<Item = Move>, list: &mut Vec<Move>) {
        let packed = Packed::pack(effects);
        let mut kept = None;
        for m in moves {
            match packed {
                Some(packed) if !m.is_large() || packed == Packed::NONE => list.push(m.with_packed(packed)),
                _ => {
                    let range = *kept.get_or_insert_with(|| self.keep(effects));
                    let place = list.len();
                    list.push(m);
                    self.insert(m.with_packed(Packed::key(effects)), range, place, list);
                }
            }
        }
    }

    /// Keeps the effects of a move that cannot hold them, and returns where.
    fn keep(&mut self, effects: &[Effect]) -> (u32, u32) {
        let start = self.items.len() as u32;
        self.items.extend_from_slice(effects);
        (start, self.items.len() as u32)
    }

    /// Finds a key for the effects in `range`, which belong to the move at `place` of the list. Tries the key of `m`
    /// first, then the next ones. Where effects with the same key are there already, the lesser ones keep the key and
    /// the others go on.
    #[inline(never)]
    fn insert(&mut self, mut m: Move, mut range: (u32, u32), mut place: usize, list: &mut [Move]) {
        while let Some(&other) = self.index.get(&m) {
            let effects = |(start, end): (u32, u32)| &self.items[start as usize..end as usize];
            match effects(range).cmp(effects(other)) {
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Greater => {}
                std::cmp::Ordering::Less => {
                    self.index.insert(m, range);
                    let theirs = list.iter().position(|l| *l == m);
                    list[place] = m;
                    (range, place) = (other, theirs.expect("whoever has a key is in the list"));
                }
            }
            m = m.with_packed(m.effects.next());
        }
        self.index.insert(m, range);
        list[place] = m;
    }
}

/// Hashes moves by one multiplication.
#[derive(Clone, Copy, Debug, Default)]
struct ByMove;

impl BuildHasher for ByMove {
    type Hasher = MoveHasher;

    fn build_hasher(&self) -> MoveHasher {
        MoveHasher(0)
    }
}

/// The hash of one move.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, n: u64) {
        let product = (self.0 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::moves::MoveType;

    fn square(index: usize) -> Square {
        Square::from_index(index)
    }

    /// Every type of effect, with units at both ends of their ranges.
    fn all() -> Vec<Effect> {
        let (low, high) = (square(0), square(255));
        vec![
            Effect::Capture(high),
            Effect::Relocate(low, high),
            Effect::Relocate(high, low),
            Effect::Vanish,
            Effect::TurnCoat,
            Effect::Petrify,
            Effect::Wall(high),
            Effect::Clear(low),
            Effect::Open(high),
            Effect::Enter(high, KindId(126)),
            Effect::Enter(low, KindId(0)),
            Effect::Via(low),
        ]
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let effects = all();
        let mut fitting = 0;
        for first in &effects {
            for second in &effects {
                for count in 0..=2 {
                    let both = &[*first, *second][..count];
                    if let Some(packed) = Packed::pack(both) {
                        fitting += usize::from(count == 2);
                        assert!(!packed.is_key());
                        assert_eq!(&packed.unpack()[..], both);
                    }
                }
                assert!(Packed::pack(&[*first]).is_some(), "one effect always fits");
            }
        }
        // By their bits: types alone 4, one unit 12, two units 20. All pairs fit but those of two with two units, and
        // of two units with one: 144 - 16 - 2 * 4 * 5.
        assert_eq!(fitting, 88);
    }

    /// Every effect with every unit, alone and, where both fit, beside every other type.
    #[test]
    fn every_unit_is_packed() {
        let holds = |effects: &[Effect]| {
            let packed = Packed::pack(effects).expect("it fits");
            assert_eq!(&packed.unpack()[..], effects);
            assert!(Packed::checked(packed.bits()) == Some(packed));
        };
        let types = [Effect::Capture, Effect::Wall, Effect::Clear, Effect::Open, Effect::Via];
        for first in (0..256).map(square) {
            for second in 0..=255_u16 {
                holds(&[Effect::Relocate(first, square(usize::from(second)))]);
                holds(&[Effect::Enter(first, KindId(second)), Effect::Vanish]);
                for one in types {
                    for other in types {
                        holds(&[one(first), Effect::Petrify, other(square(usize::from(second)))][..2]);
                        holds(&[one(first), other(square(usize::from(second)))]);
                    }
                }
            }
        }
    }

    /// Three effects that share a hash, since the key is overwritten, in every order of insertion.
    #[test]
    fn keys_do_not_depend_on_the_order() {
        let long = |n: usize| vec![Effect::Relocate(square(n), square(9)), Effect::Relocate(square(1), square(n))];
        let mut layouts = Vec::new();
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let mut effects = Effects::new();
            let mut list = Vec::new();
            for n in order {
                let m = Move::new(MoveType::Chain, square(5), square(6));
                let range = (effects.items.len() as u32, effects.items.len() as u32 + 2);
                effects.items.extend(long(n));
                list.push(m);
                let place = list.len() - 1;
                effects.insert(m.with_packed(Packed(Packed::KEY | (Packed::LARGE - 1))), range, place, &mut list);
            }
            for (m, n) in list.iter().zip(order) {
                assert_eq!(&effects.of(*m)[..], &long(n)[..]);
            }
            let mut moves: Vec<(usize, Move)> = order.into_iter().zip(list).collect();
            moves.sort_by_key(|(n, _)| *n);
            layouts.push(moves);
        }
        assert!(layouts.windows(2).all(|pair| pair[0] == pair[1]), "{layouts:?}");
        let distinct: std::collections::HashSet<Move> = layouts[0].iter().map(|(_, m)| *m).collect();
        assert_eq!(distinct.len(), 3);
    }
}

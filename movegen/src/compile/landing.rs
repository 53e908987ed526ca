//! Where moves may land: on empty squares, enemies or friends.

use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::{Modes, Victims};

/// The squares on which the moves of a node may land.
#[derive(Clone, Copy)]
pub(crate) struct Landing<const N: usize> {
    pub empty: Bitboard<N>,
    pub enemies: Bitboard<N>,
    pub friends: Bitboard<N>,
}

/// A class of landing squares, as a set of bits: 1 for empty squares, 2 for enemies, 4 for friends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LandingClass(u8);

impl LandingClass {
    /// The number of classes.
    pub const CLASSES: usize = 8;

    /// All squares.
    pub const ALL: LandingClass = LandingClass(7);

    /// Enemies only.
    pub const CAPTURES: LandingClass = LandingClass(Modes::CAPTURE.bits());

    /// Returns the class of these modes; `None` if only some victims may be captured.
    pub fn new(modes: Modes, victims: Victims) -> Option<LandingClass> {
        victims.is_empty().then_some(LandingClass((modes & (Modes::MOVE | Modes::CAPTURE | Modes::DESTROY)).bits()))
    }

    /// Returns whether the classes have squares in common.
    #[inline(always)]
    pub fn meets(self, other: LandingClass) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the index of the class in [`Landing::classes`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % LandingClass::CLASSES
    }
}

// The modes have the bits of the classes.
const _: () = assert!(Modes::MOVE.bits() == 1 && Modes::CAPTURE.bits() == 2 && Modes::DESTROY.bits() == 4);

impl<const N: usize> Landing<N> {
    /// Returns the landing squares within `allowed`.
    #[inline(always)]
    pub fn within(&self, allowed: &Bitboard<N>) -> Landing<N> {
        Landing { empty: self.empty & *allowed, enemies: self.enemies & *allowed, friends: self.friends & *allowed }
    }

    /// Returns the class of one square. It meets no class if nothing may land there.
    #[inline(always)]
    pub fn class_of(&self, square: Square) -> LandingClass {
        let bit = |set: &Bitboard<N>| u8::from(set.contains(square));
        LandingClass(bit(&self.empty) | bit(&self.enemies) << 1 | bit(&self.friends) << 2)
    }

    /// Returns the squares of one class.
    #[inline(always)]
    pub fn squares(&self, class: LandingClass) -> Bitboard<N> {
        let mut all = Bitboard::EMPTY;
        for (bit, set) in [self.empty, self.enemies, self.friends].into_iter().enumerate() {
            let mask = 0_u64.wrapping_sub(u64::from(class.0 >> bit & 1));
            all |= set & Bitboard([mask; N]);
        }
        all
    }

    /// Returns the squares of each class, by [`LandingClass::index`].
    #[inline(always)]
    pub fn classes(&self) -> [Bitboard<N>; LandingClass::CLASSES] {
        let Landing { empty, enemies, friends } = *self;
        let both = empty | enemies;
        [Bitboard::EMPTY, empty, enemies, both, friends, empty | friends, enemies | friends, both | friends]
    }
}

/// Returns the squares on which a move with these modes may land, if it captures only such victims. `royals` are those
/// of both sides.
#[inline]
pub(crate) fn landings<const N: usize>(
    modes: Modes,
    victims: Victims,
    landing: &Landing<N>,
    royals: Bitboard<N>,
) -> Bitboard<N> {
    let class =
        |modes: Modes| LandingClass::new(modes, Victims::empty()).map_or(Bitboard::EMPTY, |f| landing.squares(f));
    let mut captured = class(modes & (Modes::CAPTURE | Modes::DESTROY));
    if victims.contains(Victims::ROYAL) {
        captured &= royals;
    }
    if victims.contains(Victims::NOT_ROYAL) {
        captured = captured.without(royals);
    }
    captured | class(modes & Modes::MOVE)
}

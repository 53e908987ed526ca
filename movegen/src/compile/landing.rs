//! Where moves may land: on empty squares, enemies or friends.

use betza_compile::bitboard::Bitboard;
use betza_compile::ir::{Modes, Victims};

/// Where a node's moves may land.
#[derive(Clone, Copy)]
pub(crate) struct Landing<const N: usize> {
    pub empty: Bitboard<N>,
    pub enemies: Bitboard<N>,
    pub friends: Bitboard<N>,
}

/// A class of squares on which a part may land: an index into a table of such sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LandingClass(u8);

impl LandingClass {
    /// How many classes there are: every union of empty squares, enemies and friends.
    pub const CLASSES: usize = 8;

    /// Enemies only.
    pub const CAPTURES: LandingClass = LandingClass(Modes::CAPTURE.bits());

    /// The class of plain modes; `None` if victims are restricted.
    pub fn new(modes: Modes, victims: Victims) -> Option<LandingClass> {
        victims.is_empty().then_some(LandingClass((modes & (Modes::MOVE | Modes::CAPTURE | Modes::DESTROY)).bits()))
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % LandingClass::CLASSES
    }
}

// The classes are numbered by these bits.
const _: () = assert!(Modes::MOVE.bits() == 1 && Modes::CAPTURE.bits() == 2 && Modes::DESTROY.bits() == 4);

impl<const N: usize> Landing<N> {
    /// Only on squares that `allowed` has too.
    #[inline(always)]
    pub fn within(&self, allowed: &Bitboard<N>) -> Landing<N> {
        Landing { empty: self.empty & *allowed, enemies: self.enemies & *allowed, friends: self.friends & *allowed }
    }

    /// The squares of one class.
    #[inline(always)]
    pub fn squares(&self, class: LandingClass) -> Bitboard<N> {
        let mut all = Bitboard::EMPTY;
        for (bit, set) in [self.empty, self.enemies, self.friends].into_iter().enumerate() {
            let mask = 0_u64.wrapping_sub(u64::from(class.0 >> bit & 1));
            all |= set & Bitboard([mask; N]);
        }
        all
    }

    /// The squares of each class, by [`Fits::index`].
    #[inline(always)]
    pub fn classes(&self) -> [Bitboard<N>; LandingClass::CLASSES] {
        let Landing { empty, enemies, friends } = *self;
        let both = empty | enemies;
        [Bitboard::EMPTY, empty, enemies, both, friends, empty | friends, enemies | friends, both | friends]
    }
}

/// Which squares a landing may be on.
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

//! Where a piece can go, by looking up what is occupied on the squares that matter to it.
//!
//! For each square the paths of a part are gathered in groups that depend on few squares; the occupancy of those squares, packed by the
//! processor's bit gathering (PEXT), is the index into a table of destinations. It serves any fixed paths: slides, hops, lame
//! leaps, bent rides. Source: A. Fog's and G. Isenberg's notes on PEXT bitboards (chess programming wiki).
//!
//! All tables of a game lie one after the other in one allocation and are addressed by offsets. A slot has one group for each square;
//! pieces that ride the same lines share it. They are made by [`super::tables`].

use crate::compile::processor::{GathersBits, pext};
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;
use betza_compile::lower::Reach;

/// A part has at most this many slots.
pub(crate) const SLOTS: usize = 6;

/// The destinations of one part, ready to be asked.
#[derive(Clone)]
pub(crate) enum Targets<const N: usize> {
    /// They depend on nothing: where the masks of all squares start in [`Lookups::data`].
    Leap(u32),
    /// By tables: where the groups of all squares start in [`Lookups::groups`], for each slot.
    Slots(ArrayVec<u32, SLOTS>),
    /// By rays.
    Reach(Box<Reach<N>>),
}

/// Squares that matter together, and where their table starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Group<const N: usize> {
    pub(crate) mask: Bitboard<N>,
    pub(crate) start: u32,
    /// Only a processor that gathers bits has groups.
    pub(crate) gathers: GathersBits,
}

/// All tables of a game.
pub(crate) struct Lookups<const N: usize> {
    /// Destinations: masks of leaps by square, and tables by occupancy.
    pub(crate) data: Box<[Bitboard<N>]>,
    pub(crate) groups: Box<[Group<N>]>,
    /// For each group [`unseen`].
    pub(crate) hidden_dependencies: Box<[Bitboard<N>]>,
}

impl<const N: usize> Lookups<N> {
    /// The bytes that they take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.data) + size_of_val(&*self.groups) + size_of_val(&*self.hidden_dependencies)
    }

    /// The destinations of a leap.
    #[inline(always)]
    pub fn leap(&self, start: u32, from: Square) -> Bitboard<N> {
        self.entry(start as usize + from.index())
    }

    /// The destinations by one slot.
    #[inline(always)]
    pub fn slot(&self, start: u32, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let group = self.groups.get(start as usize + from.index());
        debug_assert!(group.is_some(), "a slot has a group for each square");
        let Some(group) = group else { return Bitboard::EMPTY };
        self.entry(group.start as usize + gather(group.gathers, occupied, &group.mask))
    }

    /// The squares on which the destinations by a slot depend besides themselves.
    #[inline(always)]
    pub fn hidden_dependencies(&self, start: u32, from: Square) -> Bitboard<N> {
        self.hidden_dependencies[start as usize + from.index()]
    }

    /// An entry of the data. Tables address what they have made; a place outside, which is none of theirs, would be empty rather than a
    /// panic: PERF: a loop that cannot panic keeps its sums in registers.
    #[inline(always)]
    fn entry(&self, index: usize) -> Bitboard<N> {
        debug_assert!(index < self.data.len(), "tables address what they have made");
        self.data.get(index).copied().unwrap_or(Bitboard::EMPTY)
    }

    /// The squares where a path from here ends, whatever they hold.
    #[inline(always)]
    pub fn targets(&self, targets: &Targets<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match targets {
            Targets::Leap(start) => self.leap(*start, from),
            Targets::Slots(slots) => {
                slots.iter().fold(Bitboard::EMPTY, |all, &slot| all | self.slot(slot, from, occupied))
            }
            Targets::Reach(reach) => by_rays(reach, from, occupied),
        }
    }
}

#[inline(never)]
fn by_rays<const N: usize>(reach: &Reach<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
    reach.targets(from, occupied)
}

/// The bits of a set at the places of a mask, packed.
#[inline(always)]
pub(crate) fn gather<const N: usize>(gathers: GathersBits, set: &Bitboard<N>, mask: &Bitboard<N>) -> usize {
    let mut packed = 0;
    let mut width = 0;
    for (&bits, &places) in set.0.iter().zip(&mask.0) {
        packed |= pext(gathers, bits, places) << (width & 63);
        width += places.count_ones();
    }
    packed as usize
}

//! The destinations of a piece, looked up by the occupancy of the squares that matter to it.
//!
//! The paths from a square are divided into groups that depend on few squares. The occupancy of these squares, packed
//! by the processor (PEXT), is the index into the group's table of destinations. This works for all fixed paths:
//! slides, hops, lame leaps, bent rides. Source: A. Fog's and G. Isenberg's notes on PEXT bitboards (chess
//! programming wiki).
//!
//! All tables of a game lie in one allocation and are addressed by offsets. A slot has one group for each square;
//! pieces that ride the same lines share slots. [`super::tables`] builds the tables.

use crate::compile::processor::{GathersBits, pext};
use arrayvec::ArrayVec;
use betza_compile::lower::Reach;
use betza_ir::bitboard::{Bitboard, each_word};
use betza_ir::geometry::Square;
use std::sync::Arc;

/// The most slots of a part.
pub(crate) const SLOTS: usize = 6;

/// How the destinations of a part are looked up.
#[derive(Clone)]
pub(crate) enum Targets<const N: usize> {
    /// They do not depend on occupancy: the offset in [`Lookups::data`] of the masks of all squares.
    Leap(u32),
    /// By tables: for each slot, the offset in [`Lookups::groups`] of the groups of all squares.
    Slots(ArrayVec<u32, SLOTS>),
    /// By rays.
    Reach(Arc<ByRays<N>>),
}

/// Destinations that are looked up by rays.
pub(crate) struct ByRays<const N: usize> {
    /// Where they lead.
    pub(crate) reach: Reach<N>,
    /// For each square, the `hidden_dependencies` (`tables.rs`) of its paths.
    pub(crate) hidden_dependencies: Arc<[Bitboard<N>]>,
}

/// The squares on which a group of paths depends, and its table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Group<const N: usize> {
    pub(crate) mask: Bitboard<N>,
    /// The offset of the table in [`Lookups::data`]. It has one entry for each subset of `mask`.
    pub(crate) start: u32,
    /// The proof that the processor gathers bits quickly: only then are there groups.
    pub(crate) gathers: GathersBits,
}

/// All lookup tables of a game.
pub(crate) struct Lookups<const N: usize> {
    /// Sets of destinations: masks of leaps by square, and tables by packed occupancy.
    pub(crate) data: Box<[Bitboard<N>]>,
    /// The groups of all slots.
    pub(crate) groups: Box<[Group<N>]>,
    /// For each group its `hidden_dependencies` (`tables.rs`).
    pub(crate) hidden_dependencies: Box<[Bitboard<N>]>,
}

impl<const N: usize> Lookups<N> {
    /// Returns the bytes that the tables take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.data) + size_of_val(&*self.groups) + size_of_val(&*self.hidden_dependencies)
    }

    /// Returns the destinations of a leap from `from`.
    #[inline(always)]
    pub fn leap(&self, start: u32, from: Square) -> Bitboard<N> {
        self.entry(start as usize + from.index())
    }

    /// Returns the destinations by one slot from `from`.
    #[inline(always)]
    pub fn slot(&self, start: u32, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let group = self.groups.get(start as usize + from.index());
        debug_assert!(group.is_some(), "a slot has a group for each square");
        let Some(group) = group else { return Bitboard::EMPTY };
        self.entry(group.start as usize + gather(group.gathers, occupied, &group.mask))
    }

    /// Returns the `hidden_dependencies` (`tables.rs`) of one slot from `from`.
    #[inline(always)]
    pub fn hidden_dependencies(&self, start: u32, from: Square) -> Bitboard<N> {
        self.hidden_dependencies[start as usize + from.index()]
    }

    /// Returns an entry of the data. All indices come from the tables and are valid; an invalid one would give the
    /// empty set. PERF: a loop that cannot panic keeps its sums in registers.
    #[inline(always)]
    fn entry(&self, index: usize) -> Bitboard<N> {
        debug_assert!(index < self.data.len(), "tables address what they have made");
        self.data.get(index).copied().unwrap_or(Bitboard::EMPTY)
    }

    /// Returns the destinations of a part from `from`, whatever stands on them.
    #[inline(always)]
    pub fn targets(&self, targets: &Targets<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match targets {
            Targets::Leap(start) => self.leap(*start, from),
            Targets::Slots(slots) => {
                slots.iter().fold(Bitboard::EMPTY, |all, &slot| all | self.slot(slot, from, occupied))
            }
            Targets::Reach(by) => by_rays(&by.reach, from, occupied),
        }
    }
}

/// Returns the destinations by rays.
#[inline(never)]
fn by_rays<const N: usize>(reach: &Reach<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
    reach.targets(from, occupied)
}

/// Packs the bits of a set at the squares of a mask into an index.
#[inline(always)]
pub(crate) fn gather<const N: usize>(gathers: GathersBits, set: &Bitboard<N>, mask: &Bitboard<N>) -> usize {
    let mut packed = 0;
    let mut width = 0;
    each_word!(N, |word| {
        packed |= pext(gathers, set.0[word], mask.0[word]) << (width & 63);
        width += mask.0[word].count_ones();
    });
    packed as usize
}

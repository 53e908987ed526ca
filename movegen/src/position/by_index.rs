//! Values by square, or by content of a square.

use crate::position::cell::Cell;
use betza_ir::bitboard::is_large;
use betza_ir::geometry::Square;
use std::ops::{Index, IndexMut};

/// A value for each square, or for each content of a square.
///
/// PERF: on boards of up to 256 squares all values lie in place, and an index of one byte needs no bounds check. On
/// large boards those with higher indices lie apart.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ByIndex<T, const N: usize> {
    near: [T; 256],
    far: Option<Box<[T]>>,
}

impl<T: Copy, const N: usize> ByIndex<T, N> {
    /// Returns this value for every square of the largest board of `N` words.
    pub fn of_squares(value: T) -> ByIndex<T, N> {
        ByIndex::new(value, 64 * N)
    }

    /// Returns this value for every content of a square.
    pub fn of_cells(value: T) -> ByIndex<T, N> {
        ByIndex::new(value, Cell::INDICES)
    }

    fn new(value: T, all: usize) -> ByIndex<T, N> {
        ByIndex { near: [value; 256], far: is_large(N).then(|| vec![value; all - 256].into()) }
    }

    #[inline(always)]
    fn get(&self, index: usize) -> &T {
        if is_large(N)
            && let Some(far) = index.checked_sub(256)
        {
            return &self.far.as_deref().unwrap_or_default()[far];
        }
        &self.near[index & 255]
    }

    #[inline(always)]
    fn get_mut(&mut self, index: usize) -> &mut T {
        if is_large(N)
            && let Some(far) = index.checked_sub(256)
        {
            return &mut self.far.as_deref_mut().unwrap_or_default()[far];
        }
        &mut self.near[index & 255]
    }
}

impl<T: Copy, const N: usize> Index<Square> for ByIndex<T, N> {
    type Output = T;
    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        self.get(square.index())
    }
}

impl<T: Copy, const N: usize> IndexMut<Square> for ByIndex<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        self.get_mut(square.index())
    }
}

impl<T: Copy, const N: usize> Index<Cell> for ByIndex<T, N> {
    type Output = T;
    #[inline(always)]
    fn index(&self, cell: Cell) -> &T {
        self.get(cell.index())
    }
}

impl<T: Copy, const N: usize> IndexMut<Cell> for ByIndex<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        self.get_mut(cell.index())
    }
}

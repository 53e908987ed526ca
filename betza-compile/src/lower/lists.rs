//! Keeps lists of what paths have done. Lists with a common beginning share it.

use super::coords::At;
use betza_ir::geometry::{Square, Vector};
use betza_ir::hash::QuickMap;

/// The number of a list in [`Lists`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct List(u32);

impl List {
    pub const EMPTY: List = List(0);
}

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Entry {
    /// A square.
    Square(Square),
    /// The piece that stood on the second square before the move now stands on the first.
    Put(Square, Square),
    /// A leg has taken a course.
    Course(u16, u16),
    /// A leg has led to a place: leg, heading, phase, square (docs/notation, M6).
    Place(u16, Option<Vector>, u16, At),
}

/// All lists, as nodes that point to the rest of their list.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    nodes: Vec<(List, Entry)>,
    /// The canonical lists, by the rest of the list and the last entry.
    settled: QuickMap<(List, Entry), List>,
    /// Memory for [`Lists::settle`].
    loose: Vec<Entry>,
}

impl Lists {
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.settled.clear();
    }

    #[must_use]
    #[inline]
    pub fn push(&mut self, list: List, item: Entry) -> List {
        self.nodes.push((list, item));
        List(self.nodes.len() as u32)
    }

    /// Returns the list without its last entry, and that entry.
    pub fn pop(&self, list: List) -> Option<(List, Entry)> {
        self.nodes.get((list.0 as usize).wrapping_sub(1)).copied()
    }

    /// Returns the canonical list with the same entries, so that lists can be compared by their numbers.
    #[must_use]
    pub fn settle(&mut self, mut list: List) -> List {
        let mut loose = std::mem::take(&mut self.loose);
        while let Some((rest, item)) = self.pop(list)
            && self.settled.get(&(rest, item)) != Some(&list)
        {
            loose.push(item);
            list = rest;
        }
        for item in loose.drain(..).rev() {
            list = match self.settled.get(&(list, item)) {
                Some(&known) => known,
                None => {
                    let new = self.push(list, item);
                    self.settled.insert((list, item), new);
                    new
                }
            };
        }
        self.loose = loose;
        list
    }

    /// Returns the entries, last one first.
    pub fn iter(&self, mut list: List) -> impl Iterator<Item = Entry> + '_ {
        std::iter::from_fn(move || {
            let (rest, item) = self.pop(list)?;
            list = rest;
            Some(item)
        })
    }

    /// Returns the squares in the list, last one first.
    pub fn squares(&self, list: List) -> impl Iterator<Item = Square> + '_ {
        self.iter(list).filter_map(|item| if let Entry::Square(s) = item { Some(s) } else { None })
    }
}

//! Building the tables of [`super::lookup`].
//!
//! Tables are built only if the processor gathers bits quickly, which is detected when a game is compiled, and only
//! while they are small. Otherwise the rays of [`betza_compile::lower::Reach`] are used.

use crate::compile::lookup::{ByRays, Group, Lookups, SLOTS, Targets, gather};
use crate::compile::processor::{GathersBits, Processor};
use arrayvec::ArrayVec;
use betza_compile::lower::{Lookup, Path, Reach};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::hash::QuickMap;
use betza_ir::sorted::{self, ListMap};
use std::sync::Arc;

/// The most squares on which a group depends.
const GROUP_BITS: u32 = 12;

/// The most bytes of all tables that are divided by kinds of direction, so that they stay in a processor's
/// second-level cache. Those divided by lines may take as much again.
const BUDGET: usize = 1 << 20;

/// The most paths from a square for which [`hidden_dependencies`] looks for rides.
const RIDE_PATHS: usize = 64;

/// Builds the tables of a game.
pub(crate) struct Tables<'a, const N: usize> {
    board: &'a Board,
    data: Vec<Bitboard<N>>,
    groups: Vec<Group<N>>,
    hidden_dependencies: Vec<Bitboard<N>>,
    /// The lookups that have been built. Lowering shares what pieces and sides have in common, so that most are found
    /// here again.
    known: Vec<(Reach<N>, Targets<N>)>,
    /// The offsets of leaps that are already there, by their masks.
    leaps: QuickMap<Vec<Bitboard<N>>, u32>,
    /// The tables that are already there, by origin and paths.
    made: QuickMap<(Square, Vec<PathTo<N>>), Group<N>>,
    /// The offsets of slots that are already there, by their groups.
    slots: QuickMap<Vec<Group<N>>, u32>,
    /// The proof that the processor gathers bits quickly; without it no tables by occupancy are built.
    gathers: Option<GathersBits>,
    /// The bytes left for each [`Division`].
    left: [usize; 2],
}

/// A destination and a path to it.
type PathTo<const N: usize> = (Square, Path<N>);

/// What tells the groups of a square apart: a kind of direction or a line, and a number.
type Key = (Vector, usize);

/// How the paths from a square are divided into groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    /// By kinds of direction (orthogonal, diagonal, ...).
    Kinds,
    /// By lines through the square.
    Lines,
}

impl<'a, const N: usize> Tables<'a, N> {
    #[inline(never)]
    pub fn new(board: &'a Board, processor: Processor) -> Tables<'a, N> {
        Tables {
            board,
            data: vec![Bitboard::EMPTY],
            groups: Vec::new(),
            hidden_dependencies: Vec::new(),
            known: Vec::new(),
            leaps: QuickMap::default(),
            made: QuickMap::default(),
            slots: QuickMap::default(),
            left: [BUDGET; 2],
            gathers: processor.gathers_bits(),
        }
    }

    /// Returns the finished tables.
    #[inline(never)]
    pub fn finish(self) -> Lookups<N> {
        Lookups {
            data: self.data.into(),
            groups: self.groups.into(),
            hidden_dependencies: self.hidden_dependencies.into(),
        }
    }

    /// Returns the fastest lookup of a part's destinations, which is built if need be.
    pub fn targets(&mut self, reach: &Reach<N>) -> Targets<N> {
        if let Some((_, targets)) = self.known.iter().find(|(known, _)| known.is_shared_with(reach)) {
            return targets.clone();
        }
        let targets = self.fresh(reach);
        self.known.push((reach.clone(), targets.clone()));
        targets
    }

    fn fresh(&mut self, reach: &Reach<N>) -> Targets<N> {
        if let Lookup::Leap(masks) = reach.lookup() {
            let fresh = self.data.len() as u32;
            let start = *self.leaps.entry(masks.to_vec()).or_insert(fresh);
            if start == fresh {
                self.data.extend_from_slice(masks);
            }
            return Targets::Leap(start);
        }
        let divided = self.slots(reach, Division::Kinds).or_else(|| self.slots(reach, Division::Lines));
        divided.map_or_else(|| Targets::Reach(Arc::new(self.by_rays(reach))), Targets::Slots)
    }

    fn by_rays(&self, reach: &Reach<N>) -> ByRays<N> {
        let hidden = |i| hidden_dependencies(&reach.paths_from(Square::from_index(i)));
        ByRays { reach: reach.clone(), hidden_dependencies: (0..self.board.area()).map(hidden).collect() }
    }

    /// Returns the slots of a part; `None` if they would be too many or too large.
    #[inline(never)]
    fn slots(&mut self, reach: &Reach<N>, division: Division) -> Option<ArrayVec<u32, SLOTS>> {
        let gathers = self.gathers?;
        let squares: Vec<Square> = self.board.squares().collect();
        let mut slots: ListMap<Key, Vec<(Square, Vec<PathTo<N>>)>> = ListMap::new();
        for &from in &squares {
            for (key, paths) in self.groups(reach, from, division) {
                sorted::at_key(&mut slots, key, Vec::new).push((from, paths));
            }
        }
        let is_fresh = |g: &&(Square, Vec<PathTo<N>>)| !self.made.contains_key(*g);
        let size = |g: &(Square, Vec<PathTo<N>>)| size_of::<Bitboard<N>>() << mask_of(&g.1).count().min(40);
        let bytes =
            slots.iter().flat_map(|(_, groups)| groups).filter(is_fresh).map(size).fold(0, usize::saturating_add);
        let left = &mut self.left[division as usize];
        if bytes > *left || slots.len() > SLOTS {
            return None;
        }
        *left -= bytes;
        let mut starts = ArrayVec::new();
        for (_, groups) in slots {
            // Squares without a group use the empty set at offset 0.
            let mut slot = vec![Group { mask: Bitboard::EMPTY, start: 0, gathers }; self.board.area()];
            let mut hidden = vec![Bitboard::EMPTY; self.board.area()];
            for (from, paths) in groups {
                hidden[from.index()] = hidden_dependencies(&paths);
                slot[from.index()] = self.table(gathers, from, paths);
            }
            let fresh = self.groups.len() as u32;
            let start = *self.slots.entry(slot.clone()).or_insert(fresh);
            if start == fresh {
                self.groups.extend(slot);
                self.hidden_dependencies.extend(hidden);
            }
            starts.push(start);
        }
        Some(starts)
    }

    /// Returns the table of a group of paths from a square.
    fn table(&mut self, gathers: GathersBits, from: Square, paths: Vec<PathTo<N>>) -> Group<N> {
        let key = (from, paths);
        if let Some(&made) = self.made.get(&key) {
            return made;
        }
        let paths = &key.1;
        let mask = mask_of(paths);
        let group = Group { mask, start: self.data.len() as u32, gathers };
        let start = self.data.len();
        let all = (1_usize << mask.count()) - 1;
        self.data.resize(start + all + 1, Bitboard::EMPTY);
        for (to, path) in paths {
            let [empty, occupied, one_of] =
                [path.empty, path.occupied, path.one_of].map(|set| gather(gathers, &set, &mask));
            if empty & occupied != 0 {
                continue;
            }
            // Only the indices at which the path may be open, which are few: the subsets of the free squares in turn
            // (the "carry-rippler").
            let free = all & !(empty | occupied);
            let mut rest = 0_usize;
            loop {
                let index = occupied | rest;
                if one_of == 0 || (index & one_of).count_ones() == 1 {
                    self.data[start + index].insert(*to);
                }
                rest = rest.wrapping_sub(free) & free;
                if rest == 0 {
                    break;
                }
            }
        }
        self.made.insert(key, group);
        group
    }

    /// Returns the paths from a square, divided into groups that depend on few squares each. All paths to one square
    /// are in one group. Paths of one kind of direction, or of one line, stay together, so that pieces which share them
    /// share their tables.
    fn groups(&self, reach: &Reach<N>, from: Square, division: Division) -> Vec<(Key, Vec<PathTo<N>>)> {
        let mut found: ListMap<Vector, Vec<PathTo<N>>> = ListMap::new();
        for (to, path) in reach.paths_from(from) {
            let unit = self.board.vector(from, to).reduced();
            let (long, short) = unit.size();
            let key = match division {
                Division::Kinds => Vector::new(long as i16, short as i16),
                Division::Lines => unit.max(-unit),
            };
            sorted::at_key(&mut found, key, Vec::new).push((to, path));
        }
        let numbered = |(key, paths): (Vector, Vec<PathTo<N>>)| {
            divide(paths).into_iter().enumerate().map(move |(i, mut paths)| {
                sorted::sort_by_key(&mut paths, |path| *path);
                ((key, i), paths)
            })
        };
        found.into_iter().flat_map(numbered).collect()
    }
}

/// Returns the squares on which these paths depend.
fn mask_of<const N: usize>(paths: &[PathTo<N>]) -> Bitboard<N> {
    paths.iter().fold(Bitboard::EMPTY, |all, w| all | w.1.squares())
}

/// Finds the hidden dependencies of these paths: squares that may open or close a path, but that are not themselves
/// among the destinations when they are occupied.
///
/// A ride has none: a piece that blocks one of its paths stands at the end of a shorter path. So the destinations of a
/// ride include all squares on which they depend.
fn hidden_dependencies<const N: usize>(paths: &[PathTo<N>]) -> Bitboard<N> {
    if paths.len() > RIDE_PATHS {
        return mask_of(paths);
    }
    let is_clear = |path: &Path<N>| path.occupied.is_empty() && path.one_of.is_empty();
    let mut hidden = Bitboard::EMPTY;
    for (_, path) in paths {
        let is_seen = |square: Square| {
            paths.iter().any(|(to, part)| *to == square && is_clear(part) && part.empty.is_subset(&path.empty))
        };
        let closing = path.squares().into_iter();
        hidden |= closing.filter(|&s| !is_clear(path) || !is_seen(s)).collect();
    }
    hidden
}

/// Divides paths into groups that depend on no more squares than a table can take, if possible. Paths that depend on
/// a common square or lead to the same square stay together.
fn divide<const N: usize>(paths: Vec<PathTo<N>>) -> Vec<Vec<PathTo<N>>> {
    if mask_of(&paths).count() <= GROUP_BITS {
        return vec![paths];
    }
    let mut parts: Vec<(Bitboard<N>, Bitboard<N>, Vec<PathTo<N>>)> = Vec::new();
    for path in paths {
        let mut joined = (path.1.squares(), Bitboard::of(path.0), vec![path]);
        let is_separate =
            |p: &(Bitboard<N>, Bitboard<N>, Vec<PathTo<N>>)| p.0.is_disjoint(&joined.0) && p.1.is_disjoint(&joined.1);
        let (separate, touching): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_separate);
        for part in touching {
            joined.0 |= part.0;
            joined.1 |= part.1;
            joined.2.extend(part.2);
        }
        parts = separate;
        parts.push(joined);
    }
    let mut groups: Vec<(Bitboard<N>, Vec<PathTo<N>>)> = Vec::new();
    for (mask, _, paths) in parts {
        match groups.iter_mut().find(|g| (g.0 | mask).count() <= GROUP_BITS) {
            Some(group) => {
                group.0 |= mask;
                group.1.extend(paths);
            }
            None => groups.push((mask, paths)),
        }
    }
    groups.into_iter().map(|g| g.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_compile::lower::{Lowering, LowersPieces};
    use betza_ir::geometry::Side;
    use betza_notation::{Dialect, read};
    use quickcheck::quickcheck;

    /// Returns whether the tables answer as the rays do, for a piece on every square of a board with this occupancy.
    fn agrees<const N: usize>(board: &Board, notation: &str, occupied: Bitboard<N>) -> bool
    where
        Lowering<N>: LowersPieces<N>,
    {
        let piece = read(notation, Dialect::Xbetza).expect("reads").piece;
        let lowered = Lowering::<N>::new(board).expect("fits").piece(&piece, Side::White).expect("lowers");
        let mut tables = Tables::new(board, Processor::with_tables());
        let targets: Vec<Targets<N>> = lowered.parts.iter().map(|part| tables.targets(&part.reach)).collect();
        let lookups = tables.finish();
        lowered.parts.iter().zip(&targets).all(|(part, targets)| {
            let agree = |s| lookups.targets(targets, s, &occupied) == part.reach.targets(s, &occupied);
            board.squares().all(agree)
        })
    }

    const PIECES: [&str; 8] = ["R", "Q", "B3", "NN", "fR", "N", "RF", "FnD"];

    quickcheck! {
        fn tables_answer_as_rays_do(words: (u64, u64), which: usize) -> bool {
            let notation = PIECES[which % PIECES.len()];
            let small = Board::new(8, 8).expect("a board");
            let large = Board::new(10, 9).expect("a board");
            let on_large: Bitboard<2> = Bitboard([words.0, words.1]) & large.squares().collect();
            agrees::<1>(&small, notation, Bitboard([words.0])) && agrees::<2>(&large, notation, on_large)
        }
    }
}

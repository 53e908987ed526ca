//! Where a piece can go, by looking up what is occupied on the squares that matter to it.
//!
//! For each square the paths of a part are gathered in groups that depend on few squares; the occupancy of those squares, packed by the
//! processor's bit gathering (PEXT), is the index into a table of destinations. It serves any fixed paths: slides, hops, lame
//! leaps, bent rides. Source: A. Fog's and G. Isenberg's notes on PEXT bitboards (chess programming wiki).
//!
//! Tables are made only where the processor that the crate is built for has PEXT, and only while they are small; elsewhere the rays of
//! [`betza_compile::lower::Reach`] answer.

use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Square, Vector};
use betza_compile::lower::{Lookup, Path, Reach};
use std::collections::HashMap;
use std::sync::Arc;

/// Whether the build may use PEXT.
const HAS_PEXT: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));

/// A group depends on at most this many squares.
const GROUP_BITS: u32 = 12;

/// All tables of a game together have at most this many bytes, so that they stay in a processor's second cache.
const BUDGET: usize = 1 << 20;

/// The destinations of one part, ready to be asked.
pub(crate) enum Targets<const N: usize> {
    /// They depend on nothing.
    Leap(Arc<[Bitboard<N>]>),
    /// One table for each square, into [`Tables::data`].
    Single(Box<[Group<N>]>),
    /// Several tables for each square, as many for all.
    Several { groups: Box<[Group<N>]>, each: usize },
    /// By rays.
    Reach(Reach<N>),
}

/// Squares that matter together, and where their table starts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Group<const N: usize> {
    mask: Bitboard<N>,
    start: u32,
}

impl<const N: usize> Targets<N> {
    /// The squares where a path from here ends, whatever they hold.
    #[inline(always)]
    pub fn of(&self, data: &[Bitboard<N>], from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match self {
            Targets::Leap(masks) => masks[from.index()],
            Targets::Single(groups) => groups[from.index()].look_up(data, occupied),
            Targets::Several { groups, each } => {
                let here = &groups[from.index() * each..][..*each];
                here.iter().fold(Bitboard::EMPTY, |all, g| all | g.look_up(data, occupied))
            }
            Targets::Reach(reach) => reach.targets(from, occupied),
        }
    }
}

impl<const N: usize> Group<N> {
    #[inline(always)]
    fn look_up(&self, data: &[Bitboard<N>], occupied: &Bitboard<N>) -> Bitboard<N> {
        data[self.start as usize + gather(occupied, &self.mask)]
    }
}

/// The bits of a set at the places of a mask, packed.
#[inline(always)]
fn gather<const N: usize>(set: &Bitboard<N>, mask: &Bitboard<N>) -> usize {
    let mut packed = 0;
    let mut width = 0;
    for (&bits, &places) in set.0.iter().zip(&mask.0) {
        packed |= pext(bits, places) << width;
        width += places.count_ones();
    }
    packed as usize
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn pext(bits: u64, places: u64) -> u64 {
    // SAFETY: the build's own target has BMI2, which is all that the instruction needs.
    #[allow(unused_unsafe)]
    unsafe {
        std::arch::x86_64::_pext_u64(bits, places)
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn pext(bits: u64, mut places: u64) -> u64 {
    let (mut packed, mut n) = (0, 0);
    while places != 0 {
        packed |= (bits >> places.trailing_zeros() & 1) << n;
        places &= places - 1;
        n += 1;
    }
    packed
}

/// Makes the tables of a game.
pub(crate) struct Tables<'a, const N: usize> {
    board: &'a Board,
    /// All tables, one after the other.
    pub data: Vec<Bitboard<N>>,
    /// Tables made before, by what they answer.
    made: HashMap<(Square, Vec<Way<N>>), Group<N>>,
    bytes_left: usize,
}

/// A path and where it ends.
type Way<const N: usize> = (Square, Path<N>);

impl<'a, const N: usize> Tables<'a, N> {
    pub fn new(board: &'a Board) -> Tables<'a, N> {
        // Tests make them everywhere, so that every build checks them.
        let bytes_left = if HAS_PEXT || cfg!(test) { BUDGET } else { 0 };
        Tables { board, data: vec![Bitboard::EMPTY], made: HashMap::new(), bytes_left }
    }

    /// The destinations of a part by the best means.
    pub fn targets(&mut self, reach: &Reach<N>) -> Targets<N> {
        if let Lookup::Leap(masks) = reach.lookup() {
            return Targets::Leap(Arc::clone(masks));
        }
        let squares: Vec<Square> = self.board.squares().collect();
        let ways: Vec<Vec<Vec<Way<N>>>> = squares.iter().map(|&from| self.groups(reach, from)).collect();
        let new = |(&from, groups): (&Square, &Vec<Vec<Way<N>>>)| -> usize {
            let fresh = groups.iter().filter(|g| !self.made.contains_key(&(from, (*g).clone())));
            fresh.map(|g| size_of::<Bitboard<N>>() << mask_of(g).count().min(40)).sum()
        };
        let bytes: usize = squares.iter().zip(&ways).map(new).fold(0, usize::saturating_add);
        if bytes > self.bytes_left {
            return Targets::Reach(reach.clone());
        }
        self.bytes_left -= bytes;
        let each = ways.iter().map(Vec::len).max().unwrap_or(0).max(1);
        // A square with fewer groups is filled up with the empty table at the start.
        let mut groups = vec![Group::default(); self.board.area() * each];
        for (&from, here) in squares.iter().zip(ways) {
            for (i, group) in here.into_iter().enumerate() {
                groups[from.index() * each + i] = self.table(from, group);
            }
        }
        let groups = groups.into_boxed_slice();
        if each == 1 { Targets::Single(groups) } else { Targets::Several { groups, each } }
    }

    /// The table of a group of paths.
    fn table(&mut self, from: Square, ways: Vec<Way<N>>) -> Group<N> {
        if let Some(&made) = self.made.get(&(from, ways.clone())) {
            return made;
        }
        let mask = mask_of(&ways);
        let group = Group { mask, start: self.data.len() as u32 };
        let places: Vec<Square> = mask.into_iter().collect();
        for index in 0..1_usize << places.len() {
            let chosen = places.iter().enumerate().filter(|(i, _)| index >> i & 1 != 0);
            let occupied: Bitboard<N> = chosen.map(|(_, &s)| s).collect();
            self.data.push(ways.iter().filter(|w| w.1.is_open(&occupied)).map(|w| w.0).collect());
        }
        self.made.insert((from, ways), group);
        group
    }

    /// The paths from a square, in groups of which each depends on few squares. Paths in directions of one kind (orthogonal, diagonal,
    /// ...) come together, so that pieces which share a kind of direction share its tables.
    fn groups(&self, reach: &Reach<N>, from: Square) -> Vec<Vec<Way<N>>> {
        let mut by_kind: Vec<((u16, u16), Vec<Way<N>>)> = Vec::new();
        for to in *reach.may_reach(from) {
            let way = Vector::new(
                (self.board.file(to) - self.board.file(from)) as i16,
                (self.board.rank(to) - self.board.rank(from)) as i16,
            );
            let kind = way.reduced().size();
            for path in reach.paths(from, to) {
                match by_kind.iter_mut().find(|k| k.0 == kind) {
                    Some(found) => found.1.push((to, path)),
                    None => by_kind.push((kind, vec![(to, path)])),
                }
            }
        }
        by_kind.sort_by_key(|k| k.0);
        by_kind.into_iter().flat_map(|(_, ways)| divide(ways)).collect()
    }
}

fn mask_of<const N: usize>(ways: &[Way<N>]) -> Bitboard<N> {
    ways.iter().fold(Bitboard::EMPTY, |all, w| all | w.1.squares())
}

/// Divides paths into groups that depend on no more squares than a table can take, keeping together what depends on the same squares.
fn divide<const N: usize>(ways: Vec<Way<N>>) -> Vec<Vec<Way<N>>> {
    if mask_of(&ways).count() <= GROUP_BITS {
        return vec![ways];
    }
    let mut parts: Vec<(Bitboard<N>, Vec<Way<N>>)> = Vec::new();
    for way in ways {
        let mut joined = (way.1.squares(), vec![way]);
        let (apart, touching): (Vec<_>, Vec<_>) = parts.into_iter().partition(|p| p.0.is_disjoint(&joined.0));
        for part in touching {
            joined.0 |= part.0;
            joined.1.extend(part.1);
        }
        parts = apart;
        parts.push(joined);
    }
    let mut groups: Vec<(Bitboard<N>, Vec<Way<N>>)> = Vec::new();
    for (mask, ways) in parts {
        match groups.iter_mut().find(|g| (g.0 | mask).count() <= GROUP_BITS) {
            Some(group) => {
                group.0 |= mask;
                group.1.extend(ways);
            }
            None => groups.push((mask, ways)),
        }
    }
    for group in &mut groups {
        group.1.sort_unstable();
    }
    groups.into_iter().map(|g| g.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use betza_compile::geometry::Side;
    use betza_compile::lower::Lowering;
    use betza_compile::notation::{Dialect, read};
    use quickcheck::quickcheck;

    /// Whether the tables answer as the rays do, for a piece on every square of a board with this occupancy.
    fn agrees<const N: usize>(board: &Board, notation: &str, occupied: Bitboard<N>) -> bool {
        let piece = read(notation, Dialect::Xbetza).expect("reads").piece;
        let lowered = Lowering::<N>::new(board).expect("fits").piece(&piece, Side::White).expect("lowers");
        let mut tables = Tables::new(board);
        lowered.parts.iter().all(|part| {
            let targets = tables.targets(&part.reach);
            board.squares().all(|from| targets.of(&tables.data, from, &occupied) == part.reach.targets(from, &occupied))
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

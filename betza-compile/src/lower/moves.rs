//! Moves with what they do besides: set-wise, in one arena.

use crate::bitboard::Bitboard;
use crate::geometry::Square;
use crate::hash::QuickHasher;
use crate::scene::Outcome;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Moves of one piece from one square, distinct (SEMANTICS M7), by what they do besides going to their destination. The arena is
/// cleared and filled again without giving memory back, so that generation does not allocate once it is warm.
#[derive(Clone, Debug, Default)]
pub struct ChainMoves<const N: usize> {
    groups: Vec<Group<N>>,
    squares: Vec<Square>,
    relocations: Vec<(Square, Square)>,
    /// Groups by hash, once there are many: open addressing, 0 is free, else the group's number and 1.
    index: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Group<const N: usize> {
    hash: u64,
    to: Bitboard<N>,
    vanishes: bool,
    passed: Bitboard<N>,
    captures: Range<u32>,
    path: Range<u32>,
    relocations: Range<u32>,
}

/// Moves that do the same besides.
///
/// What stands on the destination before the move is captured unless `relocations` puts it elsewhere (the mover's own square, in a move
/// that comes back, holds nobody); it is not named in `captures`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveGroup<'a, const N: usize> {
    /// The destinations: a move each.
    pub to: Bitboard<N>,
    /// There is also a move, of the same effects, in which the mover is removed. All its captures are named.
    pub vanishes: bool,
    /// The other squares whose piece is taken off the board, in order.
    pub captures: &'a [Square],
    /// Pieces put elsewhere, from where and to where, in order. One that was captured and put down on its own square is named too.
    pub relocations: &'a [(Square, Square)],
    /// Where the path's legs end, in order, if paths are counted; else empty.
    pub path: &'a [Square],
    /// The squares left open to en passant capture.
    pub passed: Bitboard<N>,
}

impl<const N: usize> MoveGroup<'_, N> {
    /// Whether the moves do nothing but go, or capture what stands where they go.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.vanishes && self.captures.is_empty() && self.relocations.is_empty() && self.path.is_empty()
    }

    /// How many moves these are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.to.count() + u32::from(self.vanishes)
    }
}

/// What a move does besides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Besides<'a> {
    pub captures: &'a [Square],
    pub relocations: &'a [(Square, Square)],
    pub path: &'a [Square],
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
struct Probe(usize);

/// Up to this many groups are searched one by one.
const FEW: usize = 8;

impl<const N: usize> ChainMoves<N> {
    /// None yet.
    #[must_use]
    pub fn new() -> ChainMoves<N> {
        ChainMoves::default()
    }

    /// Forgets all moves and keeps the memory.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.squares.clear();
        self.relocations.clear();
        self.index.clear();
    }

    /// How many moves there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.groups.iter().map(|g| u64::from(g.to.count()) + u64::from(g.vanishes)).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The moves one by one, as the walk writes them but for their paths, in order. `occupied` is what stands on the board, without the mover.
    #[must_use]
    pub fn outcomes(&self, occupied: &Bitboard<N>) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for group in self.groups() {
            let end = |to, captures| Outcome {
                to,
                captures,
                relocations: group.relocations.to_vec(),
                path: group.path.to_vec(),
                passed: group.passed.into_iter().collect(),
            };
            for to in group.to {
                let mut captures = group.captures.to_vec();
                if occupied.contains(to) && !group.relocations.iter().any(|r| r.0 == to) {
                    captures.push(to);
                    captures.sort_unstable();
                }
                outcomes.push(end(Some(to), captures));
            }
            if group.vanishes {
                outcomes.push(end(None, group.captures.to_vec()));
            }
        }
        outcomes.sort_unstable();
        outcomes
    }

    /// The moves by what they do besides, in the order found.
    pub fn groups(&self) -> impl Iterator<Item = MoveGroup<'_, N>> {
        self.groups.iter().map(|g| self.view(g))
    }

    fn view(&self, g: &Group<N>) -> MoveGroup<'_, N> {
        let squares = |r: &Range<u32>| &self.squares[r.start as usize..r.end as usize];
        MoveGroup {
            to: g.to,
            vanishes: g.vanishes,
            captures: squares(&g.captures),
            relocations: &self.relocations[g.relocations.start as usize..g.relocations.end as usize],
            path: squares(&g.path),
            passed: g.passed,
        }
    }

    /// Adds moves to these squares; with none, the one in which the mover is removed.
    pub(super) fn add(&mut self, to: Bitboard<N>, besides: Besides<'_>, passed: Bitboard<N>) {
        let hash = hash(&besides);
        let mut vanishes = to.is_empty();
        let mut new = to;
        let mut place = None;
        let mut probe = Probe::default();
        while let Some(number) = self.find(hash, &besides, &mut probe) {
            let group = &mut self.groups[number];
            new = new.without(group.to);
            vanishes &= !group.vanishes;
            if group.passed == passed {
                place = Some(number);
            }
        }
        if new.is_empty() && !vanishes {
            return;
        }
        if let Some(number) = place {
            self.groups[number].to |= new;
            self.groups[number].vanishes |= vanishes;
            return;
        }
        let start = self.squares.len() as u32;
        self.squares.extend_from_slice(besides.captures);
        let middle = self.squares.len() as u32;
        self.squares.extend_from_slice(besides.path);
        let end = self.squares.len() as u32;
        let first = self.relocations.len() as u32;
        self.relocations.extend_from_slice(besides.relocations);
        let relocations = first..self.relocations.len() as u32;
        self.groups.push(Group {
            hash,
            to: new,
            vanishes,
            passed,
            captures: start..middle,
            path: middle..end,
            relocations,
        });
        self.note(hash);
    }

    /// The next group that does the same besides.
    fn find(&self, hash: u64, besides: &Besides<'_>, probe: &mut Probe) -> Option<usize> {
        let is_it = |g: &Group<N>| {
            g.hash == hash && {
                let v = self.view(g);
                v.captures == besides.captures && v.relocations == besides.relocations && v.path == besides.path
            }
        };
        if self.index.is_empty() {
            let found = self.groups[probe.0..].iter().position(is_it)? + probe.0;
            probe.0 = found + 1;
            return Some(found);
        }
        let mask = self.index.len() - 1;
        loop {
            let number = self.index[(hash as usize).wrapping_add(probe.0) & mask] as usize;
            probe.0 += 1;
            if is_it(self.groups.get(number.checked_sub(1)?)?) {
                return Some(number - 1);
            }
        }
    }

    /// Puts the last group into the index, once there are many.
    fn note(&mut self, hash: u64) {
        if self.groups.len() <= FEW {
            return;
        }
        if self.groups.len() * 2 > self.index.len() {
            let size = (self.groups.len() * 4).next_power_of_two();
            self.index.clear();
            self.index.resize(size, 0);
            for i in 0..self.groups.len() {
                self.enter(self.groups[i].hash, i);
            }
        } else {
            self.enter(hash, self.groups.len() - 1);
        }
    }

    fn enter(&mut self, hash: u64, number: usize) {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = number as u32 + 1;
    }
}

fn hash(besides: &Besides<'_>) -> u64 {
    if besides.captures.is_empty() && besides.relocations.is_empty() && besides.path.is_empty() {
        return 0;
    }
    let mut hasher = QuickHasher::default();
    (besides.captures, besides.relocations, besides.path).hash(&mut hasher);
    hasher.finish()
}

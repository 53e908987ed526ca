//! Moves in sets: destinations grouped by the side effects of the moves, in one arena.

use crate::scene::Outcome;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::hash::QuickHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The distinct moves (docs/notation, M7) of one piece from one square, grouped by their side effects. The arena keeps
/// its memory when it is cleared, so generation stops allocating after the first positions.
#[derive(Clone, Debug, Default)]
pub struct ChainMoves<const N: usize> {
    groups: Vec<Group<N>>,
    squares: Vec<Square>,
    relocations: Vec<(Square, Square)>,
    /// An index of the groups by hash, once there are many. It uses open addressing; 0 is a free slot, any other value
    /// is the group's number plus 1.
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

/// Moves with the same side effects.
///
/// The piece on the destination is captured unless `relocations` puts it elsewhere, and is not listed in `captures`. A
/// move that comes back to its origin finds that square empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveGroup<'a, const N: usize> {
    /// The destinations, one move for each.
    pub to: Bitboard<N>,
    /// There is also a move with these effects in which the mover is removed. All its captures are listed.
    pub vanishes: bool,
    /// The other squares whose piece is taken off the board, in order.
    pub captures: &'a [Square],
    /// Pieces put elsewhere, as origin and new square, in order. A piece that was captured and put down on its own
    /// square is listed too.
    pub relocations: &'a [(Square, Square)],
    /// The squares where the legs end, in order, if paths are counted; else empty.
    pub path: &'a [Square],
    /// The squares left open to en passant capture.
    pub passed: Bitboard<N>,
}

impl<const N: usize> MoveGroup<'_, N> {
    /// Returns whether these are plain moves and captures without side effects.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.vanishes && self.captures.is_empty() && self.relocations.is_empty() && self.path.is_empty()
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.to.count() + u32::from(self.vanishes)
    }
}

/// The side effects of a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideEffects<'a> {
    pub captures: &'a [Square],
    pub relocations: &'a [(Square, Square)],
    pub path: &'a [Square],
}

/// How far a search for a group has come.
#[derive(Clone, Copy, Debug, Default)]
struct Probe(usize);

/// Up to this many groups are searched one by one.
const FEW: usize = 8;

impl<const N: usize> ChainMoves<N> {
    /// Returns an empty arena.
    #[must_use]
    pub fn new() -> ChainMoves<N> {
        ChainMoves::default()
    }

    /// Removes all moves and keeps the memory.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.squares.clear();
        self.relocations.clear();
        self.index.clear();
    }

    /// Returns the number of moves in all groups.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.groups.iter().map(|g| u64::from(g.to.count()) + u64::from(g.vanishes)).sum()
    }

    /// Returns whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the moves one by one and in order, in the walk's form without paths. `occupied` is the occupancy without
    /// the mover.
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

    /// Returns the groups, in the order in which they were found.
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

    /// Adds moves to these squares; an empty set stands for the move in which the mover is removed.
    pub(super) fn add(&mut self, to: Bitboard<N>, effects: SideEffects<'_>, passed: Bitboard<N>) {
        let hash = hash(&effects);
        let mut vanishes = to.is_empty();
        let mut new = to;
        let mut place = None;
        let mut probe = Probe::default();
        while let Some(number) = self.find(hash, &effects, &mut probe) {
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
        self.squares.extend_from_slice(effects.captures);
        let middle = self.squares.len() as u32;
        self.squares.extend_from_slice(effects.path);
        let end = self.squares.len() as u32;
        let first = self.relocations.len() as u32;
        self.relocations.extend_from_slice(effects.relocations);
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

    /// Returns the next group with these side effects.
    fn find(&self, hash: u64, effects: &SideEffects<'_>, probe: &mut Probe) -> Option<usize> {
        let is_it = |g: &Group<N>| {
            g.hash == hash && {
                let v = self.view(g);
                v.captures == effects.captures && v.relocations == effects.relocations && v.path == effects.path
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

fn hash(effects: &SideEffects<'_>) -> u64 {
    if effects.captures.is_empty() && effects.relocations.is_empty() && effects.path.is_empty() {
        return 0;
    }
    let mut hasher = QuickHasher::default();
    (effects.captures, effects.relocations, effects.path).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[usize]) -> Bitboard<1> {
        squares.iter().map(|&square| Square::from_index(square)).collect()
    }

    /// Moves with the same effects that leave the same squares open to en passant are one group, and no move is there
    /// twice.
    #[test]
    fn moves_are_grouped_by_effects_and_passed_squares() {
        let mut moves = ChainMoves::<1>::new();
        let (none, captures) = (SideEffects::default(), [Square::from_index(20)]);
        let takes = SideEffects { captures: &captures, ..none };
        moves.add(set(&[1, 2]), none, set(&[9]));
        moves.add(set(&[3]), none, set(&[10]));
        moves.add(set(&[2, 4]), none, set(&[9]));
        moves.add(set(&[1]), takes, set(&[9]));
        // The mover is removed.
        moves.add(set(&[]), takes, set(&[9]));
        moves.add(set(&[]), takes, set(&[10]));
        let groups: Vec<_> = moves.groups().map(|g| (g.to, g.passed, g.captures.len(), g.vanishes)).collect();
        assert_eq!(
            groups,
            [
                (set(&[1, 2, 4]), set(&[9]), 0, false),
                (set(&[3]), set(&[10]), 0, false),
                (set(&[1]), set(&[9]), 1, true)
            ]
        );
        assert_eq!(moves.count(), 3 + 1 + 2);
    }

    #[test]
    fn many_groups_are_found_again() {
        let mut moves = ChainMoves::<1>::new();
        for _ in 0..2 {
            for (first, second) in (0..30).flat_map(|first| (0..30).map(move |second| (first, second))) {
                let captures = [first, second].map(Square::from_index);
                let effects = SideEffects { captures: &captures, ..SideEffects::default() };
                moves.add(set(&[first]), effects, set(&[]));
            }
        }
        assert_eq!((moves.groups().count(), moves.count()), (900, 900));
    }
}

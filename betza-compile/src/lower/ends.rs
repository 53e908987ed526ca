//! Splits paths to which their own end matters into those that end on an empty square and those that end on a piece.
//!
//! Such a path has passed its end before, or stops before the first piece in its way and then steps onto it. To find
//! what a piece would capture on a square that is empty now, as for a royal that may go there, use the latter.

use super::reach::{Lookup, Path, Reach, Ways};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use std::sync::Arc;

/// What stands on the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    Empty,
    /// A piece.
    Occupied,
}

impl<const N: usize> Reach<N> {
    /// Returns whether what stands on its own end matters to some path.
    #[must_use]
    pub fn sees_ends(&self) -> bool {
        let Lookup::Ways(ways) = &self.ahead else { return false };
        ways.ways.iter().any(|(path, ends)| !path.squares().is_disjoint(ends))
    }

    /// Returns the paths that may be open with such an end, with what they need of all other squares.
    #[must_use]
    pub fn ending_on(&self, end: End) -> Reach<N> {
        let area = self.may_reach.len();
        let none = || vec![Bitboard::EMPTY; area];
        let (mut may_reach, mut may_come_from, mut depends_on) = (none(), none(), none());
        let mut ahead: Vec<Vec<(Path<N>, Bitboard<N>)>> = vec![Vec::new(); area];
        let mut back = ahead.clone();
        for i in 0..area {
            let from = Square::from_index(i);
            for (to, path) in self.ahead.paths_from(from) {
                let Some(path) = path.with_end(to, end) else { continue };
                may_reach[i].insert(to);
                may_come_from[to.index()].insert(from);
                depends_on[i] |= path.squares() | Bitboard::of(to);
                ahead[i].push((path, Bitboard::of(to)));
                back[to.index()].push((path, Bitboard::of(from)));
            }
        }
        Reach {
            ahead: ways(ahead),
            back: vec![ways(back)],
            may_reach: may_reach.into(),
            may_come_from: may_come_from.into(),
            depends_on: depends_on.into(),
        }
    }
}

impl<const N: usize> Path<N> {
    /// Returns what the path needs of the other squares with such an end; `None` if it is closed then.
    fn with_end(mut self, to: Square, end: End) -> Option<Path<N>> {
        let bit = Bitboard::of(to);
        match end {
            End::Empty if self.occupied.contains(to) => return None,
            End::Occupied if self.empty.contains(to) => return None,
            // The end is the one that is occupied, so that the others are empty.
            End::Occupied if self.one_of.contains(to) => {
                self.empty |= self.one_of;
                self.one_of = Bitboard::EMPTY;
            }
            // One of the others must be occupied; without others none can be.
            End::Empty if self.one_of == bit => return None,
            End::Empty | End::Occupied => {}
        }
        self.empty = self.empty.without(bit);
        self.occupied = self.occupied.without(bit);
        self.one_of = self.one_of.without(bit);
        Some(self)
    }
}

/// Returns these paths, which are given by origin, as one lookup.
fn ways<const N: usize>(paths: Vec<Vec<(Path<N>, Bitboard<N>)>>) -> Lookup<N> {
    let mut all = Ways::default();
    for paths in paths {
        all.starts.push(all.ways.len() as u32);
        all.ways.extend(paths);
    }
    all.starts.push(all.ways.len() as u32);
    Lookup::Ways(Arc::new(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::Lowering;
    use betza_ir::geometry::{Board, Side};
    use betza_notation::{Dialect, read};
    use quickcheck::quickcheck;

    /// Riders that stop before the first piece and step onto it, and others that come round to where they were.
    const PIECES: [(&str, Dialect); 4] =
        [("R3yK", Dialect::Extended), ("qR", Dialect::Betza), ("opR", Dialect::Xbetza), ("Q", Dialect::Betza)];

    quickcheck! {
        fn parts_are_open_as_the_whole_is(which: usize, occupied: u64) -> bool {
            let board = Board::new(8, 8).expect("a board");
            let (text, dialect) = PIECES[which % PIECES.len()];
            let piece = read(text, dialect).expect("reads").piece;
            let lowered = Lowering::<1>::new(&board).expect("fits").lower(&piece, Side::White).expect("lowers");
            lowered.parts.iter().all(|part| {
                let parts = [End::Empty, End::Occupied].map(|end| part.reach.ending_on(end));
                board.squares().all(|from| {
                    board.squares().filter(|to| *to != from).all(|to| {
                        [false, true].into_iter().all(|is_occupied| {
                            let mut set = Bitboard([occupied]).without(Bitboard::of(to));
                            if is_occupied {
                                set.insert(to);
                            }
                            let whole = part.reach.targets(from, &set).contains(to);
                            let alone = &parts[usize::from(is_occupied)];
                            let paths = alone.paths(from, to).all(|path| !path.squares().contains(to));
                            paths
                                && alone.targets(from, &set).contains(to) == whole
                                && alone.sources(to, &set).contains(from) == whole
                        })
                    })
                })
            })
        }
    }
}

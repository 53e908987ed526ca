//! Limits reaches to regions: palaces, grids, and other sets of squares that a piece may not leave.

use super::reach::{Lookup, Rays, Reach, Ride, Ways};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};
use std::sync::Arc;

impl<const N: usize> Reach<N> {
    /// Returns the paths that end on a square of `keep`, which has a set for each origin. The squares between may lie
    /// anywhere.
    ///
    /// # Panics
    /// If `keep` has fewer sets than the board has squares.
    #[must_use]
    pub fn narrowed(&self, board: &Board, keep: &[Bitboard<N>]) -> Reach<N> {
        let mut turned = vec![Bitboard::EMPTY; keep.len()];
        for from in board.squares() {
            for to in *self.may_reach(from) & keep[from.index()] {
                turned[to.index()].insert(from);
            }
        }
        let both = |sets: &[Bitboard<N>], keep: &[Bitboard<N>]| sets.iter().zip(keep).map(|(a, b)| *a & *b).collect();
        Reach {
            ahead: self.ahead.narrowed(board, keep),
            back: self.back.iter().map(|lookup| lookup.narrowed(board, &turned)).collect(),
            may_reach: both(&self.may_reach, keep),
            may_come_from: both(&self.may_come_from, &turned),
            depends_on: Arc::clone(&self.depends_on),
        }
    }
}

impl<const N: usize> Lookup<N> {
    fn narrowed(&self, board: &Board, keep: &[Bitboard<N>]) -> Lookup<N> {
        match self {
            Lookup::Leap(masks) => Lookup::Leap(masks.iter().zip(keep).map(|(a, b)| *a & *b).collect()),
            Lookup::Slide(rays) => Lookup::Slide(rays.narrowed(keep)),
            Lookup::Hop(rays) => Lookup::Hop(rays.narrowed(keep)),
            // A grasshopper's end is found as the first one behind its hurdle, so removing ends would change the
            // others.
            Lookup::HopOnto(_) => Lookup::Ways(Arc::new(self.as_ways(board, keep))),
            Lookup::Ride(ride) => {
                let mut ride = Ride::clone(ride);
                for (i, kept) in keep.iter().enumerate() {
                    let (Some(&start), Some(&end)) = (ride.starts.get(i), ride.starts.get(i + 1)) else { continue };
                    for node in &mut ride.nodes[start as usize..end as usize] {
                        node.is_end &= kept.contains(node.square);
                    }
                }
                Lookup::Ride(Arc::new(ride))
            }
            Lookup::Ways(ways) => {
                let mut ways = Ways::clone(ways);
                for (i, kept) in keep.iter().enumerate() {
                    let (Some(&start), Some(&end)) = (ways.starts.get(i), ways.starts.get(i + 1)) else { continue };
                    for (_, ends) in &mut ways.ways[start as usize..end as usize] {
                        *ends &= *kept;
                    }
                }
                Lookup::Ways(Arc::new(ways))
            }
        }
    }

    /// Returns the paths one by one.
    fn as_ways(&self, board: &Board, keep: &[Bitboard<N>]) -> Ways<N> {
        let on_board: Bitboard<N> = board.squares().collect();
        let mut ways = Ways::default();
        for (i, kept) in keep.iter().enumerate() {
            ways.starts.push(ways.ways.len() as u32);
            let from = Square::from_index(i);
            if !on_board.contains(from) {
                continue;
            }
            for to in on_board & *kept {
                ways.ways.extend(self.paths(from, to).map(|path| (path, Bitboard::of(to))));
            }
        }
        ways.starts.push(ways.ways.len() as u32);
        ways
    }
}

impl<const N: usize> Rays<N> {
    fn narrowed(&self, keep: &[Bitboard<N>]) -> Rays<N> {
        let table = |table: &Arc<[_]>| -> Arc<[super::rays::Ray<N>]> {
            let ray =
                |(ray, kept): (&super::rays::Ray<N>, &Bitboard<N>)| super::rays::Ray { ends: ray.ends & *kept, ..*ray };
            table.iter().zip(keep).map(ray).collect()
        };
        Rays {
            ascending: self.ascending.iter().map(table).collect(),
            descending: self.descending.iter().map(table).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::Lowering;
    use betza_ir::geometry::Side;
    use betza_notation::{Dialect, read};
    use quickcheck::quickcheck;

    /// Leaps, slides, hops of both kinds, bent rides, lame leaps.
    const PIECES: [(&str, Dialect); 7] = [
        ("N", Dialect::Betza),
        ("Q", Dialect::Betza),
        ("pR", Dialect::Betza),
        ("gQ", Dialect::Betza),
        ("nN", Dialect::Xbetza),
        ("yafsF", Dialect::Xbetza),
        ("jD", Dialect::Betza),
    ];

    quickcheck! {
        fn what_is_narrowed_ends_where_it_may(which: usize, occupied: u64, kept: Vec<u64>) -> bool {
            let board = Board::new(8, 8).expect("a board");
            let (text, dialect) = PIECES[which % PIECES.len()];
            let piece = read(text, dialect).expect("reads").piece;
            let lowered = Lowering::<1>::new(&board).expect("fits").lower(&piece, Side::White).expect("lowers");
            let keep: Vec<Bitboard<1>> =
                (0..64).map(|i| Bitboard([kept.get(i % kept.len().max(1)).copied().unwrap_or(0x5a5a_a5a5_1234_8421)])).collect();
            let occupied = Bitboard([occupied]);
            lowered.parts.iter().all(|part| {
                let narrowed = part.reach.narrowed(&board, &keep);
                board.squares().all(|from| {
                    let expected = part.reach.targets(from, &occupied) & keep[from.index()];
                    let ahead = narrowed.targets(from, &occupied) == expected;
                    let back = board.squares().all(|to| {
                        narrowed.sources(to, &occupied).contains(from) == expected.contains(to)
                    });
                    let bound = expected.is_subset(narrowed.may_reach(from));
                    let paths = board.squares().all(|to| {
                        narrowed.paths(from, to).any(|p| p.is_open(&occupied)) == expected.contains(to)
                    });
                    ahead && back && bound && paths
                })
            })
        }
    }
}

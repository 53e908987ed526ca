//! Finding attackers by leaps and lines, with one mask for each class of kinds.

use crate::compile::reverse::{CLASS_CELLS, Classes, ReverseAttacks};
use crate::position::board::Position;
use crate::position::cell::Cell;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> ReverseAttacks<N> {
    /// Adds the pieces of each class to a list, for tests of several squares by [`ReverseAttacks::is_attacked_by`].
    ///
    /// PERF: with the classes united once, a further square costs a load and an intersection for each class.
    #[inline(always)]
    pub fn unite(&self, position: &Position<N>, pieces: &mut Classes<N>) {
        for [first, second] in &self.classes {
            pieces.push(position.sets[*first] | position.sets[*second]);
        }
    }

    /// Returns whether some of these pieces attack `to`. `is_open` tells whether the line from one of a set of squares
    /// is clear.
    ///
    /// PERF: goes class by class. To unite the classes first was slower: the compiler made vector code of sums over a
    /// few classes, which costs more than it saves.
    #[inline(always)]
    pub fn is_attacked_by(&self, pieces: &Classes<N>, to: Square, is_open: impl Fn(Bitboard<N>) -> bool) -> bool {
        let row = &self.masks[to.index() * pieces.len()..][..pieces.len()];
        let (leapers, sliders) = pieces.split_at(self.leaps.min(pieces.len()));
        let (leaps, lines) = row.split_at(leapers.len());
        leapers.iter().zip(leaps).any(|(pieces, from)| !pieces.is_disjoint(from))
            || sliders.iter().zip(lines).any(|(pieces, from)| is_open(*pieces & *from))
    }

    /// Returns the pieces that attack `to` by leaps, and those that do so by lines if these are clear.
    #[inline(always)]
    pub fn attacking(&self, position: &Position<N>, to: Square) -> (Bitboard<N>, Bitboard<N>) {
        let count = self.classes.len();
        let row = &self.masks[to.index() * count..][..count];
        let of = |classes: &[[Cell; CLASS_CELLS]], masks: &[Bitboard<N>]| {
            let mut found = Bitboard::EMPTY;
            for ([first, second], mask) in classes.iter().zip(masks) {
                found |= (position.sets[*first] | position.sets[*second]) & *mask;
            }
            found
        };
        let leaps = self.leaps.min(count);
        (of(&self.classes[..leaps], &row[..leaps]), of(&self.classes[leaps..], &row[leaps..]))
    }
}

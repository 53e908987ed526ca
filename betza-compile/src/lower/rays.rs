//! Finds sets of squares up to a first blocker, by arithmetic on the indices of squares.
//!
//! A [`Ray`] is a ride from one origin whose squares come in ascending or in descending order of index. Every straight
//! ride is such a ray, whatever its vector and range, and so are the halves of bent rides and many lame leaps. The only
//! condition is that a square is reached if and only if all blockers before it in that order are empty.

use betza_ir::bitboard::{Bitboard, each_word};
use betza_ir::geometry::Square;

/// A ride from one origin, forwards or reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ray<const N: usize> {
    /// The squares whose occupancy matters: all squares of the ride except the last.
    pub blockers: Bitboard<N>,
    /// The squares on which it may end.
    pub ends: Bitboard<N>,
}

/// In which order of index the squares of a ray are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// Towards higher indices.
    Ascending,
    /// Towards lower indices.
    Descending,
}

impl Order {
    /// Both orders.
    pub const BOTH: [Order; 2] = [Order::Ascending, Order::Descending];

    /// Returns all bits before a square in this order.
    #[inline]
    #[must_use]
    pub fn before<const N: usize>(self, square: Square) -> Bitboard<N> {
        let (word, bit) = (square.index() / 64, square.index() % 64);
        let mut out = [0; N];
        let at = |i| match self {
            Order::Ascending if i < word => u64::MAX,
            Order::Ascending if i == word => (1 << bit) - 1,
            Order::Descending if i > word => u64::MAX,
            Order::Descending if i == word => (u64::MAX << bit) << 1,
            _ => 0,
        };
        each_word!(N, |i| out[i] = at(i));
        Bitboard(out)
    }

    /// Returns the square that comes first in this order.
    #[inline]
    #[must_use]
    pub fn first<const N: usize>(self, set: &Bitboard<N>) -> Option<Square> {
        match self {
            Order::Ascending => set.first(),
            Order::Descending => set.last(),
        }
    }

    /// Returns the square that comes last in this order.
    #[inline]
    #[must_use]
    pub fn last<const N: usize>(self, set: &Bitboard<N>) -> Option<Square> {
        match self {
            Order::Ascending => set.last(),
            Order::Descending => set.first(),
        }
    }

    /// Returns all bits up to the first of `set` in this order, itself included; every bit if the set is empty.
    #[inline(always)]
    #[must_use]
    pub fn through_first<const N: usize>(self, set: Bitboard<N>) -> Bitboard<N> {
        match self {
            Order::Ascending => through_lowest(set),
            Order::Descending => through_highest(set),
        }
    }
}

/// Returns all bits up to the lowest of `set`, itself included; every bit if the set is empty.
#[inline(always)]
#[must_use]
pub fn through_lowest<const N: usize>(set: Bitboard<N>) -> Bitboard<N> {
    let mut out = set.0;
    let mut borrow = 1;
    each_word!(N, |i| {
        let (less, wrapped) = out[i].overflowing_sub(borrow);
        out[i] ^= less;
        borrow = u64::from(wrapped);
    });
    Bitboard(out)
}

/// Returns all bits down to the highest of `set`, itself included; every bit if the set is empty.
#[inline(always)]
#[must_use]
pub fn through_highest<const N: usize>(set: Bitboard<N>) -> Bitboard<N> {
    let mut out = set.0;
    let mut open = u64::MAX;
    each_word!(N, |below| {
        let word = &mut out[N - 1 - below];
        let is_empty = if *word == 0 { u64::MAX } else { 0 };
        // The lowest bit is set to make an empty word open as a whole.
        *word = (u64::MAX << (63 - (*word | 1).leading_zeros())) & open;
        open &= is_empty;
    });
    Bitboard(out)
}

impl<const N: usize> Ray<N> {
    /// Returns the ends reached: those up to the first occupied blocker.
    #[inline(always)]
    #[must_use]
    pub fn slide(&self, order: Order, occupied: &Bitboard<N>) -> Bitboard<N> {
        order.through_first(self.blockers & *occupied) & self.ends
    }

    /// Returns the ends reached over exactly one occupied blocker.
    #[inline(always)]
    #[must_use]
    pub fn hop(&self, order: Order, occupied: &Bitboard<N>) -> Bitboard<N> {
        let blocked = self.blockers & *occupied;
        let near = order.through_first(blocked);
        (order.through_first(blocked.without(near)) & self.ends).without(near)
    }

    /// Returns the end right behind the first occupied blocker. All squares of the ride after the first must be among
    /// the ends.
    #[inline(always)]
    #[must_use]
    pub fn hop_onto(&self, order: Order, occupied: &Bitboard<N>) -> Bitboard<N> {
        let behind = self.ends.without(order.through_first(self.blockers & *occupied));
        behind & order.through_first(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    fn set(words: (u64, u64, u64)) -> Bitboard<3> {
        Bitboard([words.0, words.1, words.2])
    }

    quickcheck! {
        fn through_first_is_what_it_says(words: (u64, u64, u64), sparse: (u64, u64, u64), empty_words: u8) -> bool {
            let mut blockers = set(words) & set(sparse);
            for (i, word) in blockers.0.iter_mut().enumerate() {
                if empty_words >> i & 1 != 0 {
                    *word = 0;
                }
            }
            let all = (0..192).map(Square::from_index);
            all.into_iter().all(|s| Order::BOTH.iter().all(|&order| {
                let before = (order.before::<3>(s) & blockers).is_empty();
                order.through_first(blockers).contains(s) == before
            }))
        }

        fn before_is_what_it_says(square: u8) -> bool {
            let square = Square::from_index(usize::from(square) % 192);
            (0..192).map(Square::from_index).all(|s| {
                Order::Ascending.before::<3>(square).contains(s) == (s < square)
                    && Order::Descending.before::<3>(square).contains(s) == (s > square)
            })
        }
    }
}

//! Finds what a side attacks near the enemy royal after a move of its own, from what it attacked before the move.

use crate::attack::attacked::{AttackContext, AttackLookup, TakesLookups};
use crate::attack::watch::Watch;
use crate::compile::game::Game;
use crate::count::unmade::Unmade;
use crate::position::board::Position;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// The most lookups that are cached. Each has one bit of a word.
const ATTACKS: usize = 64;

/// Which of some squares a side attacks, cached lookup by lookup before the side moves.
pub(crate) struct Attacks<const N: usize> {
    /// The squares in question.
    squares: Bitboard<N>,
    /// The lookups that attack some of the squares, or may do so once a square changes.
    lookups: ArrayVec<AttackLookup<N>, ATTACKS>,
    /// All squares that each of these lookups attacks.
    attacked: ArrayVec<Bitboard<N>, ATTACKS>,
    /// Which lookups depend on which squares.
    watch: Watch<N>,
    /// Those of `squares` that are attacked.
    all: Bitboard<N>,
}

/// Fills a cache with lookups.
struct Finding<'a, const N: usize> {
    attacks: &'a mut Attacks<N>,
    /// There was room for all lookups up to now.
    has_room: bool,
}

impl<const N: usize> TakesLookups<N> for Finding<'_, N> {
    #[inline(always)]
    fn take(&mut self, context: &AttackContext<'_, N>, lookup: AttackLookup<N>) {
        let cache = &mut *self.attacks;
        let attacked = context.attacked_by(&lookup, lookup.pieces);
        let depends = context.dependencies(&lookup, attacked, cache.squares);
        if depends.is_empty() {
            return;
        }
        self.has_room &= !cache.lookups.is_full();
        if self.has_room {
            cache.watch.add(depends, 1 << cache.lookups.len());
            cache.all |= attacked & cache.squares;
            cache.lookups.push(lookup);
            cache.attacked.push(attacked);
        }
    }
}

impl<const N: usize> Attacks<N> {
    /// Returns a cache without lookups.
    #[inline(always)]
    pub fn new() -> Attacks<N> {
        Attacks {
            squares: Bitboard::EMPTY,
            lookups: ArrayVec::new(),
            attacked: ArrayVec::new(),
            watch: Watch::new(),
            all: Bitboard::EMPTY,
        }
    }

    /// Looks up the attacks of side `by` on `squares`, with these royals of the other side lifted off the board.
    /// Returns false if there is no room for all lookups, or if attacks depend on more than occupancy.
    #[inline(always)]
    pub fn find(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        royals: Bitboard<N>,
        squares: Bitboard<N>,
    ) -> bool {
        let Some(context) = AttackContext::new(game, position, by, royals) else { return false };
        self.squares = squares;
        let mut finding = Finding { attacks: self, has_room: true };
        context.each_lookup(&mut finding);
        finding.has_room
    }

    /// Returns the squares in question that are attacked before the move.
    #[inline(always)]
    pub fn all(&self) -> Bitboard<N> {
        self.all
    }

    /// Returns the squares in question that are attacked after a move that changed `changed`, with these royals of the
    /// other side lifted off the board. The move has been made in `position`.
    #[inline(always)]
    pub fn after(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        changed: Bitboard<N>,
        royals: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(context) = AttackContext::new(game, position, by, royals) else { return self.squares };
        let mut all = self.of_unchanged(&context, by, changed, self.watch.of(changed));
        // PERF: a closure of its own would be compiled for any processor.
        for from in position.side(by) & changed {
            all |= context.attacked_from(position.cell(from).kind_on::<N>(), from);
        }
        all & self.squares
    }

    /// Returns the squares in question that are attacked after a move that is not made.
    #[inline(always)]
    pub fn attacked_without_making(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        unmade: Unmade<'_, N>,
        royals: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(mut context) = AttackContext::new(game, position, by, royals) else { return self.squares };
        let (from_bit, to_bit) = (Bitboard::of(unmade.from()), Bitboard::of(unmade.to()));
        context.occupied = context.occupied.without(from_bit) | to_bit;
        context.unmoved = context.unmoved.without(from_bit | to_bit);
        let stale = self.watch.at(unmade.from()) | self.watch.at(unmade.to());
        (self.of_unchanged(&context, by, from_bit | to_bit, stale) | context.attacked_from(unmade.kind(), unmade.to()))
            & self.squares
    }

    /// Returns the squares that pieces outside the changed squares attack. The set is complete only on the squares in
    /// question.
    #[inline(always)]
    fn of_unchanged(
        &self,
        context: &AttackContext<'_, N>,
        by: Side,
        changed: Bitboard<N>,
        mut stale: u64,
    ) -> Bitboard<N> {
        if stale == 0 {
            return self.all;
        }
        let attacked = self.attacked.iter().enumerate();
        let fresh = attacked.filter(|&(i, _)| stale >> i & 1 == 0);
        let mut all = fresh.fold(Bitboard::EMPTY, |all, (_, &squares_attacked)| all | squares_attacked);
        let unchanged = context.position.side(by).without(changed);
        while let Some(lookup) = self.lookups.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            all |= context.attacked_by(lookup, lookup.pieces & unchanged);
        }
        all
    }
}

//! Checks on several royals and pins to them, and on a royal whose kind is royal only while few are left.
//!
//! Each royal's limits are those that it would set alone ([`super::safety`]). Where all must be safe, the other pieces
//! obey all of them. Where only one must be safe, they are free as soon as one royal sets no limits. A royal obeys what
//! the others demand, and goes where it is safe itself.

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::position::board::Position;
use arrayvec::ArrayVec;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The most royals whose limits are found. With more, each move is tested.
pub(crate) const GUARDS: usize = 4;

/// How many of the royals that are found together must be safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// All of them.
    All,
    /// One. `only` is the royal that sets no limits, if there is just one such.
    One { only: Option<Square> },
}

/// One of the royals of a node.
pub(crate) struct Guard<const N: usize> {
    pub royal: Square,
    /// Where the other royals let it go.
    pub allowed: Bitboard<N>,
    /// What its own moves must still be tested for.
    pub test: GuardTest,
}

/// What the moves of a royal must still be tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuardTest {
    /// Nothing: another royal is safe, wherever it goes.
    Nothing,
    /// It must be safe where it goes.
    Attacks,
    /// Each move is tested on the occupancy after it.
    Each,
}

impl<const N: usize> Safety<N> {
    /// Finds the limits that these royals set together. Returns false, and sets none, where masks do not tell.
    #[inline(never)]
    pub fn find_several(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        occupied: Bitboard<N>,
        royals: Bitboard<N>,
    ) -> bool {
        let mut found: ArrayVec<(Square, Safety<N>), GUARDS> = ArrayVec::new();
        for royal in royals {
            if found.is_full() {
                return false;
            }
            found.push((royal, Safety::free()));
            if let Some((_, safety)) = found.last_mut() {
                safety.find(game, position, occupied, royal);
            }
        }
        let one_is_enough = game.variant.royalty.several == SeveralRoyals::One && found.len() > 1;
        if one_is_enough {
            let mut free = found.iter().filter(|(_, safety)| safety.sets_no_limits()).map(|(royal, _)| *royal);
            let Some(first) = free.next() else { return false };
            self.demand = Demand::One { only: if free.next().is_none() { Some(first) } else { None } };
        } else {
            found.iter().for_each(|(_, safety)| self.join(safety));
        }
        let in_check = found.iter().filter(|(_, safety)| safety.in_check).map(|(royal, _)| *royal);
        self.attacked = in_check.collect();
        self.in_check = !self.attacked.is_empty();
        self.guarded = royals;
        self.pinned |= royals;
        true
    }

    /// Returns the limits of each of the royals that were found together.
    ///
    /// PERF: found again on each call. Kept in the node, they would be copied with it.
    pub fn guards(&self, game: &Game<N>, position: &Position<N>, occupied: Bitboard<N>) -> ArrayVec<Guard<N>, GUARDS> {
        let guard = |royal| match self.demand {
            Demand::One { only } => {
                let test = if only == Some(royal) { GuardTest::Each } else { GuardTest::Nothing };
                Guard { royal, allowed: Bitboard::FULL, test }
            }
            Demand::All => {
                let allowed = |other| {
                    let mut safety = Safety::free();
                    safety.find(game, position, occupied, other);
                    safety.allowed(royal)
                };
                let others = self.guarded.without(Bitboard::of(royal)).into_iter().map(allowed);
                Guard { royal, allowed: others.fold(Bitboard::FULL, |all, one| all & one), test: GuardTest::Attacks }
            }
        };
        self.guarded.into_iter().take(GUARDS).map(guard).collect()
    }
}

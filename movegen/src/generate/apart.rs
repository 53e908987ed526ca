//! Replies where captures are not moves like others: they are compulsory, or they explode. They are counted apart from the other moves; where
//! there are none, and mostly there are none, the rest is counted as in games without such rules.

use super::Node;
use super::sights::{Ground, Sights};
use super::special::Special;
use super::zone::Zone;
use crate::game::Game;
use crate::position::{Cell, Position};
use crate::rules::Variant;
use crate::sink::Counter;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// A number of moves, in two parts.
#[derive(Clone, Copy, Default)]
pub(super) struct Apart {
    pub captures: u64,
    pub others: u64,
}

/// Why captures are counted apart.
#[derive(Clone, Copy)]
pub(crate) enum CapturesApart {
    /// Who can capture must.
    Compulsory,
    /// They explode, and each is judged by what its explosion leaves.
    Exploding,
}

impl CapturesApart {
    /// The reason, if it is the only one that makes these rules special, and if there is nothing that could be in check where captures are
    /// compulsory.
    pub fn new(variant: &Variant, special: Option<&Special>, has_royals: bool) -> Option<CapturesApart> {
        match special {
            None if variant.blast.is_some() && variant.mutually_immune.is_empty() => Some(CapturesApart::Exploding),
            Some(special) if special.is_only_about_captures() && !has_royals => Some(CapturesApart::Compulsory),
            _ => None,
        }
    }
}

impl<const N: usize> Game<N> {
    /// The number of replies to a move that is not made, of a piece like this, these others being the replies that are no sights'; `None` if it
    /// must be made to know it.
    #[inline(always)]
    pub(super) fn count_sights_unmade(
        &self,
        sights: &Sights<N>,
        zone: &Zone<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        moved: (Cell, Square, Square),
        others: u64,
    ) -> Option<u64> {
        let program = &self.sides[moved.0.side().other().index()].program;
        let Some(rule) = self.captures_apart else { return Some(sights.count(self, program, stale, ground) + others) };
        let apart = sights.count_apart(self, program, stale, ground);
        let captures = match rule {
            _ if apart.captures == 0 => 0,
            CapturesApart::Compulsory => return Some(apart.captures),
            CapturesApart::Exploding => self.explosions_unmade(sights, zone, stale, ground, moved)?,
        };
        Some(apart.others + captures + others)
    }

    /// Counts the moves of a position one move away from that of the sights, by a move that touched these squares.
    ///
    /// `TABLES` is as in [`Game::count_replies`].
    #[inline(always)]
    pub(super) fn count_apart_by_sight<const TABLES: bool>(
        &self,
        rule: CapturesApart,
        position: &Position<N>,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        let is_counted = self.with_node(position, |node| {
            let changed = node.changed(sights, touched);
            match rule {
                CapturesApart::Compulsory => node.compulsory_by_sight(sights, changed, counter),
                CapturesApart::Exploding => node.explosions_by_sight(sights, zone, changed, counter),
            }
        });
        if !is_counted {
            self.generate_on(position, counter);
        }
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts all moves where captures are compulsory; false if there is more to ask than sights know.
    #[inline(always)]
    fn compulsory_by_sight(&self, sights: &Sights<N>, changed: Bitboard<N>, counter: &mut Counter) -> bool {
        if !self.en_passant.is_empty() {
            return false;
        }
        let apart = self.apart(sights, changed);
        if apart.captures > 0 {
            counter.0 += apart.captures;
        } else {
            counter.0 += apart.others;
            self.other_moves(counter);
        }
        true
    }

    /// The moves of all sights, told apart.
    #[inline(always)]
    pub(super) fn apart(&self, sights: &Sights<N>, changed: Bitboard<N>) -> Apart {
        sights.count_apart(self.game, &self.plan().program, self.stale(sights, changed), &self.ground())
    }
}

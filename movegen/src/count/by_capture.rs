//! Replies where some moves are not like others: captures that are compulsory or judged by themselves, and checks that are forbidden. They
//! are counted apart from the rest; where there are none, and mostly there are none, that is counted as in games without such rules.

use crate::compile::game::Game;
use crate::count::pseudo_legal::{Ground, Sights};
use crate::count::zone::Zone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::forbidden_checks::NoChecks;
use crate::rules::special::Special;
use crate::state::cell::Cell;
use crate::state::position::Position;
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// A number of moves, in two parts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Apart {
    pub captures: u64,
    pub others: u64,
}

/// Why some moves are counted apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SightRule {
    /// Who can capture must.
    Compulsory,
    /// Captures explode, and each is judged by what its explosion leaves.
    Exploding,
    /// No move may give check.
    Checkless,
}

impl SightRule {
    /// The reason, if it is the only one that makes these rules special, and if there is nothing that could be in check where captures are
    /// compulsory.
    pub fn new(variant: &Variant, special: Option<&Special>, has_royals: bool) -> Option<SightRule> {
        match special {
            None if variant.blast.is_some() && variant.mutually_immune.is_empty() => Some(SightRule::Exploding),
            Some(special) if special.is_only_about_captures() && !has_royals => Some(SightRule::Compulsory),
            Some(special) if special.is_only_about_checks() => {
                let is_plain = variant.hands.is_none() && variant.castling.is_none();
                (is_plain && variant.no_checks == Some(NoChecks::Any)).then_some(SightRule::Checkless)
            }
            _ => None,
        }
    }
}

impl<const N: usize> Game<N> {
    /// The number of replies to a move that is not made, of a piece like this, these others being the replies that are no sights'; `None` if it
    /// must be made to know it.
    #[inline(always)]
    pub(crate) fn count_sights_unmade(
        &self,
        sights: &Sights<N>,
        zone: &Zone<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        moved: (Cell, Square, Square),
        others: u64,
    ) -> Option<u64> {
        let program = &self.sides[moved.0.side().other().index()].program;
        let all = || sights.count(self, program, stale, ground) + others;
        let rule = match self.sight_rule {
            None => return Some(all()),
            Some(SightRule::Checkless) => {
                return Some(all() - self.checks_unmade(sights, zone, stale, ground, moved.0)?);
            }
            Some(rule) => rule,
        };
        let apart = sights.count_apart(self, program, stale, ground);
        let captures = match rule {
            _ if apart.captures == 0 => 0,
            SightRule::Exploding => self.explosions_unmade(sights, zone, stale, ground, moved)?,
            _ => return Some(apart.captures),
        };
        Some(apart.others + captures + others)
    }

    /// Counts the moves of a position one move away from that of the sights, by a move that touched these squares.
    ///
    /// `TABLES` is as in [`Game::count_replies`].
    #[inline(always)]
    pub(crate) fn count_apart_by_sight<const TABLES: bool>(
        &self,
        rule: SightRule,
        position: &Position<N>,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        let is_counted = self.with_node(position, |node| {
            let changed = node.changed(sights, touched);
            match rule {
                SightRule::Compulsory => node.compulsory_by_sight(sights, changed, counter),
                SightRule::Exploding => node.explosions_by_sight(sights, zone, changed, counter),
                SightRule::Checkless => node.checkless_by_sight(sights, zone, changed, counter),
            }
        });
        if !is_counted {
            self.generate_on(position, counter);
        }
    }
}

impl<const N: usize> Node<'_, N> {
    /// The moves of all sights, told apart.
    #[inline(always)]
    pub(crate) fn apart(&self, sights: &Sights<N>, changed: Bitboard<N>) -> Apart {
        sights.count_apart(self.game, &self.plan().program, self.stale(sights, changed), &self.ground())
    }
}

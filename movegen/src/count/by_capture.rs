//! Replies where some moves are not like others: captures that are compulsory or judged by themselves, and checks that are forbidden. They
//! are counted apart from the rest; where there are none, and mostly there are none, that is counted as in games without such rules.

use crate::compile::game::Game;
use crate::count::pseudo_legal::{Ground, Sights};
use crate::count::zone::Zone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::asks::ToldApart;
use crate::state::cell::Cell;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// A number of moves, in two parts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Apart {
    pub captures: u64,
    pub others: u64,
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
        let rule = match self.rules.strategy.told_apart {
            None => return Some(all()),
            Some(ToldApart::NoChecks) => {
                return Some(all() - self.checks_unmade(sights, zone, stale, ground, moved.0)?);
            }
            Some(rule) => rule,
        };
        let apart = sights.count_apart(self, program, stale, ground);
        let captures = match rule {
            _ if apart.captures == 0 => 0,
            ToldApart::CapturesJudged => self.judged_captures_unmade(sights, zone, stale, ground, moved)?,
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
        rule: ToldApart,
        position: &Position<N>,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        let is_counted = self.with_node(position, |node| {
            let changed = node.changed(sights, touched);
            match rule {
                ToldApart::CapturesFirst => node.compulsory_by_sight(sights, changed, counter),
                ToldApart::CapturesJudged => node.captures_apart_by_sight(sights, zone, changed, counter),
                ToldApart::NoChecks => node.checkless_by_sight(sights, zone, changed, counter),
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

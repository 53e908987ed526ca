//! The counts of a position, each counted a second way.

use super::row::{EVERY_MOVE_MADE, OTHER_KEYS, RULE_BOOK, Row};
use crate::rulebook::Ruled;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Variant};
use betza_perft::session::{Session, Watch};
use betza_perft::suite::expected_leaves;
use betza_perft::{Options, PerftError};
use std::sync::atomic::AtomicBool;

/// How far is counted.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Names the random games.
    pub seed: u64,
    /// The most leaves from a game's start.
    pub start: u128,
    /// The most leaves from the other positions.
    pub positions: u128,
    /// The most leaves whose moves are told apart by kind.
    pub kinds: u128,
    /// The most leaves that the second rule book counts.
    pub rules: u128,
    /// What an earlier file says is counted again.
    pub anew: bool,
}

/// A game, and the ways in which its leaves are counted.
pub struct Counter<'a> {
    variant: &'a Variant,
    limits: &'a Limits,
    session: Session,
    other_keys: Session,
    ruled: Ruled<'a>,
}

impl<'a> Counter<'a> {
    /// The ways for a game, each on one thread.
    ///
    /// # Errors
    /// A game that cannot be compiled, or memory that cannot be had.
    pub fn new(variant: &'a Variant, limits: &'a Limits) -> Result<Counter<'a>, PerftError> {
        let options = Options { threads: 1, ..Options::default() };
        let session = Session::new(variant, &options)?;
        let other = Options { seed: options.seed ^ 0x5bd1_e995, hash_mebibytes: 64, ..options };
        Ok(Counter { variant, limits, session, other_keys: Session::new(variant, &other)?, ruled: Ruled::new(variant) })
    }

    /// The counts from a position, up to `most` leaves, or as far as an earlier file goes. What an earlier file says of
    /// a depth is taken as it is if it has all that the limits ask for; else the leaves are counted, and the ways in
    /// which it confirms the same count stay. Each row that was counted is told at once, so that a run that is stopped
    /// loses no other.
    ///
    /// # Errors
    /// What cannot be counted, and a count that comes out otherwise in another way.
    pub fn rows(
        &self,
        setup: &Setup,
        most: u128,
        earlier: impl Fn(u32) -> Option<Row>,
        mut counted: impl FnMut(&Row),
    ) -> Result<Vec<Row>, String> {
        let (mut rows, mut counts) = (Vec::new(), Vec::new());
        for depth in 1.. {
            let before = earlier(depth);
            let is_beyond = depth > 1 && (expected_leaves(&counts) > most || counts.last() == Some(&0));
            if is_beyond && before.is_none() {
                break;
            }
            let row = match before {
                Some(row) if !self.limits.anew && self.has_all(&row) => row,
                before => {
                    let mut row = self.row(setup, depth)?;
                    before.into_iter().for_each(|before| row.keep_ways_of(before));
                    counted(&row);
                    row
                }
            };
            counts.push(row.nodes);
            rows.push(row);
        }
        Ok(rows)
    }

    /// Whether a row was counted in all ways that the limits ask for.
    fn has_all(&self, row: &Row) -> bool {
        let kinds = row.nodes > self.limits.kinds || row.kinds.is_some();
        row.is_confirmed(OTHER_KEYS) && kinds && (!self.is_ruled(row.nodes) || row.is_confirmed(RULE_BOOK))
    }

    /// Whether the second rule book counts so many leaves. It counts moves, not the ways of making them.
    fn is_ruled(&self, nodes: u128) -> bool {
        nodes <= self.limits.rules && self.variant.counting == Counting::Distinct
    }

    /// Counts the leaves at a depth in all ways.
    fn row(&self, setup: &Setup, depth: u32) -> Result<Row, String> {
        let never = AtomicBool::new(false);
        let watch = Watch { progress: &(), stop: &never };
        let told = |e: PerftError| e.to_string();
        let nodes = self.session.count(setup, depth, watch).map_err(told)?;
        let mut row = Row::new(depth, nodes);
        row.confirm(OTHER_KEYS, self.other_keys.count(setup, depth, watch).map_err(told)?)?;
        if nodes <= self.limits.kinds {
            let tally = self.session.tally(setup, depth, watch).map_err(told)?;
            row.confirm(EVERY_MOVE_MADE, tally.nodes)?;
            row.kinds =
                Some([tally.captures, tally.promotions, tally.drops, tally.castlings, tally.checks, tally.mates]);
        }
        if self.is_ruled(nodes)
            && let Some(other) = self.ruled.leaves(&self.ruled.named(setup.clone()), depth)
        {
            row.confirm(RULE_BOOK, other)?;
        }
        Ok(row)
    }
}

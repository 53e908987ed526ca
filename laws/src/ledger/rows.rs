//! The counts of a position, each counted a second way.

use crate::rulebook::Ruled;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Variant};
use betza_perft::session::{Session, Watch};
use betza_perft::suite::expected_leaves;
use betza_perft::tally::Tally;
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
}

/// One count.
#[derive(Clone, Debug)]
pub struct Row {
    depth: u32,
    nodes: u128,
    kinds: Option<Tally>,
    /// In which other ways the same was counted.
    confirmed: Vec<&'static str>,
}

impl Row {
    /// A line of a ledger's file. Kinds that were not counted are left empty.
    #[must_use]
    pub fn line(&self, variant: &str, fen: &str) -> String {
        let kinds = self.kinds.map_or_else(
            || "\t\t\t\t\t".to_owned(),
            |t| [t.captures, t.promotions, t.drops, t.castlings, t.checks, t.mates].map(|n| n.to_string()).join("\t"),
        );
        format!("{variant}\t{fen}\t{}\t{}\t{kinds}\t{}\n", self.depth, self.nodes, self.confirmed.join(", "))
    }
}

/// The counts from a position, up to so many leaves.
///
/// # Errors
/// What cannot be counted; in words, a count that comes out otherwise in another way.
pub fn rows(
    variant: &Variant,
    setup: &Setup,
    most: u128,
    limits: &Limits,
) -> Result<Vec<Row>, Result<String, PerftError>> {
    let never = AtomicBool::new(false);
    let watch = Watch { progress: &(), stop: &never };
    let options = Options { threads: 1, ..Options::default() };
    let session = Session::new(variant, &options).map_err(Err)?;
    let other_keys = Options { seed: options.seed ^ 0x5bd1_e995, hash_mebibytes: 64, ..options };
    let again = Session::new(variant, &other_keys).map_err(Err)?;
    let ruled = Ruled::new(variant);
    let named = ruled.named(setup.clone());
    let differs = |depth: u32, nodes: u128, other: u128, how: &str| {
        let fen = betza_game::fen::write(variant, setup);
        Err(Ok(format!("{}: {fen}: {nodes} leaves at depth {depth}, {other} {how}", variant.name)))
    };
    let (mut rows, mut counts) = (Vec::new(), Vec::new());
    for depth in 1.. {
        if depth > 1 && (expected_leaves(&counts) > most || counts.last() == Some(&0)) {
            break;
        }
        let nodes = session.count(setup, depth, watch).map_err(Err)?;
        counts.push(nodes);
        let mut confirmed = Vec::new();
        let other = again.count(setup, depth, watch).map_err(Err)?;
        if other != nodes {
            return differs(depth, nodes, other, "with other keys");
        }
        confirmed.push("other keys");
        let kinds = if nodes <= limits.kinds {
            let tally = session.tally(setup, depth, watch).map_err(Err)?;
            if tally.nodes != nodes {
                return differs(depth, nodes, tally.nodes, "by making every move");
            }
            confirmed.push("every move made");
            Some(tally)
        } else {
            None
        };
        // The rule book counts moves, not the ways of making them.
        if nodes <= limits.rules
            && variant.counting == Counting::Distinct
            && let Some(other) = ruled.leaves(&named, depth)
        {
            if other != nodes {
                return differs(depth, nodes, other, "by the rules as written");
            }
            confirmed.push("rule book");
        }
        rows.push(Row { depth, nodes, kinds, confirmed });
    }
    Ok(rows)
}

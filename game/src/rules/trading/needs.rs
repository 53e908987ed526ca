//! Trading: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::trading::Traded;

/// Moves are judged in positions where a forbidden trade is possible, and captures are recorded for the reply.
pub const RULE: Rule = Rule {
    needs: |variant| {
        if variant.trading.is_some() { Needs::FORBIDS_CAPTURES | Needs::RECORDS_FOR_REPLY } else { Needs::empty() }
    },
    refusals: |variant| {
        let Some(rule) = &variant.trading else { return Vec::new() };
        vec![
            (
                variant.royalty.check && rule.kinds.iter().any(|&k| variant.may_be_royal(k)),
                "royal pieces that may not be traded",
            ),
            (
                variant.board.area() > Traded::MOST_SQUARES,
                "pieces that may not be traded on a board of more than 255 squares",
            ),
        ]
    },
    ..Rule::NONE
};

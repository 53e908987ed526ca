//! Captures in series (draughts): what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::variant::Kind;

/// The rule generates the moves. Each step is made on a copy of the position without the hooks of other rules, so rules
/// that change what a capture does are refused.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.series.is_some() { Needs::CAPTURE_SERIES } else { Needs::empty() },
    refusals: |variant| {
        if variant.series.is_none() {
            return Vec::new();
        }
        vec![
            (
                variant.kinds.iter().any(|k| k.royal && variant.royalty.check)
                    || !variant.royalty.pseudo.is_empty()
                    || variant.hands.is_some(),
                "captures in series together with royals or hands",
            ),
            (
                variant.forbids_captures()
                    || variant.transforms()
                    || !variant.mutually_immune.is_empty()
                    || variant.kinds.iter().any(Kind::promotes_in_place),
                "captures in series together with captures forbidden one by one (trades, protected pieces, forced promotion), what becomes of movers and captors, immunity or promotion in place",
            ),
        ]
    },
    ..Rule::NONE
};

//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`crate::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`crate::variant::Kind::barriers`]).

use crate::needs::{Needs, Rule};

/// Moves are judged where immunity may matter, unless a rule that generates the captures itself leaves those out
/// ([`Needs::combined`]).
pub const RULE: Rule = Rule {
    needs: |variant| if variant.mutually_immune.is_empty() { Needs::empty() } else { Needs::MUTUAL_IMMUNITY },
    refusals: |variant| {
        vec![
            (
                !variant.captures_apart() && variant.mutually_immune.iter().any(|&k| variant.may_be_royal(k)),
                "royal pieces that may not capture each other",
            ),
            (
                variant.royalty.check
                    && variant.kinds.iter().any(|k| k.barriers.iter().any(|&k| variant.may_be_royal(k))),
                "royal pieces that some may not capture",
            ),
        ]
    },
    ..Rule::NONE
};

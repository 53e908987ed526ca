//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`crate::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`crate::variant::Kind::barriers`]).

use crate::needs::{Needs, Rule};
use crate::rules::explosions::ExplosionRule;
use crate::rules::royalty::SeveralRoyals;
use crate::units::KindId;
use crate::variant::Variant;

/// Moves are judged where immunity may matter, unless a rule that generates the captures itself leaves those out
/// ([`Needs::combined`]).
pub const RULE: Rule = Rule {
    needs: |variant| if variant.mutually_immune.is_empty() { Needs::empty() } else { Needs::MUTUAL_IMMUNITY },
    refusals: |variant| {
        vec![
            (
                variant.mutually_immune.iter().any(|&k| variant.may_be_royal(k) && !dies_by_capturing(variant, k)),
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

/// Returns whether a royal of a kind never threatens another one, immune to it or not: by capturing it would destroy
/// itself, and its side may lose none.
fn dies_by_capturing(variant: &Variant, kind: KindId) -> bool {
    let destroys = |rule: &ExplosionRule| rule.captor_too && !rule.immune.contains(&kind);
    variant.explosion.as_ref().is_some_and(destroys) && variant.royalty.several == SeveralRoyals::All
}

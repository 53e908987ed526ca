//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`crate::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`crate::variant::Kind::barriers`]). In tai shogi, the
//! Emperor captures nothing that is protected ([`crate::variant::Variant::spares_protected`]): so the rules of maka dai
//! dai shogi by H. G. Muller (chessvariants.com), who tells what protects.

use crate::needs::{Needs, Rule};
use crate::rules::explosions::ExplosionRule;
use crate::rules::royalty::SeveralRoyals;
use crate::units::KindId;
use crate::variant::Variant;

/// Moves are judged where immunity may matter, unless a rule that generates the captures itself leaves those out
/// ([`Needs::combined`]).
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = Needs::empty();
        needs.set(Needs::MUTUAL_IMMUNITY, !variant.mutually_immune.is_empty());
        needs.set(Needs::FORBIDS_CAPTURES, !variant.spares_protected.is_empty());
        needs
    },
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
            (
                variant.royalty.check && !variant.spares_protected.is_empty(),
                "pieces that spare what is protected, where royals must be safe (royalty.check)",
            ),
            (
                variant.spares_protected.iter().any(|k| variant.kinds[k.index()].has_side_effects()),
                "pieces that spare what is protected and capture on their way",
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

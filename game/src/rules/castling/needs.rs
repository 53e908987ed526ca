//! Castling: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::ends::EndRule;
use crate::variant::Variant;

/// Whether more comes of castling than that two pieces move: the other side loses a right, or the game ends.
pub fn has_consequences(variant: &Variant) -> bool {
    variant.castling.as_ref().is_some_and(|rule| rule.ends_opposite)
        || variant.ends.iter().any(|end| matches!(end, EndRule::Castled(_)))
}

/// Castling is part of the ordinary generator, and counting must know that there is castling. Where more comes of it
/// than that two pieces move, replies are counted by making the move. The rules with which it cannot be refuse it.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = if variant.castling.is_some() { Needs::CASTLES } else { Needs::empty() };
        needs.set(Needs::MAKES_MORE | Needs::COUNTS_BY_MAKING, has_consequences(variant));
        needs
    },
    ..Rule::NONE
};

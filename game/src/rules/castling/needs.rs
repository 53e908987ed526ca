//! Castling: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::ends::EndRule;
use crate::variant::Variant;

/// Returns whether castling does more than move two pieces: the other side loses a right, or the game ends.
pub fn has_consequences(variant: &Variant) -> bool {
    variant.castling.as_ref().is_some_and(|rule| rule.ends_opposite)
        || variant.ends.iter().any(|end| matches!(end, EndRule::Castled(_)))
}

/// The ordinary generator castles, and counting must know that there is castling. Where castling does more than move
/// two pieces, replies are counted by making the move. Rules that do not go together with castling refuse it.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = if variant.castling.is_some() { Needs::CASTLES } else { Needs::empty() };
        needs.set(Needs::MAKES_MORE | Needs::COUNTS_BY_MAKING, has_consequences(variant));
        needs
    },
    ..Rule::NONE
};

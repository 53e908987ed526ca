//! Ends of the game other than by having no moves: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::ends::EndRule;

/// Whether a position has ended is tested before its moves are generated, which needs no flag. Making a move counts
/// checks, which needs one. Counting passes in a row needs none: making a pass, or the move after one, does it.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let has = |end: fn(&EndRule) -> bool| variant.ends.iter().any(end);
        let mut needs = Needs::empty();
        needs.set(Needs::MAKES_MORE, has(|end| matches!(end, EndRule::Checks(_))));
        needs
    },
    ..Rule::NONE
};

//! Ends of the game other than by having no moves: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::ends::EndRule;

/// Whether a position has ended is asked before its moves are generated, for which no flag is needed. Checks are counted
/// in making a move; passes are counted where one is made, or ends a row of them.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let has = |end: fn(&EndRule) -> bool| variant.ends.iter().any(end);
        let mut needs = Needs::empty();
        needs.set(Needs::MAKES_MORE, has(|end| matches!(end, EndRule::Checks(_))));
        needs
    },
    ..Rule::NONE
};

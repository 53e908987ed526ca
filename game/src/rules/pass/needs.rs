//! Passing: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};
use crate::rules::pass::PassRule;

/// A pass in stalemate is generated after all other moves, when it is known that there are none, so replies are counted by
/// making the moves. A pass that is always allowed is part of the ordinary generator, and one reply more.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let in_stalemate = variant.pass.contains(&PassRule::Stalemate);
        if in_stalemate { Needs::PASS_IN_STALEMATE | Needs::COUNTS_BY_MAKING } else { Needs::empty() }
    },
    ..Rule::NONE
};

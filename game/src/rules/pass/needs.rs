//! Passing: what the rule needs of the generator.

use crate::needs::{Needs, Rule};
use crate::rules::pass::PassRule;

/// A pass in stalemate is generated after all other moves, when it is known that there are none, so replies are counted
/// by making the moves. A pass that is always allowed comes from the ordinary generator, and adds one reply.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let in_stalemate = variant.pass.contains(&PassRule::Stalemate);
        if in_stalemate { Needs::PASS_IN_STALEMATE | Needs::COUNTS_BY_MAKING } else { Needs::empty() }
    },
    ..Rule::NONE
};

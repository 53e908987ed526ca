//! Passing: a side gives up its turn, always (janggi) or when it has no other move.

use crate::needs::Needs;
use crate::rules::Rule;

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// Never.
    #[default]
    Never,
    /// At any time, except in check.
    Always,
    /// When it has no other move.
    Stalemate,
}

/// A pass in stalemate asks to be generated after all other moves, when it is known that there are none, so that moves must be
/// made to count the replies. A pass that is always allowed is part of the ordinary generator, and one reply more.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let in_stalemate = variant.pass.contains(&PassRule::Stalemate);
        if in_stalemate { Needs::PASS_IN_STALEMATE | Needs::COUNTS_BY_MAKING } else { Needs::empty() }
    },
    ..Rule::NONE
};

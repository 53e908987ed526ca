//! Entering: what the rule needs of the generator.

use crate::needs::{Needs, Rule};

/// The squares depend on everything that a move changes, so replies are counted when the move has been made.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.entering.is_some() { Needs::COUNTS_BY_MAKING } else { Needs::empty() },
    ..Rule::NONE
};

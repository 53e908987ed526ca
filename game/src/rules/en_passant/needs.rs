//! En passant: what the rule needs of the generator.

use crate::needs::{Needs, Rule};

/// The ordinary generator finds the captures. Counting must know that the captured piece stands on neither end of the
/// move.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.en_passant.is_some() { Needs::CHANGES_OTHER_SQUARES } else { Needs::empty() },
    ..Rule::NONE
};

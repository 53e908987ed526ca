//! En passant: what the rule needs of the generator.

use crate::needs::{Needs, Rule};

/// The ordinary generator finds the captures. Counting must know that the captured piece stands on neither end of the
/// move. Masks do not tell whether a royal is left to be captured so.
pub const RULE: Rule = Rule {
    needs: |variant| {
        let mut needs = Needs::empty();
        needs.set(Needs::CHANGES_OTHER_SQUARES, variant.en_passant.is_some());
        needs.set(Needs::JUDGED_BY_MAKING, variant.royals_may_pass());
        needs
    },
    ..Rule::NONE
};

//! En passant: what the rule needs of the generator, and which other rules it refuses.

use crate::needs::{Needs, Rule};

/// The captures are part of the ordinary generator. The captured piece stands on neither end of the move, which counting
/// must know.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.en_passant.is_some() { Needs::CHANGES_OTHER_SQUARES } else { Needs::empty() },
    ..Rule::NONE
};

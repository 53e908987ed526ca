//! Compulsory captures: if the side to move can capture, only captures are legal (draughts, antichess). The generator's
//! part is in [`super::whole`]; here is the part in counting replies.

use crate::needs::Needs;
use crate::rules::Rule;

/// Needs for two passes over the generator: one for captures, and one for quiets if there are no captures.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.must_capture { Needs::COMPULSORY_CAPTURES } else { Needs::empty() },
    ..Rule::NONE
};

//! Compulsory captures: if the side to move can capture, only captures are legal (draughts, antichess).

use crate::needs::{Needs, Rule};

/// The generator goes over the position twice: for captures, and if there are none, for quiet moves.
pub const RULE: Rule = Rule {
    needs: |variant| if variant.must_capture { Needs::COMPULSORY_CAPTURES } else { Needs::empty() },
    ..Rule::NONE
};

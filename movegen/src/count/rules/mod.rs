//! What each rule means for counting the replies to moves that are not made.

pub(crate) mod compulsory;
pub(crate) mod ends;
pub(crate) mod explosions;
pub(crate) mod facing;
pub(crate) mod few_positions;
pub(crate) mod forbidden_checks;
pub(crate) mod gating;
pub(crate) mod hands;
pub(crate) mod immunity;
pub(crate) mod pass;
pub(crate) mod promotion;
pub(crate) mod royalty;

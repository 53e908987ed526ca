//! What each rule means for counting replies without making the moves before them.

pub(crate) mod compulsory;
pub(crate) mod explosions;
pub(crate) mod forbidden_checks;

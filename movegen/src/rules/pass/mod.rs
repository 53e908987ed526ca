//! Passing: a side gives up its turn, always (janggi) or when it has no other move.

pub(crate) mod moves;

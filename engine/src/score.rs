//! Depths and scores: how they are counted, and their limits.

/// Half moves from the root.
pub type Ply = usize;

/// A win at the root, in centipawns; a win in n plies is n less.
pub const WIN: i32 = 32_000;

/// Scores from here on are wins that were seen to their end.
pub const DECIDED: i32 = WIN - 1000;

/// The search goes no deeper than this.
pub const DEEPEST: Ply = 96;

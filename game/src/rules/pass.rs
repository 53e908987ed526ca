//! Passing: a side gives up its turn, always (janggi) or when it has no other move.

pub mod needs;

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// Never.
    #[default]
    Never,
    /// At any time, except in check.
    Always,
    /// When it has no other move.
    Stalemate,
}

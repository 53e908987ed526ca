//! Passing the turn.

pub(crate) mod moves;

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// Never.
    #[default]
    Never,
    /// Always, unless in check.
    Always,
    /// When it has no other move.
    Stalemate,
}

//! How much work a piece may cost, so that no notation costs more than a moment.

use super::error::LowerError;

/// The most units of work for one piece: an instruction or a state is one.
const WORK: usize = 1 << 22;

/// What a path in memory costs, in units of work.
const PATH: usize = 16;

/// The work that compiling one piece may still cost. It is counted and not timed, so the answer is the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    left: usize,
}

impl Effort {
    /// The effort for one piece.
    pub const ONE_PIECE: Effort = Effort { left: WORK };

    /// Takes units of work.
    ///
    /// # Errors
    /// [`LowerError::Work`] if fewer are left.
    pub fn spend(&mut self, units: usize) -> Result<(), LowerError> {
        self.left = self.left.checked_sub(units).ok_or(LowerError::Work { limit: WORK })?;
        Ok(())
    }

    /// Takes the work of paths that are kept.
    ///
    /// # Errors
    /// As [`Effort::spend`].
    pub fn spend_paths(&mut self, paths: usize) -> Result<(), LowerError> {
        self.spend(paths * PATH)
    }
}

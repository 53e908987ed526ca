//! Who attacks what: checks, pins, attacked squares, and whatever else is asked of the enemy's captures.

pub(crate) mod attacked;
pub(crate) mod chains;
pub(crate) mod immobilized;
pub(crate) mod queries;
pub(crate) mod reverse;
pub(crate) mod safety;
pub(crate) mod threats;
pub(crate) mod watch;

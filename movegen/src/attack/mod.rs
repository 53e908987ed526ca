//! Attacks: attacked squares, attackers, checks and pins, found from the capturing moves of a side.

pub(crate) mod attacked;
pub(crate) mod chains;
pub(crate) mod exchange;
pub(crate) mod immobilized;
pub(crate) mod queries;
pub(crate) mod quiet_paths;
pub(crate) mod reverse;
pub(crate) mod royals;
pub(crate) mod safety;
pub(crate) mod several;
pub(crate) mod threats;
pub(crate) mod verdict;
pub(crate) mod watch;

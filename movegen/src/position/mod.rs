//! Positions, moves and what undoes them, as data.

pub(crate) mod ahead;
pub mod board;
pub(crate) mod by_index;
pub(crate) mod castlings;
pub mod cell;
pub mod effects;
pub mod keys;
pub mod list;
pub mod moves;
pub(crate) mod royals;
pub(crate) mod trace;
pub(crate) mod undo;

pub use board::{Position, State};

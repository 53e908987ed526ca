//! The state of a game: positions, moves, and making and unmaking moves.

pub(crate) mod carry_out;
pub mod cell;
pub(crate) mod changes;
pub(crate) mod convert;
pub mod effects;
pub(crate) mod fits;
pub mod keys;
pub(crate) mod make;
pub mod moves;
pub mod position;
pub mod setup;
pub(crate) mod trace;
pub(crate) mod undo;

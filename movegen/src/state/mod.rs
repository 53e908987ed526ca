//! What changes while a game is played: positions, moves, and making and unmaking them.

pub mod cell;
pub(crate) mod convert;
pub mod effects;
pub mod keys;
pub(crate) mod make;
pub mod moves;
pub mod position;
pub mod setup;
pub(crate) mod trace;
pub(crate) mod trail;

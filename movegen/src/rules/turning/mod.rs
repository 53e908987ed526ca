//! Turning: enemies that a move encloses or comes next to change sides (Reversi, Ataxx).

pub(crate) mod moves;
pub(crate) mod plan;

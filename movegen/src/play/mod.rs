//! Making and unmaking moves, playing them from a position, setting positions up, and what a move changes.

pub(crate) mod carry_out;
pub(crate) mod changes;
pub(crate) mod fits;
pub(crate) mod kept;
pub(crate) mod line;
pub(crate) mod make;
pub(crate) mod past;
pub(crate) mod set_up;

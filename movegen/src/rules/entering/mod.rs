//! Entering: what comes from beside the board may be placed on some of the empty squares only, as the pieces on the
//! board have it (Reversi, Ataxx, Connect Four).

pub(crate) mod moves;
pub(crate) mod plan;

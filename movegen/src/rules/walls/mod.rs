//! Walls: each move also places a wall on an empty square (Duck chess, the Game of the Amazons, Isolation), or a side
//! places one instead of moving.

pub(crate) mod moves;

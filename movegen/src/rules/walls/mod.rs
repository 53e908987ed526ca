//! Walls: each move also places a wall on an empty square (Duck chess, the Game of the Amazons).

pub(crate) mod moves;

/// Where each move places its wall. No piece may enter the square of a wall, and no side owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walling {
    /// There is one wall, the duck. Each move puts it on another square that is empty after the move.
    Duck,
    /// After moving, the piece shoots an arrow from its destination: the arrow moves as the piece does without
    /// capturing, and the piece's origin is empty for it. The square on which it lands becomes a wall.
    Arrow,
}

//! Walls: each move also places a wall on an empty square (Duck chess, the Game of the Amazons, Isolation), or a side
//! places one instead of moving.

pub mod needs;

use crate::units::{BySide, Region};

/// The walls that moves place. No piece may enter the square of a wall, and no side owns it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walling {
    /// Which of the empty squares may become a wall.
    pub place: WallPlace,
    /// The squares of each side on which its moves may place walls.
    pub region: BySide<Region>,
    /// Moves place no walls. Instead of moving, a side may place one, by a pass.
    pub instead: bool,
}

/// Where each move places its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WallPlace {
    /// There is one wall, the duck. Each move puts it on another square that is empty after the move.
    Duck,
    /// After moving, the piece shoots an arrow from its destination: the arrow moves as the piece does without
    /// capturing, and the piece's origin is empty for it. The square on which it lands becomes a wall.
    Arrow,
    /// On any square that is empty after the move.
    Static,
    /// On the edge of the board, or beside a wall or hole, in the direction of a file or rank.
    Edge,
    /// On the square that the piece has left.
    Past,
}

//! Moves that also place a wall: Duck chess, the Game of the Amazons.

pub(crate) mod moves;

/// The wall that each move places besides. Nothing may enter its square, and nobody owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Walling {
    /// There is one wall, the duck. Each move puts it on another square that is empty after the move.
    Duck,
    /// Each move ends with an arrow that goes from the destination as the moved piece goes without capturing, its origin counting as
    /// empty. Where the arrow lands, a wall stays.
    Arrow,
}

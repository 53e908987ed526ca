//! Turning: enemies that a move encloses or comes next to change sides (Reversi, Ataxx).

pub mod needs;

/// Which enemies go over to the side that has moved, whatever they are. Passes turn none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Those in a row, in any of the eight directions, between the piece that has come and another one of its side
    /// (Reversi). The square that it has left counts as one with such a piece.
    Enclosed,
    /// Those next to the piece that has come, also diagonally (Ataxx).
    Around,
    /// The same, but a piece that came from beside the board turns them only if it is next to another one of its side
    /// (Quadwrangle).
    AroundIfJoined,
}

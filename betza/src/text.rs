//! Moves as text.

use crate::error::MoveTextError;
use crate::position::Position;
use betza_movegen::moves::Move;

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// The Universal Chess Interface, as Fairy-Stockfish writes it: `e2e4`, `e7e8q`, `P@e4`.
    Uci,
}

/// The text of a move; `""` if it is not legal.
pub(crate) fn write(position: &Position, m: Move, style: Style) -> String {
    let Some(index) = position.listed().list.iter().position(|&l| l == m) else { return String::new() };
    match style {
        Style::Uci => position.texts()[index].clone(),
    }
}

/// The legal move with this text.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let found = position.texts().iter().position(|t| t == text);
    found
        .map(|i| position.listed().list[i])
        .ok_or_else(|| MoveTextError::new("illegal-move", 0..text.len(), "it is no legal move", "play another"))
}

/// Why a move is not legal.
pub(crate) fn why_illegal(_: &Position, m: Move) -> String {
    format!("{m:?} is not legal here")
}

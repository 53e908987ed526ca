//! Squares of a board, given by their names.

use crate::failure::Failure;
use betza_ir::geometry::{Board, Square};

/// The squares of a board by their names.
///
/// # Errors
/// A failure that names the field and the first square that the board does not have.
pub fn squares(board: &Board, names: &[String], field: &str) -> Result<Vec<Square>, Failure> {
    names.iter().map(|name| square(board, name, field)).collect()
}

/// One square of a board by its name.
///
/// # Errors
/// A failure that names the field.
pub fn square(board: &Board, name: &str, field: &str) -> Result<Square, Failure> {
    board.parse_square(name).map_err(|e| Failure::Input(format!("{field}: {e}")))
}

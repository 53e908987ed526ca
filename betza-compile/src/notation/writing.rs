//! What the writers of all dialects share: the error for what a dialect cannot express, and the check that a text reads
//! back as the same piece.

use super::{Code, Diagnostic, Dialect, LENGTH_LIMIT, read};
use crate::ir::Piece;

/// The error for something that a dialect cannot express.
#[must_use]
pub fn cannot(dialect: Dialect, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::CannotSay,
        0..0,
        format!("`{dialect}` cannot say {what}"),
        "choose a dialect that can, or change the piece",
    )
}

/// The text that a writer has found, if it reads back as the piece that it was written for.
///
/// # Errors
/// [`Code::CannotSay`].
pub fn checked(text: String, piece: &Piece, dialect: Dialect) -> Result<String, Diagnostic> {
    if text.len() > LENGTH_LIMIT {
        return Err(cannot(dialect, &format!("this in {LENGTH_LIMIT} bytes")));
    }
    match read(&text, dialect) {
        Ok(reading) if reading.piece == *piece => Ok(text),
        _ => Err(cannot(dialect, "this combination of conditions")),
    }
}

//! What the writers of all dialects share: how they give up, and the last check of what they found.

use super::{Code, Diagnostic, Dialect, LENGTH_LIMIT, read};
use crate::ir::Piece;

/// The error of a dialect that has no words for something.
#[must_use]
pub fn cannot(dialect: Dialect, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::CannotSay,
        0..0,
        format!("`{dialect}` cannot say {what}"),
        "choose a dialect that can, or change the piece",
    )
}

/// The last word on what a writer found: the text, if it is read as the piece that it was written for: what would read differently is not said.
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

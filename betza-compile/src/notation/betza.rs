//! Classic "funny notation" (Overby), SEMANTICS section 2.

use super::{Code, Diagnostic, Reading};
use crate::ir::Piece;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    Err(vec![Diagnostic::error(Code::Empty, 0..text.len(), "not read yet", "")])
}

pub(super) fn write(_piece: &Piece) -> Result<String, Diagnostic> {
    Err(Diagnostic::error(Code::CannotSay, 0..0, "not written yet", ""))
}

//! The Interactive Diagram's and XBoard's notation (XBETZA.md).

use super::living::{self, Tongue};
use super::{Code, Diagnostic, Reading};
use crate::ir::Piece;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    living::read(text, Tongue::Xbetza)
}

pub(super) fn write(_piece: &Piece) -> Result<String, Diagnostic> {
    Err(Diagnostic::error(Code::CannotSay, 0..0, "not written yet", ""))
}

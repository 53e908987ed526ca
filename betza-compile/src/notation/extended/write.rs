use super::super::{Code, Diagnostic};
use crate::ir::Piece;
pub(in super::super) fn write(_piece: &Piece) -> Result<String, Diagnostic> {
    Err(Diagnostic::error(Code::CannotSay, 0..0, "not written yet", ""))
}

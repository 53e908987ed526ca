//! Betza Extended Notation (Howe), SEMANTICS section 4.
//!
//! The grammar ([`syntax`]) gives a tree; lowering ([`lower`]) multiplies out its alternatives, finds the leg that each modifier is for
//! and makes the IR.

mod draft;
mod lower;
mod syntax;

use super::{Code, Diagnostic, Reading};
use crate::ir::Piece;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let read = syntax::parse(text).and_then(lower::lower);
    read.map(|(piece, warnings)| Reading { piece, warnings }).map_err(|error| vec![error])
}

pub(super) fn write(_piece: &Piece) -> Result<String, Diagnostic> {
    Err(Diagnostic::error(Code::CannotSay, 0..0, "not written yet", ""))
}

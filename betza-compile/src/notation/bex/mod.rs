//! Betza Extended Notation (Howe), SEMANTICS section 4.
//!
//! The grammar ([`syntax`]) gives a tree; lowering ([`lower`]) multiplies out its alternatives, finds the leg that each modifier is for
//! and makes the IR.

mod draft;
mod lower;
mod syntax;
mod write;

use super::{Diagnostic, Reading};
pub(super) use write::write;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let read = syntax::parse(text).and_then(lower::lower);
    read.map(|(piece, warnings)| Reading { piece, warnings }).map_err(|error| vec![error])
}

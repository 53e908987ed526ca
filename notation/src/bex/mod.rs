//! `bex`: Howe's Betza Extended Notation (docs/notation/bex.md).
//!
//! The text is read into the [surface tree](super::surface) by the grammar of [`syntax`]; [`lower`] says what prefixes,
//! brackets and repetitions mean, [`hurdles`] handles `j` over several legs, and [`write`](mod@write) goes back.

mod hurdles;
mod lower;
mod syntax;
mod write;

use super::{Diagnostic, Reading};
pub(super) use write::write;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let read = syntax::parse(text).and_then(lower::lower);
    read.map(|(piece, warnings)| Reading { piece, warnings }).map_err(|error| vec![error])
}

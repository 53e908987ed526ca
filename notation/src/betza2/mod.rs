//! `betza2`: Muller's Betza 2.0 quick reference (docs/notation/betza2.md).
//!
//! The text is read into the [surface tree](super::surface) by the grammar of [`syntax`]. [`lower`] says what prefixes
//! and last legs mean, [`repeat`], [`copies`] and [`unroll`] what a repetition means, and [`write`](mod@write) goes
//! back.

mod copies;
mod lower;
mod repeat;
mod syntax;
mod unroll;
mod write;

use super::{Diagnostic, Reading};
pub(super) use write::write;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let read = syntax::parse(text).and_then(lower::lower);
    read.map(|(piece, warnings)| Reading { piece, warnings }).map_err(|error| vec![error])
}

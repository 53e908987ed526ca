//! The Interactive Diagram's and XBoard's notation (XBETZA.md).

use super::living::{self, Tongue};
use super::{Diagnostic, Reading};
use crate::ir::Piece;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    living::read(text, Tongue::Xbetza)
}

pub(super) fn write(piece: &Piece) -> Result<String, Diagnostic> {
    living::write(piece, Tongue::Xbetza, |text| Some(read(text).ok()?.piece))
}

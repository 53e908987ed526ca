//! The Interactive Diagram's and XBoard's notation (XBETZA.md).

use super::living::{self, Tongue};
use super::{Diagnostic, Reading};

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    living::read(text, Tongue::Xbetza)
}

//! Brackets: `[A-B]`, `[A?B]`.

use super::Reader;
use crate::notation::Code;

impl Reader<'_> {
    pub(super) fn bracket(&mut self, _prefix: &str, start: usize) -> Option<()> {
        self.error(Code::Empty, start..start, "", "");
        None
    }
}

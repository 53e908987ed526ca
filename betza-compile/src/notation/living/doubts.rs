//! What Fairy-Stockfish reads otherwise, in silence: warnings of `fsf`.

use super::Reader;
use super::atom::Atom;
use super::modifiers::Modifiers;
use crate::notation::Code;

impl Reader<'_> {
    pub(super) fn doubt_fsf(&mut self, _atom: &Atom, _modifiers: &Modifiers) {
        let _ = Code::ReadDifferently;
    }

    pub(super) fn doubt_bracket(&mut self, _legs: &[(&Atom, &Modifiers)], _span: std::ops::Range<usize>) {}
}

//! `xbetza`, the notation of the Interactive Diagram and of XBoard's `piece` command, and `fsf`, the part of it that
//! Fairy-Stockfish reads from `variants.ini` (docs/notation/xbetza.md).
//!
//! A text is a row of terms. A term is small letters and a capital with its number ([`atom`], [`modifiers`], [`leg`]),
//! in which `a` separates the letters of several legs ([`term`]); or small letters and a bracket ([`bracket`]); or a
//! castling or a drop ([`special`]). [`fsf`] and [`fsf_warnings`] have what is different in Fairy-Stockfish.

mod atom;
mod bracket;
pub(super) mod fsf;
mod fsf_warnings;
mod leg;
mod modifiers;
mod special;
mod term;
mod write;
mod write_legs;

use super::cursor::Cursor;
use super::{Code, Diagnostic, Dialect, Reading, Severity};
use betza_ir::{Move, Piece};
use std::ops::Range;
pub(super) use write::write;

/// The two dialects that this module reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavor {
    Xbetza,
    Fsf,
}

impl Flavor {
    fn dialect(self) -> Dialect {
        match self {
            Flavor::Xbetza => Dialect::Xbetza,
            Flavor::Fsf => Dialect::Fsf,
        }
    }
}

/// The largest number that is read.
const NUMBER_LIMIT: u16 = 255;
/// The most legs of one move.
const LEG_LIMIT: usize = 32;
/// The most paths among which directions before a bracket choose.
const PATH_LIMIT: usize = 4096;
/// The most moves that one term may become.
const MOVE_LIMIT: usize = 256;

/// Reads a piece.
pub(super) fn read(text: &str, flavor: Flavor) -> Result<Reading, Vec<Diagnostic>> {
    let mut reader = Reader::new(text, flavor);
    if text.is_empty() {
        reader.error(Code::Empty, 0..0, "nothing is written", "write an atom, for example K");
    }
    while !reader.cursor.is_done() && reader.term().is_some() {}
    let Reader { piece, found, .. } = reader;
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(found);
    }
    Ok(Reading { piece, warnings: found })
}

/// A text that is being read, and what has been found in it.
struct Reader<'a> {
    cursor: Cursor<'a>,
    flavor: Flavor,
    piece: Piece,
    found: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, flavor: Flavor) -> Reader<'a> {
        Reader { cursor: Cursor::new(text), flavor, piece: Piece::default(), found: Vec::new() }
    }
}

impl Reader<'_> {
    fn error(&mut self, code: Code, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.found.push(Diagnostic::error(code, span, message, remedy));
    }

    fn warn(&mut self, code: Code, span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) {
        self.found.push(Diagnostic::warning(code, span, message, remedy));
    }

    fn push(&mut self, m: Move) {
        self.piece.push(m);
    }
}

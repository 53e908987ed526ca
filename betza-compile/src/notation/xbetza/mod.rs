//! What `xbetza` and `fsf` share: atoms, modifiers, legs, brackets, and how they are written (XBETZA.md).
//!
//! A text is a row of terms. A term is small letters and a capital with its number ([`atom`], [`modifiers`], [`leg`]), where `a`
//! parts the letters of several legs ([`term`]); or small letters and a bracket ([`bracket`]); or a castling or a drop
//! ([`special`]).
//!
//! # Where XBETZA.md is silent
//!
//! - S1. `g` on a single leap of more than one king step: some shortest path (L1) has exactly one piece on it, on the square right
//!   before the end. So `gD` is `jD`, and `gH` asks for the second square.
//! - S2. `n` leaves the right of en passant capture on a straight move that only moves (`m`) and hops over nothing: on a ride of single steps, where `n`
//!   says nothing else, and on a longer leap with `i` or `ii`; so the lame Dabbaba `mnD` leaves none.
//! - S3. A letter before `U` chooses the half of the board on its side, a pair what lies on both sides (`fsU`: ahead, off the file). `U` in
//!   a later leg goes neither to the square where it stands nor to the origin.
//! - S4. Directions before a bracket judge a path whose steps sum to nothing by its first step, as E2: among those of the first atom,
//!   so that in `fsf` its `K` and `Q` distribute.
//! - S5. A leg before `?` is read both ways: to stop there its letters mean what they mean on a last leg, to go on what they
//!   mean on a leg that is not the last. Where that asks for different legs (`p`, `g`), stopping there is a move of its own; `y`, which
//!   cannot stop, is an error. Letters before the bracket say nothing of going on.
//! - S6. A capital has one suffix at most, and a second capital that has a suffix of its own does not double the first: `FFX` is `F`
//!   and `FX`.
//! - S7. `03` is 3, with a warning.
//! - S8. `u`: a piece that would be put down where another one stands, or under the mover's end, stays captured; legs that wait for a
//!   capture are served in order; a piece put back on its own square is named as a relocation.
//! - S9. `hr` and `hl` choose nothing of atoms other than oblique ones; a leg that is left without steps is an error.
//! - S10. In `fsf` an `e` anywhere gives every capture of the piece the right to take en passant. The `i` of a castling is the
//!   king's own virginity in both dialects.
//! - S11. Asked on a bare board, outside of any game, a piece that has not moved stands where its kind starts, and there in a region of
//!   double steps: `ii`, and the `i` of `fsf`, then hold of it as the `i` of `xbetza` does, and of a piece that has moved none of them does.

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
use crate::ir::{Move, Piece};
use std::ops::Range;
pub(super) use write::write;

/// Which of the two.
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

/// What is being read.
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

//! Betza Extended Notation (Howe), SEMANTICS section 4.
//!
//! The grammar ([`syntax`]) gives a tree; lowering ([`lower`]) multiplies out its alternatives and finds the leg that each modifier is for,
//! [`draft`] makes the IR, and [`write`](mod@write) goes back.
//!
//! # Decisions where the document and SEMANTICS are silent
//!
//! - X9. `e` on a ride alone leaps over whatever it passes (`eR`). On several legs `e` and `j` speak of the squares where legs meet, not of
//!   those inside a ride.
//! - X10. `j` on a ride of longer leaps asks for a piece under each leap (SEMANTICS L1, L2); `p` for one piece on the squares where the
//!   ride sets foot. `p` before several legs is `j`. Over a repeated group neither can count, and both are refused; in a
//!   repetition of such legs every copy has its one piece on whichever of the squares, and only the vectors stay the same (SEMANTICS X3).
//! - X11. A repetition stands outside the modifiers of a group: between the copies of `e(W-F)*` the squares are empty. On `R B Q` a
//!   number limits the ride, as in classic notation.
//! - X12. "Beyond" and "behind" go by the whole leg, from its start to its end, and by its lowest terms; before several legs `[ca]`,
//!   `[cw]`, `[cj]` and `[cl]` are refused, because such a move has no one direction.
//! - X13. `[ci] [cu] [crM] [ccM] [xwM] [xo]` are components of their own: `[crK]Q` is `[crK]+Q`. Nothing comes after `[cu]`.
//! - X14. What `[ccM]`, `[xwM]` and `[xiM]` reach does not depend on the `m` and `c` of M.
//! - X15. `i` asks it of the mover, whatever component it stands before. `h` and `a` are taken as SEMANTICS D3 has them; `C` and `Z`
//!   are no letters of `bex`.

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

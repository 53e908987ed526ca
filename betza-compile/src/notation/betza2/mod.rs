//! The Betza 2.0 quick reference (Muller), SEMANTICS section 5.
//!
//! The grammar ([`syntax`]) gives a tree; lowering ([`lower`]) multiplies out its alternatives and gives each modifier to its leg,
//! [`draft`] makes the IR, and [`write`](mod@write) goes back.
//!
//! # Decisions where the document and SEMANTICS are silent
//!
//! - T10. On a last leg `p` stands alone: beside `m c d o u` it is refused, because classic notation and the table read that
//!   differently. `g` takes `m c d` for where it lands.
//! - T11. Each copy of a repeated group takes any of the group's moves (`(WF)2` has W-F), and the last copy ends by its own letters
//!   (`(mWcF)0`: steps over empty squares, captures by an F step at the end).
//! - T12. A repeated group repeats its letters (`(lW)3` turns left three times); the letters before a repeated atom are those of its
//!   first step (`lW3` goes straight).
//! - T13. Alternatives behind one `x` fly together: `W-x(FN)` is one eruption. Moves side by side erupt by themselves.
//! - T14. A piece that fragments put on several squares goes to the lowest (a1, b1, ...). If a fragment carries the mover away, that is
//!   where the mover ends.
//! - T15. An `i` before `c` or `d` belongs to that letter, else one behind it; in `iic` and `ici` the other `i` is the mover's.
//! - T16. `j` on a ride of longer leaps asks for a piece under each leap (SEMANTICS L1, L2).
//! - T17. Where `u` stands with other letters, each that can act makes a path of its own: with `mu` a carried piece may be put down
//!   or not.

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

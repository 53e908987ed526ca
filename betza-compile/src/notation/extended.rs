//! Extended Betza notation (Muller), SEMANTICS section 3: paths of units joined by operators, with exponents.
//!
//! A text is parsed into terms ([`syntax`]), these are lowered ([`lower`]): a term of one unit to single legs
//! ([`single`](super::single)), a longer path to a chain for each of its alternatives.
//!
//! Where the document and SEMANTICS are silent:
//!
//! - E10. An exponent that is a number alone limits the ride of `R B Q K` and of doubled capitals are left without one (`WW3` is an
//!   error); an exponent with modifiers repeats the unit as a whole, as the document defines it: `R-2` is `R-fR`. `t` and `f` alone are what
//!   an exponent says by default, so `Rf3` and `Rtf3` are `R3`.
//! - E11. Inside a group that is part of a longer path, or has an exponent, a term may have direction letters, which go to its
//!   first leg; other prefixes there are errors, as they are on every unit of a path.
//! - E12. A group of alternatives in a path stands for one path each. Repeated with an exponent it may choose anew in every copy.
//! - E13. Before a single unit with a modified exponent (`Nrf8`), as before a path, `j jj p g z q` are an error, and so are
//!   `j jj p g` with an exponent that has an operator, because that already says what the squares on the way hold.
//! - E14. `e` may also stand before a leap: it is blocked unless it has the right length.
//! - E15. What can never have a step is an error: `jW`, `gK`, `cpF`. `g` on a longer leap (`gN`, `gH`) asks for a shortest path with
//!   exactly one piece on it, on the square right before the end, as in `xbetza`. `jj` on a leap, `n` on single steps, `p` on a single step (which is
//!   `m`) and repeated prefixes are warnings, and so is a leap of more than 15 squares, which fits no board; from 100 it is an error.
//! - E16. A number is at most 255. With limited repetitions written out a path has at most 256 legs, and at most 256 alternatives with
//!   4096 legs together. Groups with exponents are nested at most three deep.
//! - E17. `y` needs a ride of one atom before it that may end at any step (not `W-3y`).

mod legs;
mod lower;

mod syntax;
mod write;

use super::diagnostic::Findings;
use super::direction::{DanglingHalf, Group, Letter, group};
use super::{Code, Diagnostic, Reading};
use crate::ir::Piece;
pub(super) use write::write;

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let terms = syntax::parse(text, &mut findings);
    if terms.is_empty() && !findings.has_errors() {
        findings.error(Code::Empty, 0..text.len(), "no move is written", "write a capital, for example `W`");
    }
    let piece = if findings.has_errors() { Piece::default() } else { lower::lower(&terms, &mut findings) };
    findings.finish(piece)
}

/// Joins direction letters; on oblique atoms `ls` and `rs` are pairs too, and select what `lv` and `rv` do (SEMANTICS E1a).
fn groups(letters: &[char], oblique: bool) -> Result<Vec<Group>, DanglingHalf> {
    let mut groups = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let two = &letters[at..letters.len().min(at + 2)];
        let side = Letter::from_char(two[0]);
        if let (true, Some(side @ (Letter::L | Letter::R)), Some('s')) = (oblique, side, two.get(1)) {
            groups.push(Group::Pair(side, Letter::V));
            at += 2;
            continue;
        }
        let joined = group(two).map_err(|dangling| DanglingHalf(at + dangling.0));
        match joined {
            Ok(joined) => {
                groups.push(joined[0]);
                at += if joined.len() == 1 { two.len() } else { 1 };
            }
            // The second letter may be an `h` that belongs to nothing only if the first one took no partner.
            Err(error) if error.0 == at => return Err(error),
            Err(_) => {
                groups.extend(group(&two[..1])?);
                at += 1;
            }
        }
    }
    Ok(groups)
}

/// Whether a leap is oblique: neither orthogonal nor diagonal.
fn is_oblique((long, short): (u16, u16)) -> bool {
    short != 0 && short != long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sideways_pairs_on_oblique_atoms() {
        let read = |text: &str, oblique| groups(&text.chars().collect::<Vec<_>>(), oblique).unwrap();
        let pair = |x, y| Group::Pair(x, y);
        assert_eq!(read("ls", true), [pair(Letter::L, Letter::V)]);
        assert_eq!(read("ls", false), [Group::Single(Letter::L), Group::Single(Letter::S)]);
        assert_eq!(read("flsf", true), [pair(Letter::F, Letter::L), pair(Letter::S, Letter::F)]);
        assert_eq!(
            read("llsaf", true),
            [Group::Single(Letter::L), Group::Single(Letter::S), Group::All, Group::Single(Letter::F)]
        );
        assert_eq!(groups(&['a', 'h'], true), Err(DanglingHalf(1)));
        assert_eq!(groups(&['f', 'l', 'h'], false), Err(DanglingHalf(2)));
    }
}

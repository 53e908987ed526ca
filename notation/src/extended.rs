//! `extended`: Muller's Extended Betza notation (docs/notation/extended.md). Paths are units joined by operators; units
//! have exponents.
//!
//! A text is parsed into terms ([`syntax`]), and these are lowered ([`lower`]): a term of one unit to single legs
//! ([`single`](crate::single)), a longer path to a chain for each of its alternatives ([`legs`]).

mod legs;
mod lower;

mod syntax;
mod write;

use crate::diagnostic::Findings;
use crate::direction::{DanglingHalf, Letter, LetterGroup, group, shortened};
use crate::{Code, Diagnostic, Reading};
use betza_ir::Piece;
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

/// Joins direction letters; on oblique atoms `ls` and `rs` are pairs too, and select what `lv` and `rv` do
/// (docs/notation, E1a).
fn groups(letters: &[char], oblique: bool) -> Result<Vec<LetterGroup>, DanglingHalf> {
    let short = shortened(letters);
    let letters = short.as_ref().map_or(letters, |short| &short[..]);
    let mut groups = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let two = &letters[at..letters.len().min(at + 2)];
        let side = Letter::from_char(two[0]);
        if let (true, Some(side @ (Letter::L | Letter::R)), Some('s')) = (oblique, side, two.get(1)) {
            groups.push(LetterGroup::Pair(side, Letter::V));
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
        let pair = |x, y| LetterGroup::Pair(x, y);
        assert_eq!(read("ls", true), [pair(Letter::L, Letter::V)]);
        assert_eq!(read("ls", false), [LetterGroup::Single(Letter::L), LetterGroup::Single(Letter::S)]);
        assert_eq!(read("flsf", true), [pair(Letter::F, Letter::L), pair(Letter::S, Letter::F)]);
        assert_eq!(
            read("llsaf", true),
            [
                LetterGroup::Single(Letter::L),
                LetterGroup::Single(Letter::S),
                LetterGroup::All,
                LetterGroup::Single(Letter::F)
            ]
        );
        assert_eq!(groups(&['a', 'h'], true), Err(DanglingHalf(1)));
        assert_eq!(groups(&['f', 'l', 'h'], false), Err(DanglingHalf(2)));
    }
}

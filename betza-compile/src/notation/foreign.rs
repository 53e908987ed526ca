//! Constructs that are no part of a dialect but of another one: named, so that a text in the wrong dialect is told apart from a
//! slip of the pen.

use super::{Code, Diagnostic, Dialect};
use std::ops::Range;

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

/// A character, and what it means where.
type Entry = (char, &'static [(Dialect, &'static str)]);

const MEANINGS: &[Entry] = &[
    ('+', &[(Extended, "joins legs with a hop"), (Bex, "joins alternatives")]),
    ('-', &[(Extended, "joins legs"), (Bex, "joins legs"), (Betza2, "joins legs")]),
    ('?', &[(Extended, "joins legs with a hop over a friend"), (Xbetza, "joins legs inside brackets")]),
    ('!', &[(Extended, "joins legs with a hop over an enemy")]),
    ('*', &[(Bex, "repeats a component")]),
    ('=', &[(Bex, "lists promotions")]),
    ('@', &[(Xbetza, "drops the piece from hand"), (Fsf, "drops the piece from hand")]),
    ('[', &[(Betza, "combines two atoms"), (Bex, "encloses an exotic"), (Xbetza, "joins legs")]),
    (']', &[(Betza, "combines two atoms"), (Bex, "encloses an exotic"), (Xbetza, "joins legs")]),
    ('O', &[(Extended, "is the null move"), (Bex, "is the null move"), (Xbetza, "is castling")]),
    ('I', &[(Extended, "is the leap (3,0)")]),
    ('U', &[(Xbetza, "is a leap to any square")]),
    ('X', &[(Xbetza, "lengthens a leap")]),
    ('Y', &[(Xbetza, "lengthens a leap")]),
    ('d', &[(Extended, "joins legs"), (Betza2, "captures friends"), (Xbetza, "captures friends")]),
    ('e', &[(Extended, "repeats a length"), (Bex, "leaps over connecting squares"), (Xbetza, "is en passant")]),
    (
        'i',
        &[
            (Extended, "asks for an unmoved piece"),
            (Bex, "asks for an unmoved piece"),
            (Xbetza, "asks for an unmoved piece"),
        ],
    ),
    ('k', &[(Extended, "makes the piece royal"), (Xbetza, "captures royals only")]),
    (
        'o',
        &[
            (Betza, "joins the side edges"),
            (Extended, "joins the side edges"),
            (Betza2, "crosses an edge"),
            (Xbetza, "joins the side edges"),
        ],
    ),
    (
        'q',
        &[
            (Betza, "is a circular ride"),
            (Extended, "is a circular ride"),
            (Bex, "is a circular ride"),
            (Xbetza, "is a circular ride"),
        ],
    ),
    ('t', &[(Betza, "stands before a bracket"), (Extended, "joins legs"), (Betza2, "hops over a friend")]),
    ('u', &[(Betza2, "unloads a captured piece"), (Xbetza, "unloads a captured piece")]),
    ('x', &[(Extended, "joins legs with a capture"), (Betza2, "is an eruption")]),
    (
        'z',
        &[
            (Betza, "is a crooked ride"),
            (Extended, "is a crooked ride"),
            (Bex, "is a crooked ride"),
            (Xbetza, "is a crooked ride"),
        ],
    ),
    (
        'y',
        &[
            (Extended, "joins legs before an obstacle"),
            (Bex, "makes the piece royal"),
            (Xbetza, "swaps step and slide"),
        ],
    ),
];

/// The error for a character that `dialect` does not know here: [`Code::OtherDialect`] if another one has it, else
/// [`Code::UnknownLetter`]. `instead` is the remedy.
#[must_use]
pub fn unknown(c: char, span: Range<usize>, dialect: Dialect, instead: &str) -> Diagnostic {
    let entry = MEANINGS.iter().find(|e| e.0 == c).map_or(&[][..], |e| e.1);
    // Dialects that mean the same are named together.
    let mut meanings: Vec<(&str, Vec<String>)> = Vec::new();
    for &(other, meaning) in entry.iter().filter(|m| m.0 != dialect) {
        match meanings.iter_mut().find(|m| m.0 == meaning) {
            Some((_, dialects)) => dialects.push(format!("`{other}`")),
            None => meanings.push((meaning, vec![format!("`{other}`")])),
        }
    }
    if meanings.is_empty() {
        let what = if c.is_whitespace() { "white space".to_owned() } else { format!("`{c}`") };
        let message = format!("{what} has no meaning here in `{dialect}`");
        return Diagnostic::error(Code::UnknownLetter, span, message, instead);
    }
    let meanings: Vec<String> =
        meanings.into_iter().map(|(meaning, dialects)| format!("{meaning} in {}", dialects.join(" and "))).collect();
    let message = format!("`{c}` {}; `{dialect}` does not have it here", meanings.join(", "));
    Diagnostic::error(Code::OtherDialect, span, message, instead)
}

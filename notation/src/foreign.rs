//! Constructs of other dialects. Errors name them, so that a text in the wrong dialect can be told from a misspelling.

use crate::{Code, Diagnostic, Dialect};
use betza_ir::sorted;
use std::ops::Range;

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

/// A character, and what it means where.
type Entry = (char, &'static [(Dialect, &'static str)]);

const MEANINGS: &[Entry] = &[
    ('+', &[(Extended, "joins legs with a hop"), (Bex, "joins alternatives")]),
    (
        '-',
        &[
            (Extended, "joins legs"),
            (Bex, "joins legs"),
            (Betza2, "joins legs"),
            (Xbetza, "joins legs inside brackets"),
            (Fsf, "joins legs inside brackets"),
        ],
    ),
    (
        '?',
        &[
            (Extended, "joins legs with a hop over a friend"),
            (Xbetza, "joins legs inside brackets"),
            (Fsf, "joins legs inside brackets"),
        ],
    ),
    ('!', &[(Extended, "joins legs with a hop over an enemy")]),
    ('*', &[(Bex, "repeats a component")]),
    ('=', &[(Bex, "lists promotions")]),
    ('@', &[(Xbetza, "drops the piece from hand"), (Fsf, "drops the piece from hand")]),
    ('[', &[(Betza, "combines two atoms"), (Bex, "encloses an exotic"), (Xbetza, "joins legs"), (Fsf, "joins legs")]),
    (']', &[(Betza, "combines two atoms"), (Bex, "encloses an exotic"), (Xbetza, "joins legs"), (Fsf, "joins legs")]),
    ('O', &[(Extended, "is the null move"), (Bex, "is the null move"), (Xbetza, "is castling")]),
    ('I', &[(Extended, "is the leap (3,0)")]),
    ('U', &[(Xbetza, "is a leap to any square")]),
    ('X', &[(Xbetza, "lengthens a leap")]),
    ('Y', &[(Xbetza, "lengthens a leap")]),
    ('d', &[(Extended, "joins legs"), (Betza2, "captures friends"), (Xbetza, "captures friends")]),
    (
        'e',
        &[
            (Extended, "repeats a length"),
            (Bex, "leaps over connecting squares"),
            (Betza2, "repeats a length"),
            (Xbetza, "is en passant"),
            (Fsf, "is en passant"),
        ],
    ),
    (
        'i',
        &[
            (Extended, "asks for an unmoved piece"),
            (Bex, "asks for an unmoved piece"),
            (Betza2, "asks for an unmoved piece"),
            (Xbetza, "asks for an unmoved piece"),
            (Fsf, "asks for the region of double steps"),
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
    (
        't',
        &[
            (Betza, "stands before a bracket"),
            (Extended, "joins legs"),
            (Betza2, "hops over a friend"),
            (Xbetza, "spares royals"),
        ],
    ),
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

/// What a character means in other dialects, those that agree named together: `hops in ..., repeats in ...`. `None` if
/// it means nothing.
#[must_use]
pub fn elsewhere(c: char, dialect: Dialect) -> Option<String> {
    let entry = MEANINGS.iter().find(|e| e.0 == c).map_or(&[][..], |e| e.1);
    let mut meanings: Vec<(&str, Vec<String>)> = Vec::new();
    for &(other, meaning) in entry.iter().filter(|m| m.0 != dialect) {
        match meanings.iter_mut().find(|m| m.0 == meaning) {
            Some((_, dialects)) => dialects.push(format!("`{other}`")),
            None => meanings.push((meaning, vec![format!("`{other}`")])),
        }
    }
    let said = |(meaning, dialects): (&str, Vec<String>)| match &dialects[..] {
        [most @ .., last] if !most.is_empty() => format!("{meaning} in {} and {last}", most.join(", ")),
        all => format!("{meaning} in {}", all.concat()),
    };
    let meanings: Vec<String> = meanings.into_iter().map(said).collect();
    (!meanings.is_empty()).then(|| meanings.join(", "))
}

/// The error for a character that `dialect` does not know here: [`Code::OtherDialect`] if another one has it, else
/// [`Code::UnknownLetter`]. `instead` is the remedy.
#[must_use]
pub fn unknown(c: char, span: Range<usize>, dialect: Dialect, instead: &str) -> Diagnostic {
    let Some(meanings) = elsewhere(c, dialect) else {
        let what = match c {
            c if c.is_whitespace() => "white space".to_owned(),
            // Printed as it is, a control character would affect the terminal.
            c if c.is_control() => format!("the control character U+{:04X}", u32::from(c)),
            c => format!("`{c}`"),
        };
        let message = format!("{what} has no meaning here in `{dialect}`");
        return Diagnostic::error(Code::UnknownLetter, span, message, instead);
    };
    let message = format!("`{c}` {meanings}; `{dialect}` does not have it here");
    Diagnostic::error(Code::OtherDialect, span, message, instead)
}

/// The exotics of `bex`: what stands behind the `[`, whether a move follows inside, and what it is.
const EXOTICS: &[(&str, bool, &str)] = &[
    ("ca", false, "capture by approach"),
    ("cw", false, "capture by withdrawal"),
    ("cj", false, "capture by leaping over one piece"),
    ("cl", false, "capture by leaping over several pieces"),
    ("ci", false, "capture as the victim captures"),
    ("cu", false, "self capture"),
    ("xo", false, "return to the origin"),
    ("cc", true, "custodial capture"),
    ("cr", true, "capture at a distance"),
    ("xi", true, "immobilization"),
    ("x!i", true, "the end of immobilization"),
    ("xw", true, "a swap of places"),
];

/// For dialects without exotics: the errors inside an exotic of `bex` become one error that names the exotic.
#[must_use]
pub fn name_exotics(text: &str, dialect: Dialect, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|i| from + i) {
        from = open + 1;
        let inside = &text[open + 1..];
        let mut depth = 1;
        let close = inside.find(|c: char| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        let Some(inside) = close.map(|close| &inside[..close]) else { continue };
        // In `xbetza` a bracket may begin with modifiers like these.
        let joins = inside.contains(['-', '?']) && matches!(dialect, Dialect::Xbetza | Dialect::Fsf);
        let exotic = EXOTICS.iter().find(|(letters, has_move, _)| {
            inside.strip_prefix(letters).is_some_and(|rest| rest.is_empty() != *has_move)
        });
        let Some((_, _, what)) = exotic.filter(|_| !joins) else { continue };
        let span = open..from + inside.len() + 1;
        let before = found.len();
        found.retain(|d| !span.contains(&d.span.start));
        if found.len() < before {
            let message = format!("`[{inside}]` is {what} in `bex`; `{dialect}` has no word for it");
            let remedy = "leave it out, or read the text as `bex`";
            found.push(Diagnostic::error(Code::OtherDialect, span.clone(), message, remedy));
        }
        from = span.end;
    }
    sorted::sort_by_key(&mut found, |d| d.span.start);
    found
}

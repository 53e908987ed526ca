//! What the writers of `bex` and `betza2` share.

use crate::letters::Alphabet;
use crate::{Diagnostic, Dialect, writing};
use betza_ir::{Condition, Count, Move, Sectors};

/// The result of writing; the error names what the dialect cannot say.
pub(in super::super) type Written<T> = Result<T, Diagnostic>;

/// Both dialects have `a`.
pub(in super::super) const ALPHABET: Alphabet<'static> =
    Alphabet { has_a: true, has_h: true, shortens: true, apart: &[], extra: &[] };

/// The letters that the source of `bex` has: no `a`, no `h`.
pub(in super::super) const SPARSE: Alphabet<'static> =
    Alphabet { has_a: false, has_h: false, shortens: true, apart: &[], extra: &[] };

/// Whether one text is read as the moves of two others.
pub(in super::super) fn reads_as_both(both: &str, two: &[String; 2], dialect: Dialect) -> bool {
    let moves = |text: &str| crate::read(text, dialect).map(|reading| reading.piece.moves);
    match (moves(both), moves(&two[0]), moves(&two[1])) {
        (Ok(both), Ok(first), Ok(second)) => both == [first, second].concat(),
        _ => false,
    }
}

/// Whether a move is made only while the mover has not moved.
///
/// # Errors
/// What neither dialect says of a whole move.
pub(in super::super) fn unmoved(m: &Move, dialect: Dialect) -> Written<bool> {
    let cannot = |what| Err(writing::cannot(dialect, what));
    if m.sectors != Sectors::ALL {
        return cannot("directions of a whole path of several legs");
    }
    if m.leaves_en_passant {
        return cannot("that a double step can be captured en passant");
    }
    match m.condition {
        c if c.is_empty() => Ok(false),
        Condition::UNMOVED => Ok(true),
        _ => cannot("a condition other than that the piece has not moved"),
    }
}

/// The number behind a repeated group; `endless` is the one without limit.
///
/// # Errors
/// A number of copies that is neither exact nor only limited.
pub(in super::super) fn copies(count: Count, endless: &str, dialect: Dialect) -> Written<String> {
    match count {
        Count::UNLIMITED => Ok(endless.to_owned()),
        Count { min: 1, max: Some(n) } => Ok(n.to_string()),
        Count { min, max: Some(n) } if min == n => Ok(format!("0{n}")),
        _ => Err(writing::cannot(dialect, "this number of copies of a group")),
    }
}

/// Refuses the first of these that holds.
///
/// # Errors
/// [`Code::CannotSay`](crate::Code::CannotSay).
pub(in super::super) fn refuse(marks: &[(bool, &str)], dialect: Dialect) -> Written<()> {
    marks.iter().find(|mark| mark.0).map_or(Ok(()), |(_, what)| Err(writing::cannot(dialect, what)))
}

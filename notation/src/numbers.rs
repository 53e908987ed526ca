//! Numbers in notations: repetitions, and the numeric atoms `(a,b)` that `extended`, `bex` and `betza2` share.

use crate::atoms::Atom;
use crate::cursor::Cursor;
use crate::{Code, Diagnostic};
use betza_ir::geometry::MAX_SIDE;
use std::ops::Range;

/// The largest coordinate that a numeric atom may be given.
pub const COORDINATE_LIMIT: u16 = 99;

/// The largest number of repetitions.
pub const REPEAT_LIMIT: u16 = 255;

/// The deepest nesting of parentheses and brackets.
pub const DEPTH_LIMIT: usize = 32;

/// The most moves that groups of alternatives may multiply to.
pub const MOVES_LIMIT: usize = 1024;

/// The most legs and effects in one move.
pub const PARTS_LIMIT: usize = 64;

/// The error for nesting past [`DEPTH_LIMIT`].
#[must_use]
pub fn too_deep(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::TooLarge,
        span,
        format!("parentheses and brackets are nested deeper than the limit of {DEPTH_LIMIT}"),
        "remove those that only group: they have no meaning by themselves",
    )
}

/// Checks an expansion against a limit.
///
/// # Errors
/// [`Code::TooLarge`] past the limit.
pub fn within(given: usize, limit: usize, what: &str, span: &Range<usize>) -> Result<(), Diagnostic> {
    if given <= limit {
        return Ok(());
    }
    Err(Diagnostic::error(
        Code::TooLarge,
        span.clone(),
        format!("this makes {given} {what}, and the limit is {limit}"),
        "write fewer alternatives and repetitions in groups",
    ))
}

/// Whether a numeric atom comes next.
#[must_use]
pub fn is_numeric(cursor: &Cursor<'_>) -> bool {
    cursor.peek() == Some('(') && cursor.peek_second().is_some_and(|c| c.is_ascii_digit())
}

/// Reads `(a,b)`, in either order. [`too_far`] warns of leaps that fit no board.
///
/// # Errors
/// A number over [`COORDINATE_LIMIT`], a comma or parenthesis that is missing.
pub fn numeric(cursor: &mut Cursor<'_>) -> Result<Atom, Diagnostic> {
    let start = cursor.offset();
    cursor.bump();
    let a = number(cursor, COORDINATE_LIMIT, "a leap's coordinate")?;
    if !cursor.eat(',') {
        return Err(Diagnostic::error(
            Code::UnknownLetter,
            cursor.here(),
            "a leap needs a comma between its two coordinates",
            "write it as (1,2)",
        ));
    }
    if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Err(Diagnostic::error(
            Code::UnknownLetter,
            cursor.here(),
            "a leap needs its second coordinate here",
            "write it as (1,2)",
        ));
    }
    let b = number(cursor, COORDINATE_LIMIT, "a leap's coordinate")?;
    if !cursor.eat(')') {
        return Err(Diagnostic::error(
            Code::Unclosed,
            start..start + 1,
            "this parenthesis of a leap is not closed",
            "write it as (1,2)",
        ));
    }
    Ok(Atom::leap(a, b))
}

/// The warning for an atom that fits no board (docs/notation, D7).
#[must_use]
pub fn too_far(atom: &Atom, span: Range<usize>) -> Option<Diagnostic> {
    let (a, b) = atom.sizes.iter().copied().max()?;
    (a >= u16::from(MAX_SIDE)).then(|| {
        Diagnostic::warning(
            Code::TooFar,
            span,
            format!("the leap ({a},{b}) fits no board, so it has no moves"),
            format!("a board has at most {MAX_SIDE} files and ranks: write coordinates up to {}", MAX_SIDE - 1),
        )
    })
}

/// Reads digits as a number.
///
/// # Errors
/// [`Code::BadRange`] if it is over the limit.
pub fn number(cursor: &mut Cursor<'_>, limit: u16, what: &str) -> Result<u16, Diagnostic> {
    let start = cursor.offset();
    let digits = cursor.eat_while(|c| c.is_ascii_digit());
    digits.parse().ok().filter(|n| *n <= limit).ok_or_else(|| {
        Diagnostic::error(
            Code::BadRange,
            cursor.since(start),
            format!("{what} is at most {limit}"),
            "write a smaller number".to_owned(),
        )
    })
}

//! Texts that are read but were surely written in another dialect.
//!
//! Each sign is a construct that has a meaning here, but one that nobody would write so, and that is common in another dialect. A
//! warning is given where that dialect reads the whole text.

use super::{Code, Diagnostic, Dialect};
use std::ops::Range;

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

/// A run of small letters before a capital, bracket or group, and what stands before the run.
struct Run {
    /// The last character before it that is no number; `None` at the start.
    before: Option<char>,
    span: Range<usize>,
}

/// A sign of another dialect.
struct Sign {
    span: Range<usize>,
    from: Dialect,
    here: String,
    there: String,
}

/// The warning about a text that `dialect` reads, if it is surely of another one. `reads` says whether a dialect reads it.
pub(super) fn warning(text: &str, dialect: Dialect, reads: &dyn Fn(Dialect) -> bool) -> Option<Diagnostic> {
    let sign = signs(text, dialect).into_iter().find(|sign| reads(sign.from))?;
    let Sign { span, from, here, there } = sign;
    Some(Diagnostic::warning(
        Code::ReadDifferently,
        span,
        format!("this looks like `{from}`, where {there}; in `{dialect}` {here}"),
        format!("read it as `{from}` if it is from there; `betza dialects` shows both meanings"),
    ))
}

fn signs(text: &str, dialect: Dialect) -> Vec<Sign> {
    let mut found = Vec::new();
    for run in runs(text) {
        let letters = &text[run.span.clone()];
        let after = &text[run.span.end..];
        let at = |c: char| letters.find(c).map(|i| run.span.start + i..run.span.start + i + 1);
        let follows_unit = run.before.is_some_and(|c| c.is_ascii_uppercase() || c == ')' || c == ']');
        let joined = run.before.is_some_and(|c| "-+?!".contains(c));
        match dialect {
            Xbetza | Fsf => {
                // `t` of a mode has its letter beside it: `ctR`.
                if let Some(span) = at('t').filter(|_| follows_unit && letters.starts_with('t')) {
                    found.push(Sign {
                        span,
                        from: Extended,
                        here: "the two are alternatives, and `t` spares royals".to_owned(),
                        there: "`t` joins two legs: the move may end after the first or go on with the second"
                            .to_owned(),
                    });
                }
            }
            Betza | Extended | Bex | Betza2 => {
                let operator = dialect == Extended && letters.contains(['t', 'x', 'd', 'y']);
                let erupts = dialect == Betza2 && letters.contains('x');
                let legs = letters.split('a').count() > 1
                    && letters != "a"
                    && after.starts_with(|c: char| c.is_ascii_uppercase());
                if let Some(span) = at('a').filter(|_| legs && !joined && !operator && !erupts) {
                    found.push(Sign {
                        span,
                        from: Xbetza,
                        here: "`a` is all directions, which adds nothing in a first leg".to_owned(),
                        there: "`a` (again) parts the letters of several legs".to_owned(),
                    });
                }
                if let Some(span) = at('x').filter(|_| erupts && follows_unit) {
                    found.push(Sign {
                        span,
                        from: Extended,
                        here: "this is an alternative of its own, and `x` erupts where the piece stands".to_owned(),
                        there: "`x` joins two legs: an enemy between them is captured".to_owned(),
                    });
                }
            }
        }
    }
    if dialect == Bex {
        found.extend(nothing_added(text));
    }
    found
}

/// `Q+K` and the like in `bex`, where the second move is part of the first.
fn nothing_added(text: &str) -> Option<Sign> {
    let contains = |c: char| match c {
        'Q' => "QRBKWF",
        'R' => "RW",
        'B' => "BF",
        'K' => "KWF",
        _ => "",
    };
    let parts: Vec<&str> = text.split('+').collect();
    let mut at = 0;
    for pair in parts.windows(2) {
        let plus = at + pair[0].len();
        at = plus + 1;
        let (Some(x), Some(y)) = (lone(pair[0]), lone(pair[1])) else { continue };
        if contains(x).contains(y) || x == y {
            return Some(Sign {
                span: plus..plus + 1,
                from: Extended,
                here: format!("`+` is \"or\", and `{x}` can do already what `{y}` can"),
                there: "`+` joins two legs with a hop over a piece".to_owned(),
            });
        }
    }
    None
}

fn lone(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|c| c.is_ascii_uppercase() && chars.next().is_none())
}

fn runs(text: &str) -> Vec<Run> {
    let mut all = Vec::new();
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if !c.is_ascii_lowercase() {
            if !c.is_ascii_digit() {
                before = Some(c);
            }
            continue;
        }
        let mut end = start + 1;
        while let Some((i, _)) = chars.next_if(|(_, c)| c.is_ascii_lowercase()) {
            end = i + 1;
        }
        // Letters before a number are those of a repetition.
        if chars.peek().is_some_and(|(_, c)| !c.is_ascii_digit()) {
            all.push(Run { before, span: start..end });
        }
    }
    all
}

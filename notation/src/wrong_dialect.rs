//! Texts that were surely written in another dialect.
//!
//! Each sign is a construct that is common in another dialect, and that has no meaning here or one that nobody would
//! write so. Where that dialect reads the whole text, a warning says what it means here and there, or the error does if
//! it is not read here.

use crate::translate::legs;
use crate::{Code, Diagnostic, Dialect, read_as, translate};
use betza_ir::Piece;
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

impl Sign {
    fn message(&self, dialect: Dialect) -> String {
        format!("this looks like `{}`, where {}; in `{dialect}` {}", self.from, self.there, self.here)
    }
}

/// The warning about a text that `dialect` reads, if it is surely of another one. `reads` says whether a dialect reads
/// it.
pub(super) fn warning(text: &str, dialect: Dialect, reads: &dyn Fn(Dialect) -> bool) -> Option<Diagnostic> {
    let sign = signs(text, dialect).into_iter().find(|sign| reads(sign.from))?;
    let remedy = format!("read it as `{}` if it is from there; `betza dialects` shows both meanings", sign.from);
    Some(Diagnostic::warning(Code::ReadDifferently, sign.span.clone(), sign.message(dialect), remedy))
}

/// What is longer is no slip of somebody who pastes a piece, and is not translated to mend it.
const TRANSLATED: usize = 80;
/// The same of pieces that have more legs together.
const LEGS: usize = 32;

/// The errors of a text that `dialect` does not read. If it is surely of another one, or has one meaning in all the
/// others that read it, a single error names that, and what to write for it here.
pub(super) fn named(text: &str, dialect: Dialect, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let reads = |other| read_as(text, other).is_ok();
    let is_whole = |error: &Diagnostic| {
        let whole = error.remedy.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
        whole.is_some_and(|whole| read_as(whole, dialect).is_ok())
    };
    let is_mended = found.iter().any(is_whole);
    let sign = match &found[..] {
        [error] => signs(text, dialect)
            .into_iter()
            .find(|sign| sign.span.start < error.span.end && error.span.start < sign.span.end && reads(sign.from)),
        _ => None,
    };
    if let Some(sign) = &sign {
        found[0].code = Code::OtherDialect;
        found[0].message = sign.message(dialect);
        if is_mended {
            found[0].remedy = format!("{}, or read it as `{}`", found[0].remedy, sign.from);
        }
    }
    if is_mended || text.len() > TRANSLATED {
        return found;
    }
    let meaning = match sign {
        Some(sign) => read_as(text, sign.from).ok().map(|reading| (sign.from, reading.piece)),
        None => meant(text, dialect),
    };
    let Some((other, piece)) = meaning.filter(|(_, piece)| legs(piece) <= LEGS) else { return found };
    let is_elsewhere = |error: &&Diagnostic| match (error.code, text.get(error.span.clone()).unwrap_or_default()) {
        // Rather brackets are missing.
        (_, "-" | "?") if matches!(dialect, Xbetza | Fsf) => false,
        (Code::OtherDialect, _) => error.message.contains(&format!("`{other}`")),
        // Modes of legs, which `bex` and `betza2` have.
        (Code::Misplaced, "m" | "c" | "p") => matches!(other, Bex | Betza2),
        _ => false,
    };
    let Some(error) = found.iter().find(is_elsewhere) else { return found };
    let Ok(here) = translate(&piece, dialect) else { return found };
    vec![Diagnostic { remedy: format!("write `{here}`, or read it as `{other}`"), ..error.clone() }]
}

/// The meaning of a text in the other dialects that read it, if they agree, and the first of them.
fn meant(text: &str, dialect: Dialect) -> Option<(Dialect, Piece)> {
    let mut readings = Dialect::ALL.into_iter().filter(|&other| other != dialect).filter_map(|other| {
        // Read, but surely of yet another one.
        let piece = read_as(text, other).ok()?.piece;
        signs(text, other).is_empty().then_some((other, piece))
    });
    let first = readings.next()?;
    readings.all(|(_, piece)| piece == first.1).then_some(first)
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
                let operators = [
                    (
                        'd',
                        "the two are alternatives, and `d` captures its own side",
                        "`d` joins two legs: whoever stands between them is removed",
                    ),
                    ('x', "there is no `x`", "`x` joins two legs: an enemy between them is captured"),
                    (
                        'y',
                        "`y` exchanges step and slide of a leg that follows, and none does",
                        "`y` joins two legs: the second begins on the last square before a piece",
                    ),
                ];
                // Beside `m` or `c`, `d` is one of several ways to end a move.
                let alone = follows_unit && !letters[1..].contains(|c: char| !"fblrvsh".contains(c));
                for (c, here, there) in operators {
                    if alone && letters.starts_with(c) {
                        found.push(Sign {
                            span: run.span.start..run.span.start + 1,
                            from: Extended,
                            here: here.to_owned(),
                            there: there.to_owned(),
                        });
                    }
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
                let leg = after.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
                let is_last = dialect == Betza2 && after.len() > leg.len() && !leg.starts_with('-');
                if let Some(span) = at('t').filter(|_| is_last && follows_unit && letters.starts_with('t')) {
                    found.push(Sign {
                        span,
                        from: Extended,
                        here: "`t` is a hop over a friend, behind which another leg must follow".to_owned(),
                        there: "`t` joins two legs: the move may end after the first or go on with the second"
                            .to_owned(),
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
    if !matches!(dialect, Xbetza | Fsf) {
        found.extend(castlings(text).map(|span| {
            Sign {
                from: Xbetza,
                here: match dialect {
                    Extended | Bex => "`O` passes the turn, and castling is left to the rules of the game",
                    Betza2 => {
                        "`O` is a step of no length, and castling is a chain of legs or left to the rules of the game"
                    }
                    _ => "that is left to the rules of the game",
                }
                .to_owned(),
                there: format!("`{}` is castling", &text[span.clone()]),
                span,
            }
        }));
    }
    found
}

/// Where `O` with a number stands, with the letters that castling may have before it. Alone it is a null move with a
/// number.
pub(super) fn castlings(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices('O').filter_map(|(at, _)| {
        let number = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let start = text[..at].trim_end_matches(['i', 'j', 'l', 'r', 's']).len();
        (number > 0 && (start, at + 1 + number) != (0, text.len())).then_some(start..at + 1 + number)
    })
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

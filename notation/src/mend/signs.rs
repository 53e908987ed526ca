//! Slips of single signs: other dashes, separators between moves, letters that stand behind their capital or at the
//! wrong leg. Each is mended only where that makes the whole text one that can be read.

use super::Slip;
use crate::{Code, Dialect, read_as, translate};

/// The slips, if with all of them mended the text can be read.
pub(super) fn if_whole(slips: Vec<Slip>, text: &str, dialect: Dialect) -> Vec<Slip> {
    let mut whole = text.to_owned();
    for slip in slips.iter().rev() {
        whole.replace_range(slip.span.clone(), &slip.instead);
    }
    if !slips.is_empty() && read_as(&whole, dialect).is_ok() { slips } else { Vec::new() }
}

/// Letters put before the text, which the slip that takes them from their place tells.
fn in_front(letters: &str) -> Slip {
    Slip { span: 0..0, code: Code::DanglingModifier, message: String::new(), instead: letters.to_owned() }
}

/// Signs that a text processor or a habit puts in the place of others: `W–F`, `R×ebR`, `mW, cF`.
pub(super) fn lookalikes(text: &str, dialect: Dialect) -> Vec<Slip> {
    let slip = |(at, c): (usize, char)| {
        let mut span = at..at + c.len_utf8();
        let (instead, message) = match c {
            '‐' | '‑' | '–' | '—' | '−' => {
                ("-", format!("`{c}` is another dash than the hyphen that joins legs"))
            }
            '×' => ("x", format!("`{c}` is a sign and not the letter x")),
            ',' | ';' | '/' | '&' | '|' => {
                let or = if dialect == Dialect::Bex { "+" } else { "" };
                let how = if or.is_empty() { "stand side by side" } else { "are joined by `+`" };
                span.end = text.len() - text[span.end..].trim_start().len();
                (or, format!("`{c}` has no meaning in `{dialect}`: moves that a piece may choose from {how}"))
            }
            _ => return None,
        };
        Some(Slip { span, code: Code::UnknownLetter, message, instead: instead.to_owned() })
    };
    if_whole(text.char_indices().filter_map(slip).collect(), text, dialect)
}

/// The modifiers of a lone capital behind it: `Rf` for `fR`.
pub(super) fn behind(text: &str, dialect: Dialect) -> Vec<Slip> {
    let Some(capital) = text.chars().next().filter(char::is_ascii_uppercase) else { return Vec::new() };
    let letters = text.trim_start_matches(capital).trim_start_matches(|c: char| c.is_ascii_digit());
    if letters.is_empty() || !letters.bytes().all(|c| b"fblrsvhmcnjpgzq".contains(&c)) {
        return Vec::new();
    }
    let unit = &text[..text.len() - letters.len()];
    let slip = Slip {
        span: unit.len()..text.len(),
        code: Code::DanglingModifier,
        message: format!("modifiers stand before their capital, and `{letters}` stands behind it"),
        instead: String::new(),
    };
    if_whole(vec![in_front(letters), slip], text, dialect)
}

/// `W-cF` in `extended` for `cW-F`: `m` and `c` say how a path ends, and stand before it.
pub(super) fn late_modes(text: &str, dialect: Dialect) -> Vec<Slip> {
    if dialect != Dialect::Extended {
        return Vec::new();
    }
    // Where the letters of the last leg begin: behind the last operator, in a text that is a single path.
    let mut last = None;
    let mut is_after_unit = false;
    for (at, c) in text.char_indices() {
        match c {
            'A'..='Z' if is_after_unit => return Vec::new(),
            'A'..='Z' => is_after_unit = true,
            '0'..='9' if is_after_unit => {}
            '-' | '+' | '?' | '!' | 't' | 'x' | 'd' | 'y' if is_after_unit => {
                last = Some(at + 1);
                is_after_unit = false;
            }
            'm' | 'c' if last.is_none() || is_after_unit => return Vec::new(),
            'a'..='z' if !is_after_unit => {}
            _ => return Vec::new(),
        }
    }
    let Some(last) = last else { return Vec::new() };
    let modes: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| "mc".contains(*c)).collect();
    let [(at, mode)] = modes[..] else { return Vec::new() };
    if at < last {
        return Vec::new();
    }
    let slip = Slip {
        span: at..at + 1,
        code: Code::Misplaced,
        message: format!("`{mode}` stands only before a whole path, and holds where the path ends"),
        instead: String::new(),
    };
    if_whole(vec![in_front(&text[at..=at]), slip], text, dialect)
}

/// `t(FR)` where `betza` would have `t[FR]`, written as the dialect has it.
pub(super) fn bent(text: &str, dialect: Dialect) -> Vec<Slip> {
    let Some((before, rest)) = text.split_once("t(") else { return Vec::new() };
    let Some((inside, after)) = rest.split_once(')') else { return Vec::new() };
    if dialect == Dialect::Betza {
        return Vec::new();
    }
    let meant = format!("{before}t[{inside}]{after}");
    let written = read_as(&meant, Dialect::Betza).ok().and_then(|reading| translate(&reading.piece, dialect).ok());
    let slip = |instead| Slip {
        span: 0..text.len(),
        code: Code::OtherDialect,
        message: format!("`t` before two moves belongs to `betza`, which has brackets there: `{meant}`"),
        instead,
    };
    if_whole(written.map(slip).into_iter().collect(), text, dialect)
}

/// `q[WF]` for `z[WF]`: what has two kinds of steps is crooked and not circular.
pub(super) fn circles(text: &str, dialect: Dialect) -> Vec<Slip> {
    let slip = |(at, _): (usize, &str)| Slip {
        span: at..at + 1,
        code: Code::Misplaced,
        message: "`q` turns within one atom, and a bracket has two".into(),
        instead: "z".into(),
    };
    let found = if dialect == Dialect::Betza { text.match_indices("q[").map(slip).collect() } else { Vec::new() };
    if_whole(found, text, dialect)
}

//! Common slips. Where it is known what was meant, all their errors become one, and its remedy is the whole text as it
//! must be. What is proposed can be read.

mod signs;
mod wikipedia;

use super::names::{self, Named};
use super::{Code, Diagnostic, Dialect, read_as, translate, write, wrong_dialect};
use betza_ir::sorted;
use std::ops::Range;

/// A slip, and what to write in its place.
struct Slip {
    span: Range<usize>,
    code: Code,
    /// Empty where another slip tells it.
    message: String,
    instead: String,
}

/// The errors of a text, those of each common slip replaced by one.
pub(super) fn mended(text: &str, dialect: Dialect, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(whole) = named(text, dialect).or_else(|| wikipedia::again(text, dialect)) {
        return vec![whole];
    }
    // Modifiers are not to blame for what stands in the place of their capital.
    let starts: Vec<usize> = found.iter().map(|d| d.span.start).collect();
    found.retain(|d| d.code != Code::DanglingModifier || !starts.contains(&d.span.end));
    // Nor is what follows an operator that joins nothing.
    let dangling = |d: &Diagnostic| d.code == Code::DanglingOperator;
    let ends: Vec<Range<usize>> = found.iter().filter(|d| dangling(d)).map(|d| d.span.clone()).collect();
    let follows = |d: &Diagnostic| ends.iter().any(|e| e.start < d.span.start && e.end == d.span.start);
    found.retain(|d| !(dangling(d) || d.code == Code::BadRange) || !follows(d));
    let recipes = [
        blanks,
        numbers,
        powers,
        brackets,
        bends,
        castling,
        signs::lookalikes,
        signs::behind,
        signs::late_modes,
        signs::bent,
        signs::circles,
        wikipedia::bracketed_directions,
    ];
    let mut slips: Vec<Slip> = recipes.iter().flat_map(|recipe| recipe(text, dialect)).collect();
    sorted::sort_by_key(&mut slips, |slip| slip.span.start);
    slips.dedup_by(|later, earlier| later.span.start < earlier.span.end);
    if slips.is_empty() {
        return found;
    }
    let mut whole = text.to_owned();
    for slip in slips.iter().rev() {
        whole.replace_range(slip.span.clone(), &slip.instead);
    }
    // The text without its slips has none, so this ends.
    let is_whole = !whole.is_empty() && read_as(&whole, dialect).is_ok();
    if is_whole {
        found.clear();
    }
    let mut messages: Vec<String> = Vec::new();
    for Slip { span, code, message, instead } in slips {
        let before = found.len();
        let is_in = |d: &Diagnostic| d.span.start < span.end && span.start < d.span.end.max(d.span.start + 1);
        let remedy = match (is_whole, &instead[..]) {
            (true, _) => format!("write `{whole}`"),
            (false, "") => "leave it out".into(),
            (false, instead) => format!("write `{instead}` there"),
        };
        found.retain(|d| !is_in(d));
        // Readers that stop at the first error have not come to the later slips.
        let is_told = message.is_empty() || messages.contains(&message);
        if (found.len() < before || is_whole) && !is_told {
            found.push(Diagnostic::error(code, span, message.clone(), remedy));
            messages.push(message);
        }
    }
    sorted::sort_by_key(&mut found, |d| d.span.start);
    found
}

/// A number, and where it ends.
fn digits(text: &str, at: usize) -> Option<(u16, usize)> {
    let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
    Some((text[at..at + length].parse().ok()?, at + length))
}

/// Leaps by numbers: `4,1` in any brackets, with signs, with another sign between the two.
fn numbers(text: &str, dialect: Dialect) -> Vec<Slip> {
    let mut slips = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| "([{<+-".contains(c) || c.is_ascii_digit()).map(|i| at + i) {
        match pair(text, start) {
            Some((a, b, end)) => {
                if let Some(instead) = leap(a, b, dialect).filter(|leap| *leap != text[start..end]) {
                    let has_numbers = matches!(dialect, Dialect::Extended | Dialect::Bex | Dialect::Betza2);
                    let (code, message) = if has_numbers {
                        let message =
                            "a leap by numbers is two of them between parentheses, with a comma and without signs";
                        (Code::BadRange, message.to_owned())
                    } else {
                        let message = format!(
                            "a leap by numbers belongs to `extended`, `bex` and `betza2`; `{dialect}` has letters"
                        );
                        (Code::OtherDialect, message)
                    };
                    slips.push(Slip { span: start..end, code, message, instead });
                }
                at = end;
            }
            None => at = start + 1,
        }
    }
    slips
}

/// Two numbers that begin here, and where they end.
fn pair(text: &str, start: usize) -> Option<(u16, u16, usize)> {
    let blanks = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    let sign = |at: usize| {
        let rest = &text[blanks(at)..];
        text.len() - rest.strip_prefix(['-', '+', '±']).unwrap_or(rest).len()
    };
    let close = match text[start..].chars().next()? {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '<' => Some('>'),
        _ => None,
    };
    // A number behind a capital says how often, and a sign there joins.
    let before = text[..start].chars().next_back();
    if close.is_none() && before.is_some_and(|c| c.is_ascii_alphanumeric() || ")]".contains(c)) {
        return None;
    }
    let (a, at) = digits(text, sign(start + usize::from(close.is_some())))?;
    let between = blanks(at);
    let at = match text[between..].chars().next()? {
        ',' | '.' | ';' | ':' | '/' => between + 1,
        // White space alone separates only inside of brackets.
        _ if close.is_some() && between > at => between,
        _ => return None,
    };
    let (b, at) = digits(text, sign(at))?;
    match close {
        None => Some((a, b, at)),
        Some(close) if text[blanks(at)..].starts_with(close) => Some((a, b, blanks(at) + 1)),
        Some(_) => (blanks(at) == text.len()).then_some((a, b, text.len())),
    }
}

/// A leap in a dialect: by numbers, or in its letters.
fn leap(a: u16, b: u16, dialect: Dialect) -> Option<String> {
    let numbers = format!("({a},{b})");
    match dialect {
        Dialect::Extended | Dialect::Bex | Dialect::Betza2 => Some(numbers),
        _ => write(&read_as(&numbers, Dialect::Extended).ok()?.piece, dialect).ok(),
    }
}

/// `W^3` for `W3`.
fn powers(text: &str, dialect: Dialect) -> Vec<Slip> {
    let slip = |(at, _): (usize, &str)| {
        let (_, end) = digits(text, at + 1)?;
        Some(Slip {
            span: at..end,
            code: Code::UnknownLetter,
            message: format!("`^` has no meaning in `{dialect}`: a number stands right behind what it repeats"),
            instead: text[at + 1..end].to_owned(),
        })
    };
    text.match_indices('^').filter_map(slip).collect()
}

/// `t(FR)` and `FtR` in `betza`, for `t[FR]`.
fn brackets(text: &str, dialect: Dialect) -> Vec<Slip> {
    if dialect != Dialect::Betza {
        return Vec::new();
    }
    let mut slips = Vec::new();
    for (at, _) in text.match_indices('t') {
        let rest = &text[at + 1..];
        if let Some(inside) = rest.strip_prefix('(').and_then(|r| r.split_once(')')).map(|(inside, _)| inside) {
            slips.push(Slip {
                span: at..at + inside.len() + 3,
                code: Code::Misplaced,
                message: "`t` stands only before a bracket, and parentheses group".into(),
                instead: format!("t[{inside}]"),
            });
        } else if let Some((start, end)) = joined(text, at) {
            let modifiers = text[start..at].bytes().take_while(u8::is_ascii_lowercase).count();
            let (modifiers, first) = text[start..at].split_at(modifiers);
            slips.push(Slip {
                span: start..end,
                code: Code::OtherDialect,
                message: "`t` between two moves belongs to `extended`; in `betza` it stands before a bracket".into(),
                instead: format!("{modifiers}t[{first}{}]", &text[at + 1..end]),
            });
        }
    }
    slips
}

/// The place of `XtY` in a text, where `t` stands at this place: X with its modifiers, and Y.
fn joined(text: &str, t: usize) -> Option<(usize, usize)> {
    let before = text[..t].trim_end_matches(|c: char| c.is_ascii_digit());
    let capital = before.chars().next_back().filter(char::is_ascii_uppercase)?;
    let before = before.trim_end_matches(capital);
    let start = before.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
    let rest = &text[t + 1..];
    let modifiers = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    let capital = rest[modifiers..].chars().next().filter(char::is_ascii_uppercase)?;
    let after = rest[modifiers..].trim_start_matches(capital).trim_start_matches(|c: char| c.is_ascii_digit());
    Some((start, text.len() - after.len()))
}

/// Crooked and circular rides in `betza2`, which has no letters for them, written as chains. A crooked ride is a step,
/// then pairs of turns, and perhaps one turn more, first to either side.
fn bends(text: &str, dialect: Dialect) -> Vec<Slip> {
    let mut slips = Vec::new();
    if dialect != Dialect::Betza2 {
        return slips;
    }
    let atom = |letter: &str| match letter {
        "B" => Some("F".to_owned()),
        "R" => Some("W".to_owned()),
        "W" | "F" | "D" | "A" | "H" | "G" | "N" => Some(letter.to_owned()),
        _ => None,
    };
    let (bend, letter) = text.split_at(usize::from(!text.is_empty() && text.is_char_boundary(1)));
    let Some(x) = atom(letter) else { return slips };
    let instead = match (bend, &x[..]) {
        ("z", "N") => return slips,
        ("z", _) => format!("{x}({x}-l{x})r0({x}-r{x})l0({x}-l{x})r0-r{x}({x}-r{x})l0-l{x}"),
        ("q", "N") => "Nrf7Nlf7".into(),
        // Four right angles lead back.
        ("q", _) => format!("{x}r3{x}l3"),
        _ => return slips,
    };
    let what = if bend == "z" { "a crooked ride" } else { "a circular ride" };
    slips.push(Slip {
        span: 0..text.len(),
        code: Code::OtherDialect,
        message: format!(
            "`{bend}` is {what} in `betza`, `extended`, `bex` and `xbetza`; `betza2` writes the bends as legs"
        ),
        instead,
    });
    slips
}

/// The name of a piece in place of a notation, as an error whose remedy is the notation in the dialect, or in another
/// one if this one cannot say it. For the pieces of chess only what moves them is written: castling and first steps are
/// the game's.
pub(super) fn named(text: &str, dialect: Dialect) -> Option<Diagnostic> {
    let chess =
        [("king", "K"), ("pawn", "fmWfcF")].into_iter().find(|(name, _)| text.trim().eq_ignore_ascii_case(name));
    let (from, notation) = match chess {
        Some((_, notation)) => (Dialect::Betza, notation),
        None => names::find(text).map(|Named(_, _, from, notation)| (from, notation))?,
    };
    let piece = read_as(notation, from).ok()?.piece;
    let here = if from == dialect { Ok(notation.to_owned()) } else { translate(&piece, dialect) };
    let remedy = in_words(here, notation, from, dialect);
    let message = format!("`{}` is the name of a piece, and `{dialect}` writes how it moves", text.trim());
    Some(Diagnostic::error(Code::UnknownLetter, 0..text.len(), message, remedy))
}

/// The remedy that is a whole text: in the dialect, or a notation of another one if this one cannot say it.
fn in_words(here: Result<String, Diagnostic>, notation: &str, from: Dialect, dialect: Dialect) -> String {
    match here {
        Ok(here) => format!("write `{here}`"),
        Err(_) => format!("read `{notation}` as `{from}`: `{dialect}` has no words for it"),
    }
}

/// White space inside of a notation.
fn blanks(text: &str, dialect: Dialect) -> Vec<Slip> {
    let mut slips: Vec<Slip> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_whitespace()) {
        let end = at + c.len_utf8();
        match slips.last_mut() {
            Some(last) if last.span.end == at => last.span.end = end,
            _ => slips.push(Slip {
                span: at..end,
                code: Code::UnknownLetter,
                message: format!("white space has no meaning here in `{dialect}`"),
                instead: String::new(),
            }),
        }
    }
    slips
}

/// Castling as `xbetza` writes it, where it is left to the rules of the game.
fn castling(text: &str, dialect: Dialect) -> Vec<Slip> {
    if matches!(dialect, Dialect::Xbetza | Dialect::Fsf) {
        return Vec::new();
    }
    let slip = |span: Range<usize>| {
        let message = format!(
            "`{}` is castling in `xbetza`; `{dialect}` leaves it to the rules of the game",
            &text[span.clone()]
        );
        Slip { span, code: Code::OtherDialect, message, instead: String::new() }
    };
    wrong_dialect::castlings(text).map(slip).collect()
}

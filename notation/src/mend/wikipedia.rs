//! The brackets of Wikipedia's pages on shogi variants, which no dialect has: `[fr][bl]B` keeps letters of directions
//! apart, and `f[avF]` is a step forward and "again" one along the file.

use super::signs::if_whole;
use super::{Slip, in_words};
use crate::{Code, Diagnostic, Dialect, read_as, translate};

/// The inside of the bracket that stands at a place, and where the text goes on.
fn bracket(text: &str, at: usize) -> Option<(&str, usize)> {
    let inside = text[at..].strip_prefix('[')?.split_once(']')?.0;
    Some((inside, at + inside.len() + 2))
}

/// `frblB` for `[fr][bl]B`.
pub(super) fn bracketed_directions(text: &str, dialect: Dialect) -> Vec<Slip> {
    let mut slips = Vec::new();
    for (at, _) in text.match_indices('[') {
        let Some((inside, end)) = bracket(text, at) else { continue };
        let is_directions = !inside.is_empty() && inside.chars().all(is_direction);
        if is_directions && text[end..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '[') {
            slips.push(Slip {
                span: at..end,
                code: Code::Misplaced,
                message: "letters of directions stand in no brackets: two of them join by themselves".into(),
                instead: inside.to_owned(),
            });
        }
    }
    if_whole(slips, text, dialect)
}

/// `fcavFfmabF` for `f[avF]`, `caKmcabK` for `[aK]`: a capture on the way and then a second step, and a way back to
/// where it stood. Written in `xbetza`, which has the "again", and translated for the others.
pub(super) fn again(text: &str, dialect: Dialect) -> Option<Diagnostic> {
    let mut whole = String::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("[a").map(|i| at + i) {
        let (inside, end) = bracket(text, open)?;
        let second = inside[1..].trim_start_matches(is_direction);
        let letters = &inside[1..inside.len() - second.len()];
        let first = text[at..open].trim_end_matches(is_direction);
        let directions = &text[at + first.len()..open];
        let back = match letters {
            _ if !matches!(second, "W" | "F" | "K") => return None,
            "" => format!("{directions}mcab{second}"),
            _ if letters.contains(['b', 'v']) => format!("{directions}mab{second}"),
            _ => String::new(),
        };
        whole.push_str(&format!("{first}{directions}ca{letters}{second}{back}"));
        at = end;
    }
    if at == 0 {
        return None;
    }
    whole.push_str(&text[at..]);
    let piece = read_as(&whole, Dialect::Xbetza).ok()?.piece;
    let here = if dialect == Dialect::Xbetza { Ok(whole.clone()) } else { translate(&piece, dialect) };
    let remedy = in_words(here, &whole, Dialect::Xbetza, dialect);
    let message =
        "`[a...]` is \"and again\" on Wikipedia's pages on shogi; `xbetza` has `a` between the letters of two legs";
    let place = text.find("[a").unwrap_or(0);
    Some(Diagnostic::error(Code::OtherDialect, place..place + 2, message, remedy))
}

fn is_direction(c: char) -> bool {
    "fblrvsh".contains(c)
}

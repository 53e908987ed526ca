//! The grammar of `betza2`: prefixes and numbers.

use crate::surface::parser::{self, Grammar, Parser};
use crate::surface::{Base, Choice, Eruption, Prefix, Read, Repeat};
use crate::{Code, Diagnostic, Dialect, numbers};
use betza_ir::Count;
use std::ops::Range;

pub(super) fn parse(text: &str) -> Read<(Choice, Vec<Diagnostic>)> {
    let mut parser = Parser::new(text, Betza2)?;
    let choice = parser.choice()?;
    parser.finish()?;
    Ok((choice, parser.warnings))
}

struct Betza2;

impl Grammar for Betza2 {
    const DIALECT: Dialect = Dialect::Betza2;
    const HAS_PLUS: bool = false;
    const HAS_DOUBLE_DASH: bool = false;
    const CHOICE_ENDS: &'static str = ")";
    const CHAIN_ENDS: &'static str = ")";
    const PREFIX_ENDS: &'static str = "-)0123456789";
    const REPETITIONS: (&'static str, &'static str) = ("0123456789", "a number");
    const OPERAND: &'static str = "leg";
    const EXAMPLE: &'static str = "mRcF";
    const NUMBER: &'static str = "0";

    fn prefix(parser: &mut Parser<'_, Betza2>) -> Read<(Prefix, Option<Base>)> {
        Ok((prefix(parser)?, None))
    }

    /// How often the base is repeated, with the prefixes of the copies after the first.
    fn repeat(parser: &mut Parser<'_, Betza2>, base: &Base, doubled: bool) -> Read<Option<Repeat>> {
        let start = parser.cursor.offset();
        let ahead = parser.cursor.rest().trim_start_matches(is_prefix);
        if !ahead.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        let prefix = prefix(parser)?;
        let digits = parser.cursor.offset();
        let exact = parser.cursor.eat('0');
        let more = parser.cursor.peek().is_some_and(|c| c.is_ascii_digit());
        let count = if exact && !more {
            Count::UNLIMITED
        } else {
            let leading_zero = parser.cursor.peek() == Some('0');
            let n = numbers::number(&mut parser.cursor, numbers::REPEAT_LIMIT, "a number of repetitions")?;
            if n == 0 || leading_zero {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    parser.cursor.since(digits),
                    "this number of repetitions means nothing",
                    "write N for up to N times, 0N for exactly N times, 0 for no limit",
                ));
            }
            if n == 1 {
                parser.warnings.push(Diagnostic::warning(
                    Code::NoEffect,
                    parser.cursor.since(start),
                    "once is what a move is without a number",
                    "leave out the number",
                ));
            }
            if exact { Count::exactly(n) } else { Count::up_to(n) }
        };
        let span = parser.cursor.since(start);
        let bad = |message: &str, remedy: &str| Err(Diagnostic::error(Code::BadRange, span.clone(), message, remedy));
        match base {
            _ if doubled => {
                bad("a doubled capital rides without limit already", "write the capital once before a number")
            }
            Base::Atom(atom) if atom.is_zero() => bad("a step of no length is not repeated", "write `O` alone"),
            _ => Ok(Some(Repeat { count, prefix, span })),
        }
    }

    fn remedy(c: char) -> &'static str {
        match c {
            '+' => "moves stand side by side without it, and a hop is written `p`",
            '?' => "a hop over a friend is written `t`",
            '!' => "join legs by `-`, and write `p` for a hop",
            '*' => "write 0 for a ride without limit",
            '=' => "leave out the promotions: `betza2` has no word for them",
            '[' | ']' => "group with parentheses, and join legs by `-`",
            'y' | 'k' => "leave it out: `betza2` has no word for royal pieces",
            'z' => "write the bends as legs of a chain, for example F-rF-lF",
            'q' => "write the bent ride as a chain, for example Nrf0",
            'I' => "write `H`",
            c if c.is_whitespace() => "leave it out: moves stand side by side",
            _ => "a move is one of O W F D N A H L C J Z G, R B Q K, (a,b) or a group",
        }
    }
}

/// Whether a letter is part of a prefix.
fn is_prefix(c: char) -> bool {
    matches!(c, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'a' | 'x' | 'i') || is_letter(c)
}

/// Whether a letter is kept in [`Prefix::letters`].
fn is_letter(c: char) -> bool {
    matches!(c, 'm' | 'p' | 't' | 'c' | 'd' | 'u' | 'o' | 'g' | 'e' | 'n' | 'j')
}

/// Prefixes in any order.
fn prefix(parser: &mut Parser<'_, Betza2>) -> Read<Prefix> {
    let start = parser.cursor.offset();
    let text = parser.cursor.eat_while(is_prefix);
    let chars: Vec<char> = text.chars().collect();
    let mut prefix = Prefix { span: parser.cursor.since(start), ..Prefix::default() };
    let mut directions = Vec::new();
    let is = |at: Option<usize>, letters: &str| at.and_then(|i| chars.get(i)).is_some_and(|c| letters.contains(*c));
    for (i, &c) in chars.iter().enumerate() {
        let span = start + i..start + i + 1;
        match c {
            'i' => {
                // It belongs to the letter that it stands before, else to the one behind which it stands
                // (docs/notation, T8).
                let victim = [Some(i + 1), i.checked_sub(1)].into_iter().find(|&at| is(at, "cd")).flatten();
                let taken = match victim {
                    Some(at) if chars[at] == 'c' => std::mem::replace(&mut prefix.unmoved_foe, true),
                    Some(_) => std::mem::replace(&mut prefix.unmoved_friend, true),
                    None => std::mem::replace(&mut prefix.unmoved, true),
                };
                // `ici`: the second one is the mover's.
                if taken && std::mem::replace(&mut prefix.unmoved, true) {
                    return Err(twice('i', span));
                }
            }
            'x' => match &mut prefix.eruption {
                Some(eruption) if !eruption.explodes && is(i.checked_sub(1), "x") => {
                    (eruption.explodes, eruption.span.end) = (true, span.end);
                }
                Some(_) => return Err(twice('x', span)),
                slot => *slot = Some(Eruption { explodes: false, span }),
            },
            c if is_letter(c) => {
                if prefix.has(c) {
                    return Err(twice(c, span));
                }
                prefix.letters.push((c, span));
            }
            c => directions.push((c, span)),
        }
    }
    prefix.directions = parser::directions(&directions)?;
    Ok(prefix)
}

fn twice(c: char, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Code::Conflict, span, format!("`{c}` is written too often"), format!("leave out this `{c}`"))
}

//! The grammar of `bex`: modifiers, brackets, repetitions and promotions.

use crate::surface::parser::{self, Grammar, Parser};
use crate::surface::{Base, Bracket, Capture, Choice, Prefix, Read, Repeat, Unit};
use crate::{Code, Diagnostic, Dialect, numbers};
use betza_ir::Count;
use std::ops::Range;

/// A notation as it was written.
pub(super) struct Notation {
    pub choice: Choice,
    pub promotions: Option<Vec<String>>,
    pub royal: bool,
    pub warnings: Vec<Diagnostic>,
}

pub(super) fn parse(text: &str) -> Read<Notation> {
    let mut parser = Parser::new(text, Bex { royal: false })?;
    let choice = parser.choice()?;
    let promotions = promotions(&mut parser)?;
    parser.finish()?;
    Ok(Notation { choice, promotions, royal: parser.grammar.royal, warnings: parser.warnings })
}

/// The grammar, and whether a `y` has been read.
struct Bex {
    royal: bool,
}

impl Grammar for Bex {
    const DIALECT: Dialect = Dialect::Bex;
    const HAS_PLUS: bool = true;
    const HAS_DOUBLE_DASH: bool = true;
    const CHOICE_ENDS: &'static str = ")]=";
    const CHAIN_ENDS: &'static str = "-+)]=";
    const PREFIX_ENDS: &'static str = "+-)]=*";
    const REPETITIONS: (&'static str, &'static str) = ("*0123456789", "a repetition");
    const OPERAND: &'static str = "move";
    const EXAMPLE: &'static str = "mR+cpR";
    const NUMBER: &'static str = "`*`";

    /// Modifiers in any order, and a bracket that is a base itself if one follows.
    fn prefix(parser: &mut Parser<'_, Bex>) -> Read<(Prefix, Option<Base>)> {
        let start = parser.cursor.offset();
        let mut prefix = Prefix::default();
        let mut directions = Vec::new();
        let mut exotic = None;
        while let Some(c) = parser.cursor.peek() {
            let span = parser.cursor.here();
            match c {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'a' => {
                    directions.push((c, span));
                    parser.cursor.bump();
                }
                'm' | 'c' | 'y' | 'e' | 'n' | 'i' | 'j' | 'p' | 'g' | 'z' | 'q' => {
                    if prefix.has(c) {
                        return Err(Diagnostic::error(
                            Code::Conflict,
                            span,
                            format!("`{c}` is written twice"),
                            format!("write `{c}` once"),
                        ));
                    }
                    prefix.letters.push((c, span));
                    parser.cursor.bump();
                }
                '[' => {
                    let opened = parser.cursor.offset();
                    match bracket(parser)? {
                        Found::Capture(capture) if prefix.capture.is_none() => {
                            prefix.capture = Some((capture, parser.cursor.since(opened)));
                        }
                        Found::Capture(_) => {
                            return Err(Diagnostic::error(
                                Code::Conflict,
                                parser.cursor.since(opened),
                                "a move captures in one exotic way at a time",
                                "write two moves, for example [ca]Q+[cw]Q",
                            ));
                        }
                        Found::Alone(e) => {
                            exotic = Some(e);
                            prefix.span = start..opened;
                            break;
                        }
                    }
                }
                _ => break,
            }
        }
        if exotic.is_none() {
            prefix.span = parser.cursor.since(start);
        }
        parser.grammar.royal |= prefix.has('y');
        prefix.unmoved = prefix.has('i');
        prefix.directions = parser::directions(&directions)?;
        if exotic.is_some() {
            let stray = prefix.letters.iter().find(|(c, _)| !matches!(c, 'y' | 'i')).map(|(_, span)| span.clone());
            let stray = stray.or(directions.first().map(|(_, span)| span.clone()));
            if let Some(span) = stray.or(prefix.capture.as_ref().map(|(_, span)| span.clone())) {
                return Err(Diagnostic::error(
                    Code::Misplaced,
                    span,
                    "only `y` and `i` may stand before a bracket that is a move of its own",
                    "write modifiers inside the bracket, before the move that it names",
                ));
            }
        }
        Ok((prefix, exotic.map(Base::Bracket)))
    }

    /// How often the component is repeated.
    fn repeat(parser: &mut Parser<'_, Bex>, base: &Base, _: bool) -> Read<Option<Repeat>> {
        let start = parser.cursor.offset();
        let count = if parser.cursor.eat('*') {
            Count::UNLIMITED
        } else if parser.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let exact = parser.cursor.eat('0');
            if !parser.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    parser.cursor.since(start),
                    "a repetition without limit is no number in `bex`",
                    "write `*`",
                ));
            }
            let n = numbers::number(&mut parser.cursor, numbers::REPEAT_LIMIT, "a number of repetitions")?;
            let digits = parser.cursor.since(start);
            if n < 2 || (exact && digits.len() > 2 && n < 10) {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    digits,
                    "a number of repetitions is 2 or greater, with one 0 before it to mean exactly that many",
                    "write N for up to N times, 0N for exactly N times, nothing for once",
                ));
            }
            if exact { Count::exactly(n) } else { Count::up_to(n) }
        } else {
            return Ok(None);
        };
        let bad = |message: &str, remedy: &str| {
            Err(Diagnostic::error(Code::BadRange, parser.cursor.since(start), message, remedy))
        };
        if matches!(parser.cursor.peek(), Some('*' | '0'..='9')) {
            return bad("a move is repeated in one way at a time", "put the first repetition in parentheses");
        }
        match base {
            Base::Atom(atom) if atom.is_zero() => bad("a pass is not repeated", "write `O` alone"),
            Base::Bracket(
                Bracket::Immobilize(_) | Bracket::Release | Bracket::Imitate | Bracket::Return | Bracket::Vanish,
            ) => bad("this bracket is not repeated", "leave out the repetition"),
            _ => Ok(Some(Repeat { count, prefix: Prefix::default(), span: parser.cursor.since(start) })),
        }
    }

    fn check_dash(before: &Unit, after: &Unit, dash: Range<usize>) -> Read<()> {
        if ![before, after].iter().any(|unit| matches!(unit.base, Base::Bracket(_))) {
            return Ok(());
        }
        Err(Diagnostic::error(
            Code::Misplaced,
            dash,
            "`-` keeps a direction, and a bracket has none",
            "write `--` between a move and a bracket",
        ))
    }

    fn foreign_capital(c: char, span: Range<usize>) -> Option<Diagnostic> {
        let own = match c {
            'C' => 'L',
            'Z' => 'J',
            _ => return None,
        };
        Some(Diagnostic::error(
            Code::OtherDialect,
            span,
            format!("`{c}` is a name that other dialects have for `{own}`"),
            format!("in `bex` write `{own}`"),
        ))
    }

    fn remedy(c: char) -> &'static str {
        match c {
            'k' => "write `y` for a royal piece",
            'I' => "write `H`",
            'x' => "write a capture on the way as cA-B",
            't' => "write the two moves, joined by `+`",
            '?' | '!' => "join legs by `-` or `--`",
            'w' => "write it inside a bracket, [cw] or [xwM]",
            'd' | 'u' | 'o' | 'U' | '@' | 'X' | 'Y' => "leave it out: `bex` has no word for it",
            c if c.is_whitespace() => "leave it out, or write `+` between two moves",
            _ => "a move is one of O W F D N A H L J G, R B Q K, (a,b), a group or a bracket",
        }
    }
}

/// A bracket of either kind.
fn bracket(parser: &mut Parser<'_, Bex>) -> Read<Found> {
    let opened = parser.cursor.here();
    parser.cursor.bump();
    let simple = [
        ("ca]", Found::Capture(Capture::Approach)),
        ("cw]", Found::Capture(Capture::Withdraw)),
        ("cj]", Found::Capture(Capture::LeapOne)),
        ("cl]", Found::Capture(Capture::LeapAny)),
        ("ci]", Found::Alone(Bracket::Imitate)),
        ("cu]", Found::Alone(Bracket::Vanish)),
        ("xo]", Found::Alone(Bracket::Return)),
    ];
    for (text, bracket) in simple {
        if parser.cursor.eat_str(text) {
            return Ok(bracket);
        }
    }
    let kinds: [(&str, OfMoves); 5] = [
        ("cr", Bracket::Ranged),
        ("cc", Bracket::Custodial),
        ("xw", Bracket::Swap),
        ("x!i", |_| Bracket::Release),
        ("xi", Bracket::Immobilize),
    ];
    for (text, exotic) in kinds {
        if parser.cursor.eat_str(text) {
            let choice = parser.nested(Parser::choice)?;
            parser.close(']', opened)?;
            return Ok(Found::Alone(exotic(choice)));
        }
    }
    let known = "the brackets are [ca] [cw] [cj] [cl] [ci] [ccM] [cu] [crM], [xiM] [x!iM] [xwM] [xo]";
    let name = parser.cursor.eat_while(|c| !matches!(c, '[' | ']' | '(' | ')'));
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Err(Diagnostic::error(
            Code::OtherDialect,
            opened.start..parser.cursor.offset(),
            "a bracket around moves belongs to `betza` and `xbetza`",
            "in `bex` join moves by `-` or `--`, and group them with parentheses",
        ));
    }
    if parser.cursor.is_done() {
        return Err(Diagnostic::error(Code::Unclosed, opened, "this is not closed by `]`", "write `]` where it ends"));
    }
    Err(Diagnostic::error(Code::UnknownLetter, parser.cursor.since(opened.end), "there is no such bracket", known))
}

/// `=Q,R,B,N`: what stands between commas outside parentheses.
fn promotions(parser: &mut Parser<'_, Bex>) -> Read<Option<Vec<String>>> {
    if !parser.cursor.eat('=') {
        return Ok(None);
    }
    let mut entries = Vec::new();
    loop {
        let start = parser.cursor.offset();
        let mut open: Vec<Range<usize>> = Vec::new();
        while let Some(c) = parser.cursor.peek() {
            match c {
                ',' if open.is_empty() => break,
                '=' => return Err(parser.stray()),
                '(' | '[' => open.push(parser.cursor.here()),
                ')' | ']' if open.pop().is_none() => return Err(parser.stray()),
                _ => {}
            }
            parser.cursor.bump();
        }
        let span = parser.cursor.since(start);
        if let Some(opened) = open.pop() {
            return Err(Diagnostic::error(Code::Unclosed, opened, "this is not closed", "close it where it ends"));
        }
        if span.is_empty() {
            return Err(Diagnostic::error(
                Code::Empty,
                span,
                "a promotion is missing here",
                "write moves or names of pieces, separated by commas: =Q,R,B,N",
            ));
        }
        let entry = parser.cursor.text(span.clone());
        component(entry, span.start)?;
        entries.push(entry.to_owned());
        if !parser.cursor.eat(',') {
            return Ok(Some(entries));
        }
    }
}

/// An entry of a promotion: a piece's name or moves (docs/notation, X4). `start` is where it begins in the text.
fn component(entry: &str, start: usize) -> Read<()> {
    let is_name = entry.starts_with(|c: char| c.is_uppercase())
        && entry.chars().skip(1).all(|c| c.is_lowercase() || c.is_numeric() || c == '_' || c == ' ')
        && (entry.chars().count() == 1 || entry.chars().any(char::is_lowercase));
    if is_name {
        return Ok(());
    }
    match super::read(entry) {
        Ok(_) => Ok(()),
        Err(found) => found.into_iter().next().map_or(Ok(()), |d| {
            Err(Diagnostic {
                span: start + d.span.start..start + d.span.end,
                message: format!("this is neither a piece's name nor a move to promote to: {}", d.message),
                ..d
            })
        }),
    }
}

/// A bracket made of the moves that it names.
type OfMoves = fn(Choice) -> Bracket;

/// What a bracket is.
enum Found {
    /// It stands before a base.
    Capture(Capture),
    /// It is a base itself.
    Alone(Bracket),
}

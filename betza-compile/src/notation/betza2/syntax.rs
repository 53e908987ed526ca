//! The grammar: text to a tree.

use super::super::atoms::{self, Atom};
use super::super::cursor::Cursor;
use super::super::direction::{self, Group};
use super::super::letters::halves_nothing;
use super::super::{Code, Diagnostic, Dialect, foreign, numbers};
use crate::ir::Count;
use std::ops::Range;

/// Ways to move, one of which is chosen.
pub(super) struct Choice {
    pub chains: Vec<Vec<Unit>>,
}

/// Prefixes, what they stand before, and how often it is repeated.
pub(super) struct Unit {
    pub prefix: Prefix,
    pub base: Base,
    pub repeat: Option<Repeat>,
    pub span: Range<usize>,
}

pub(super) enum Base {
    Atom(Atom),
    Group(Choice),
}

/// A number behind a base, and the prefixes of the copies after the first.
pub(super) struct Repeat {
    pub count: Count,
    pub prefix: Prefix,
    pub span: Range<usize>,
}

/// Prefixes as they were written.
#[derive(Default)]
pub(super) struct Prefix {
    pub directions: Vec<Group>,
    /// The letters `m p t c d u o g e n j`, each at most once.
    pub letters: Vec<(char, Range<usize>)>,
    /// `i` that asks for an unmoved mover.
    pub unmoved: bool,
    /// `ic`: only an unmoved foe is captured.
    pub unmoved_foe: bool,
    /// `id`: only an unmoved friend is captured.
    pub unmoved_friend: bool,
    /// `x` or `xx`.
    pub eruption: Option<Eruption>,
    pub span: Range<usize>,
}

/// `x`, or with `explodes` `xx`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Eruption {
    pub explodes: bool,
    pub span: Range<usize>,
}

impl Prefix {
    pub fn has(&self, letter: char) -> bool {
        self.span_of(letter).is_some()
    }

    pub fn span_of(&self, letter: char) -> Option<Range<usize>> {
        self.letters.iter().find(|(c, _)| *c == letter).map(|(_, span)| span.clone())
    }

    pub fn is_empty(&self) -> bool {
        self.span.is_empty()
    }
}

pub(super) fn parse(text: &str) -> Result<(Choice, Vec<Diagnostic>), Diagnostic> {
    if text.is_empty() {
        return Err(Diagnostic::error(Code::Empty, 0..0, "there is nothing to read", "write a move, for example mRcF"));
    }
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0, warnings: Vec::new() };
    let choice = parser.choice()?;
    if !parser.cursor.is_done() {
        return Err(parser.stray());
    }
    Ok((choice, parser.warnings))
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
    warnings: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Diagnostic>;

/// The prefixes, and a number.
fn is_prefix(c: char) -> bool {
    matches!(c, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'a' | 'x' | 'i') || is_letter(c)
}

fn is_letter(c: char) -> bool {
    matches!(c, 'm' | 'p' | 't' | 'c' | 'd' | 'u' | 'o' | 'g' | 'e' | 'n' | 'j')
}

impl Parser<'_> {
    /// Chains side by side, up to a closing parenthesis or the end.
    fn choice(&mut self) -> Parsed<Choice> {
        let mut chains = Vec::new();
        while !matches!(self.cursor.peek(), None | Some(')')) {
            chains.push(self.chain()?);
        }
        if chains.is_empty() {
            return Err(Diagnostic::error(
                Code::Empty,
                self.cursor.since(self.cursor.offset()),
                "a move is missing here",
                "write a move, for example W",
            ));
        }
        Ok(Choice { chains })
    }

    fn chain(&mut self) -> Parsed<Vec<Unit>> {
        if self.cursor.peek() == Some('-') {
            return Err(self.dangling());
        }
        let mut units = vec![self.unit()?];
        while self.cursor.peek() == Some('-') {
            let start = self.cursor.offset();
            self.cursor.bump();
            match self.cursor.peek() {
                Some('-') => {
                    self.cursor.bump();
                    return Err(Diagnostic::error(
                        Code::OtherDialect,
                        self.cursor.since(start),
                        "`--` joins legs in any direction in `bex`",
                        "in `betza2` write `-a` before the leg",
                    ));
                }
                Some(c) if c.is_ascii_digit() => {
                    self.cursor.eat_while(|c| c.is_ascii_digit());
                    return Err(Diagnostic::error(
                        Code::OtherDialect,
                        self.cursor.since(start),
                        "a number joined by `-` is an exponent of `extended`",
                        "in `betza2` write the number without `-`, or 0 for no limit",
                    ));
                }
                None | Some(')') => return Err(self.dangling()),
                Some(_) => units.push(self.unit()?),
            }
        }
        Ok(units)
    }

    fn dangling(&self) -> Diagnostic {
        Diagnostic::error(
            Code::DanglingOperator,
            self.cursor.here(),
            "`-` has nothing to join here",
            "write a leg on both sides of `-`, or leave it out",
        )
    }

    fn unit(&mut self) -> Parsed<Unit> {
        let start = self.cursor.offset();
        let prefix = self.prefix()?;
        let (base, doubled) = self.base(&prefix)?;
        let repeat = self.repeat(&base, doubled)?;
        Ok(Unit { prefix, base, repeat, span: self.cursor.since(start) })
    }

    /// Prefixes in any order.
    fn prefix(&mut self) -> Parsed<Prefix> {
        let start = self.cursor.offset();
        let text = self.cursor.eat_while(is_prefix);
        let chars: Vec<char> = text.chars().collect();
        let mut prefix = Prefix { span: self.cursor.since(start), ..Prefix::default() };
        let mut directions = Vec::new();
        let is = |at: Option<usize>, letters: &str| at.and_then(|i| chars.get(i)).is_some_and(|c| letters.contains(*c));
        for (i, &c) in chars.iter().enumerate() {
            let span = start + i..start + i + 1;
            match c {
                'i' => {
                    // It belongs to the letter that it stands before, else to the one behind which it stands (SEMANTICS T8).
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
        let letters: Vec<char> = directions.iter().map(|(c, _)| *c).collect();
        prefix.directions =
            direction::group(&letters).map_err(|dangling| halves_nothing(directions[dangling.0].1.clone()))?;
        Ok(prefix)
    }

    /// The base, and whether it is a doubled capital.
    fn base(&mut self, prefix: &Prefix) -> Parsed<(Base, bool)> {
        let span = self.cursor.here();
        match self.cursor.peek() {
            Some('(') if numbers::is_numeric(&self.cursor) => {
                let start = self.cursor.offset();
                let atom = numbers::numeric(&mut self.cursor)?;
                self.warnings.extend(numbers::too_far(&atom, self.cursor.since(start)));
                Ok((Base::Atom(atom), false))
            }
            Some('(') => {
                if self.depth == numbers::DEPTH_LIMIT {
                    return Err(numbers::too_deep(span));
                }
                self.depth += 1;
                self.cursor.bump();
                let choice = self.choice()?;
                self.depth -= 1;
                if !self.cursor.eat(')') {
                    return Err(Diagnostic::error(
                        Code::Unclosed,
                        span,
                        "this is not closed by `)`",
                        "write `)` where it ends",
                    ));
                }
                Ok((Base::Group(choice), false))
            }
            Some('O') => {
                self.cursor.bump();
                Ok((Base::Atom(Atom::leap(0, 0)), false))
            }
            next => match next.and_then(|c| Some((c, atoms::atom(c)?))) {
                Some((c, mut atom)) => {
                    self.cursor.bump();
                    let doubled = self.cursor.eat(c);
                    atom.rides |= doubled;
                    Ok((Base::Atom(atom), doubled))
                }
                None if !prefix.is_empty() && matches!(next, None | Some('-' | ')' | '0'..='9')) => {
                    Err(Diagnostic::error(
                        Code::DanglingModifier,
                        prefix.span.clone(),
                        "these modifiers stand before no move",
                        "write a capital or a group after them",
                    ))
                }
                None => Err(self.stray()),
            },
        }
    }

    /// The error for a character that cannot stand here.
    fn stray(&self) -> Diagnostic {
        let span = self.cursor.here();
        match self.cursor.peek() {
            None => Diagnostic::error(Code::Empty, span, "a move is missing here", "write a move, for example W"),
            Some(')') => {
                Diagnostic::error(Code::Unclosed, span, "`)` closes nothing", "open it before, or leave out the `)`")
            }
            Some('0'..='9') => Diagnostic::error(
                Code::BadRange,
                span,
                "a number stands behind a move",
                "write it once, directly after a capital or a group",
            ),
            Some(c) => foreign::unknown(c, span, Dialect::Betza2, remedy(c)),
        }
    }

    /// How often the base is repeated, with the prefixes of the copies after the first.
    fn repeat(&mut self, base: &Base, doubled: bool) -> Parsed<Option<Repeat>> {
        let start = self.cursor.offset();
        let ahead = self.cursor.rest().trim_start_matches(is_prefix);
        if !ahead.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        let prefix = self.prefix()?;
        let digits = self.cursor.offset();
        let exact = self.cursor.eat('0');
        let more = self.cursor.peek().is_some_and(|c| c.is_ascii_digit());
        let count = if exact && !more {
            Count::UNLIMITED
        } else {
            let leading_zero = self.cursor.peek() == Some('0');
            let n = numbers::number(&mut self.cursor, numbers::REPEAT_LIMIT, "a number of repetitions")?;
            if n == 0 || leading_zero {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    self.cursor.since(digits),
                    "this number of repetitions means nothing",
                    "write N for up to N times, 0N for exactly N times, 0 for no limit",
                ));
            }
            if n == 1 {
                self.warnings.push(Diagnostic::warning(
                    Code::NoEffect,
                    self.cursor.since(start),
                    "once is what a move is without a number",
                    "leave out the number",
                ));
            }
            if exact { Count::exactly(n) } else { Count::up_to(n) }
        };
        let span = self.cursor.since(start);
        let bad = |message: &str, remedy: &str| Err(Diagnostic::error(Code::BadRange, span.clone(), message, remedy));
        match base {
            _ if doubled => {
                bad("a doubled capital rides without limit already", "write the capital once before a number")
            }
            Base::Atom(atom) if atom.is_zero() => bad("a step of no length is not repeated", "write `O` alone"),
            _ => Ok(Some(Repeat { count, prefix, span })),
        }
    }
}

fn twice(c: char, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Code::Conflict, span, format!("`{c}` is written too often"), format!("leave out this `{c}`"))
}

/// What to write instead of a character that is no part of `betza2`.
fn remedy(c: char) -> &'static str {
    match c {
        '+' => "moves stand side by side without it, and a hop is written `p`",
        '?' => "a hop over a friend is written `t`",
        '!' => "join legs by `-`, and write `p` for a hop",
        '*' => "write 0 for a ride without limit",
        '=' => "leave out the promotions: `betza2` has no word for them",
        '[' | ']' => "group with parentheses, and join legs by `-`",
        'y' | 'k' => "leave it out: `betza2` has no word for royal pieces",
        'z' => "write the bent ride as a chain, for example (F-rF)0",
        'q' => "write the bent ride as a chain, for example Nrf0",
        'I' => "write `H`",
        c if c.is_whitespace() => "leave it out: moves stand side by side",
        _ => "a move is one of O W F D N A H L C J Z G, R B Q K, (a,b) or a group",
    }
}

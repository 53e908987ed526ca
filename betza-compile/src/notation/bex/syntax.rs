//! The grammar: text to a tree.

use super::super::cursor::Cursor;
use super::super::direction::{self, Group};
use super::super::letters::halves_nothing;
use super::super::{Code, Diagnostic, Dialect, atoms, foreign, numbers};
use crate::ir::Count;
use atoms::Atom;
use std::ops::Range;

/// Ways to move, one of which is chosen.
pub(super) struct Choice {
    pub sequences: Vec<Sequence>,
}

/// Components joined by `-` and `--`.
pub(super) struct Sequence {
    pub parts: Vec<(Join, Component)>,
}

/// What stands before a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// Nothing.
    Start,
    /// `-`: it goes on in the same general direction.
    Same,
    /// `--`: it goes on in any direction.
    Any,
}

/// Modifiers, a base, and how often it is repeated.
pub(super) struct Component {
    pub prefix: Prefix,
    pub base: Base,
    pub repeat: Option<Count>,
    pub span: Range<usize>,
}

/// Modifiers as they were written.
#[derive(Default)]
pub(super) struct Prefix {
    pub directions: Vec<Group>,
    /// The letters `m c y e n i j p g z q`, each at most once.
    pub letters: Vec<(char, Range<usize>)>,
    /// `[ca] [cw] [cj] [cl]`.
    pub capture: Option<(Capture, Range<usize>)>,
    pub span: Range<usize>,
}

impl Prefix {
    pub fn has(&self, letter: char) -> bool {
        self.letters.iter().any(|(c, _)| *c == letter)
    }

    pub fn span_of(&self, letter: char) -> Option<Range<usize>> {
        self.letters.iter().find(|(c, _)| *c == letter).map(|(_, span)| span.clone())
    }
}

/// An exotic capture that stands before a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    Approach,
    Withdraw,
    LeapOne,
    LeapAny,
}

/// What a component is about.
pub(super) enum Base {
    Atom(Atom),
    Group(Choice),
    Exotic(Exotic),
}

/// A bracket that stands by itself.
pub(super) enum Exotic {
    Imitate,
    Vanish,
    Return,
    Ranged(Choice),
    Custodial(Choice),
    Swap(Choice),
    Immobilize(Choice),
    /// `[x!iM]`: M has been read, and has no effect (SEMANTICS X6).
    Release,
}

/// A notation as it was written.
pub(super) struct Notation {
    pub choice: Choice,
    pub promotions: Option<Vec<String>>,
    pub royal: bool,
    pub warnings: Vec<Diagnostic>,
}

pub(super) fn parse(text: &str) -> Result<Notation, Diagnostic> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0, royal: false, warnings: Vec::new() };
    if text.is_empty() {
        return Err(Diagnostic::error(
            Code::Empty,
            0..0,
            "there is nothing to read",
            "write a move, for example mR+cpR",
        ));
    }
    let choice = parser.choice()?;
    let promotions = parser.promotions()?;
    if !parser.cursor.is_done() {
        return Err(parser.stray());
    }
    Ok(Notation { choice, promotions, royal: parser.royal, warnings: parser.warnings })
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
    royal: bool,
    warnings: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Parser<'_> {
    /// Alternatives, up to a closing parenthesis or bracket, `=`, or the end.
    fn choice(&mut self) -> Parsed<Choice> {
        let mut sequences = Vec::new();
        loop {
            if self.at_end_of_choice() || self.cursor.peek() == Some('+') {
                let here = self.cursor.offset();
                return Err(if sequences.is_empty() {
                    Diagnostic::error(Code::Empty, here..here, "a move is missing here", "write a move, for example W")
                } else {
                    self.dangling("+")
                });
            }
            sequences.push(self.sequence()?);
            let plus = self.cursor.eat('+');
            if !plus && self.at_end_of_choice() {
                return Ok(Choice { sequences });
            }
        }
    }

    fn at_end_of_choice(&self) -> bool {
        matches!(self.cursor.peek(), None | Some(')' | ']' | '='))
    }

    fn dangling(&self, operator: &str) -> Diagnostic {
        Diagnostic::error(
            Code::DanglingOperator,
            self.cursor.here(),
            format!("`{operator}` has nothing to join here"),
            format!("write a move on both sides of `{operator}`, or leave it out"),
        )
    }

    fn sequence(&mut self) -> Parsed<Sequence> {
        if self.cursor.peek() == Some('-') {
            return Err(self.dangling("-"));
        }
        let mut parts = vec![(Join::Start, self.component()?)];
        while self.cursor.peek() == Some('-') {
            let start = self.cursor.offset();
            let join = if self.cursor.eat_str("--") { Join::Any } else { Join::Same };
            if join == Join::Same {
                self.cursor.bump();
            }
            match self.cursor.peek() {
                Some(c) if c.is_ascii_digit() => {
                    self.cursor.eat_while(|c| c.is_ascii_digit());
                    return Err(Diagnostic::error(
                        Code::OtherDialect,
                        self.cursor.since(start),
                        "a number joined by `-` is an exponent of `extended`",
                        "in `bex` write the number without `-`, or `*` for no limit",
                    ));
                }
                None | Some('-' | '+' | ')' | ']' | '=') => {
                    return Err(self.dangling(if join == Join::Any { "--" } else { "-" }));
                }
                Some(_) => {}
            }
            let part = self.component()?;
            if join == Join::Same
                && [&part, &parts[parts.len() - 1].1].iter().any(|c| matches!(c.base, Base::Exotic(_)))
            {
                return Err(Diagnostic::error(
                    Code::Misplaced,
                    start..start + 1,
                    "`-` keeps a direction, and a bracket has none",
                    "write `--` between a move and a bracket",
                ));
            }
            parts.push((join, part));
        }
        Ok(Sequence { parts })
    }

    fn component(&mut self) -> Parsed<Component> {
        let start = self.cursor.offset();
        let (prefix, exotic) = self.prefix()?;
        let base = match exotic {
            Some(exotic) => Base::Exotic(exotic),
            None => self.base(&prefix)?,
        };
        let repeat = self.repeat(&base)?;
        Ok(Component { prefix, base, repeat, span: self.cursor.since(start) })
    }

    /// Modifiers in any order, and the bracket that stands for itself if one comes.
    fn prefix(&mut self) -> Parsed<(Prefix, Option<Exotic>)> {
        let start = self.cursor.offset();
        let mut prefix = Prefix::default();
        let mut directions = Vec::new();
        let mut exotic = None;
        while let Some(c) = self.cursor.peek() {
            let span = self.cursor.here();
            match c {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'a' => {
                    directions.push((c, span));
                    self.cursor.bump();
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
                    self.cursor.bump();
                }
                '[' => {
                    let bracket = self.cursor.offset();
                    match self.bracket()? {
                        Bracket::Prefix(capture) if prefix.capture.is_none() => {
                            prefix.capture = Some((capture, self.cursor.since(bracket)));
                        }
                        Bracket::Prefix(_) => {
                            return Err(Diagnostic::error(
                                Code::Conflict,
                                self.cursor.since(bracket),
                                "a move captures in one exotic way at a time",
                                "write two moves, for example [ca]Q+[cw]Q",
                            ));
                        }
                        Bracket::Alone(e) => {
                            exotic = Some(e);
                            prefix.span = start..bracket;
                            break;
                        }
                    }
                }
                _ => break,
            }
        }
        if exotic.is_none() {
            prefix.span = self.cursor.since(start);
        }
        self.royal |= prefix.has('y');
        let letters: Vec<char> = directions.iter().map(|(c, _)| *c).collect();
        prefix.directions =
            direction::group(&letters).map_err(|dangling| halves_nothing(directions[dangling.0].1.clone()))?;
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
        Ok((prefix, exotic))
    }

    fn base(&mut self, prefix: &Prefix) -> Parsed<Base> {
        let span = self.cursor.here();
        match self.cursor.peek() {
            Some('(') if numbers::is_numeric(&self.cursor) => {
                let start = self.cursor.offset();
                let atom = numbers::numeric(&mut self.cursor)?;
                self.warnings.extend(numbers::too_far(&atom, self.cursor.since(start)));
                Ok(Base::Atom(atom))
            }
            Some('(') => {
                let choice = self.nested(|p| {
                    p.cursor.bump();
                    p.choice()
                })?;
                self.close(')', span)?;
                Ok(Base::Group(choice))
            }
            Some(c @ ('C' | 'Z')) => {
                let own = if c == 'C' { 'L' } else { 'J' };
                Err(Diagnostic::error(
                    Code::OtherDialect,
                    span,
                    format!("`{c}` is a name that other dialects have for `{own}`"),
                    format!("in `bex` write `{own}`"),
                ))
            }
            Some('O') => {
                self.cursor.bump();
                Ok(Base::Atom(Atom::leap(0, 0)))
            }
            Some(c) => match atoms::atom(c) {
                Some(mut atom) => {
                    self.cursor.bump();
                    if self.cursor.peek() == Some(c) {
                        self.cursor.bump();
                        atom.rides = true;
                    }
                    Ok(Base::Atom(atom))
                }
                None => Err(self.not_a_base(prefix)),
            },
            None => Err(self.not_a_base(prefix)),
        }
    }

    /// The error where a base should come and does not.
    fn not_a_base(&self, prefix: &Prefix) -> Diagnostic {
        if !prefix.span.is_empty() && matches!(self.cursor.peek(), None | Some('+' | '-' | ')' | ']' | '=' | '*')) {
            return Diagnostic::error(
                Code::DanglingModifier,
                prefix.span.clone(),
                "these modifiers stand before no move",
                "write a capital or a group after them",
            );
        }
        self.stray()
    }

    /// The error for a character that cannot stand here.
    fn stray(&self) -> Diagnostic {
        let span = self.cursor.here();
        let Some(c) = self.cursor.peek() else {
            return Diagnostic::error(Code::Empty, span, "a move is missing here", "write a move, for example W");
        };
        match c {
            ')' | ']' => Diagnostic::error(
                Code::Unclosed,
                span,
                format!("`{c}` closes nothing"),
                format!("open it before, or leave out the `{c}`"),
            ),
            '*' | '0'..='9' => Diagnostic::error(
                Code::BadRange,
                span,
                "a repetition stands behind a move",
                "write it once, directly after a capital or a group",
            ),
            '=' => Diagnostic::error(
                Code::Misplaced,
                span,
                "`=` ends the notation",
                "write the promotions once, at the very end",
            ),
            c => foreign::unknown(c, span, Dialect::Bex, remedy(c)),
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == numbers::DEPTH_LIMIT {
            return Err(numbers::too_deep(self.cursor.here()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn close(&mut self, with: char, opened: Range<usize>) -> Parsed<()> {
        if self.cursor.eat(with) {
            return Ok(());
        }
        match self.cursor.peek() {
            None | Some(')' | ']') => Err(Diagnostic::error(
                Code::Unclosed,
                opened,
                format!("this is not closed by `{with}`"),
                format!("write `{with}` where it ends"),
            )),
            Some(_) => Err(self.stray()),
        }
    }

    /// How often the component is repeated.
    fn repeat(&mut self, base: &Base) -> Parsed<Option<Count>> {
        let start = self.cursor.offset();
        let count = if self.cursor.eat('*') {
            Count::UNLIMITED
        } else if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let exact = self.cursor.eat('0');
            if !self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    self.cursor.since(start),
                    "a repetition without limit is no number in `bex`",
                    "write `*`",
                ));
            }
            let n = numbers::number(&mut self.cursor, numbers::REPEAT_LIMIT, "a number of repetitions")?;
            let digits = self.cursor.since(start);
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
            Err(Diagnostic::error(Code::BadRange, self.cursor.since(start), message, remedy))
        };
        if matches!(self.cursor.peek(), Some('*' | '0'..='9')) {
            return bad("a move is repeated in one way at a time", "put the first repetition in parentheses");
        }
        match base {
            Base::Atom(atom) if atom.is_zero() => bad("a pass is not repeated", "write `O` alone"),
            Base::Exotic(
                Exotic::Immobilize(_) | Exotic::Release | Exotic::Imitate | Exotic::Return | Exotic::Vanish,
            ) => bad("this bracket is not repeated", "leave out the repetition"),
            _ => Ok(Some(count)),
        }
    }

    fn bracket(&mut self) -> Parsed<Bracket> {
        let opened = self.cursor.here();
        self.cursor.bump();
        let simple = [
            ("ca]", Bracket::Prefix(Capture::Approach)),
            ("cw]", Bracket::Prefix(Capture::Withdraw)),
            ("cj]", Bracket::Prefix(Capture::LeapOne)),
            ("cl]", Bracket::Prefix(Capture::LeapAny)),
            ("ci]", Bracket::Alone(Exotic::Imitate)),
            ("cu]", Bracket::Alone(Exotic::Vanish)),
            ("xo]", Bracket::Alone(Exotic::Return)),
        ];
        for (text, bracket) in simple {
            if self.cursor.eat_str(text) {
                return Ok(bracket);
            }
        }
        let kinds: [(&str, OfMoves); 5] = [
            ("cr", Exotic::Ranged),
            ("cc", Exotic::Custodial),
            ("xw", Exotic::Swap),
            ("x!i", |_| Exotic::Release),
            ("xi", Exotic::Immobilize),
        ];
        for (text, exotic) in kinds {
            if self.cursor.eat_str(text) {
                let choice = self.nested(Self::choice)?;
                self.close(']', opened)?;
                return Ok(Bracket::Alone(exotic(choice)));
            }
        }
        let known = "the brackets are [ca] [cw] [cj] [cl] [ci] [ccM] [cu] [crM], [xiM] [x!iM] [xwM] [xo]";
        let name = self.cursor.eat_while(|c| !matches!(c, '[' | ']' | '(' | ')'));
        if name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(Diagnostic::error(
                Code::OtherDialect,
                opened.start..self.cursor.offset(),
                "a bracket around moves belongs to `betza` and `xbetza`",
                "in `bex` join moves by `-` or `--`, and group them with parentheses",
            ));
        }
        if self.cursor.is_done() {
            return Err(Diagnostic::error(
                Code::Unclosed,
                opened,
                "this is not closed by `]`",
                "write `]` where it ends",
            ));
        }
        Err(Diagnostic::error(Code::UnknownLetter, self.cursor.since(opened.end), "there is no such bracket", known))
    }

    /// `=Q,R,B,N`: what stands between commas outside parentheses.
    fn promotions(&mut self) -> Parsed<Option<Vec<String>>> {
        if !self.cursor.eat('=') {
            return Ok(None);
        }
        let mut entries = Vec::new();
        loop {
            let start = self.cursor.offset();
            let mut open: Vec<Range<usize>> = Vec::new();
            while let Some(c) = self.cursor.peek() {
                match c {
                    ',' if open.is_empty() => break,
                    '=' => return Err(self.stray()),
                    '(' | '[' => open.push(self.cursor.here()),
                    ')' | ']' if open.pop().is_none() => return Err(self.stray()),
                    _ => {}
                }
                self.cursor.bump();
            }
            let span = self.cursor.since(start);
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
            entries.push(self.cursor.text(span).to_owned());
            if !self.cursor.eat(',') {
                return Ok(Some(entries));
            }
        }
    }
}

/// An exotic made of the moves that its bracket names.
type OfMoves = fn(Choice) -> Exotic;

/// What to write instead of a character that is no part of `bex`.
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

enum Bracket {
    /// It stands before a base.
    Prefix(Capture),
    /// It is a component.
    Alone(Exotic),
}

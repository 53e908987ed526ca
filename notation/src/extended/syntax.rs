//! The grammar: terms, paths, units, exponents (docs/notation, E1).

use crate::atoms::{self, Atom};
use crate::cursor::Cursor;
use crate::diagnostic::Findings;
use crate::numbers::{COORDINATE_LIMIT, DEPTH_LIMIT, REPEAT_LIMIT, too_deep};
use crate::{Code, Dialect, foreign};
use betza_ir::geometry::MAX_SIDE;
use std::ops::Range;

/// How deep groups with exponents may be nested.
const EXPONENT_LIMIT: usize = 3;

/// A letter and its place.
pub(super) type Modifier = (char, usize);

/// Prefixes and a path.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub prefixes: Vec<Modifier>,
    /// Never empty.
    pub path: Vec<Step>,
    pub span: Range<usize>,
}

/// A unit of a path, with what stands between it and the unit before; the first one has nothing there.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub operator: Option<Operator>,
    pub letters: Vec<Modifier>,
    /// Where `e` stands.
    pub equal: Option<usize>,
    /// `n j g p` of a later unit, which say what it passes (E18).
    pub manner: Vec<Modifier>,
    pub unit: Unit,
}

#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub base: Base,
    pub exponent: Option<Exponent>,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Base {
    Atom(Atom),
    /// Never empty.
    Group(Vec<Term>),
}

/// How often a unit is repeated, and what stands between its copies.
#[derive(Clone, Debug)]
pub(super) struct Exponent {
    pub operator: Option<Operator>,
    pub letters: Vec<Modifier>,
    /// `n j g p` of every copy but the first (E18).
    pub manner: Vec<Modifier>,
    /// `None` for 0: any number.
    pub number: Option<u16>,
    pub span: Range<usize>,
}

/// The chaining operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Then,
    Block,
    Hop,
    Own,
    Foe,
    Capture,
    Destroy,
    Split,
}

impl Operator {
    pub(super) const ALL: [(char, Operator); 8] = [
        ('t', Operator::Then),
        ('-', Operator::Block),
        ('+', Operator::Hop),
        ('?', Operator::Own),
        ('!', Operator::Foe),
        ('x', Operator::Capture),
        ('d', Operator::Destroy),
        ('y', Operator::Split),
    ];

    fn from_char(c: char) -> Option<Operator> {
        Operator::ALL.iter().find(|o| o.0 == c).map(|o| o.1)
    }
}

/// The prefixes of a path, and the direction letters among them.
const PREFIXES: &str = "fblrvshamcnjpgzqoik";
pub(super) const DIRECTIONS: &str = "fblrvsha";
/// What a later unit of a path may say of the squares that it passes.
const MANNER: &str = "njgp";

/// The terms of a text. Errors go into the findings; the terms are complete only if there is none.
pub(super) fn parse(text: &str, findings: &mut Findings) -> Vec<Term> {
    let mut parser = Parser { cursor: Cursor::new(text), findings, given_up: false };
    parser.terms(0).0
}

struct Parser<'a, 'b> {
    cursor: Cursor<'a>,
    findings: &'b mut Findings,
    /// Reading was given up at parentheses nested too deep, so unclosed ones are no further errors.
    given_up: bool,
}

impl Parser<'_, '_> {
    /// Terms up to the end or a closing parenthesis; true if that was met and taken.
    fn terms(&mut self, depth: usize) -> (Vec<Term>, bool) {
        let mut terms = Vec::new();
        loop {
            let start = self.cursor.offset();
            let prefixes = self.prefixes();
            let is_unit = self.at_unit();
            if !is_unit && let Some(&(_, first)) = prefixes.first() {
                self.findings.error(
                    Code::DanglingModifier,
                    first..self.cursor.offset(),
                    "prefixes must stand before a path",
                    "write the path that they belong to after them, for example `fR`",
                );
            }
            match self.cursor.peek() {
                None => return (terms, false),
                Some(')') if depth > 0 => {
                    self.cursor.bump();
                    return (terms, true);
                }
                Some(_) if is_unit => {
                    let path = self.path(depth);
                    if !path.is_empty() {
                        terms.push(Term { prefixes, path, span: self.cursor.since(start) });
                    }
                }
                Some(c) => self.stray(c),
            }
        }
    }

    fn at_unit(&self) -> bool {
        self.cursor.peek().is_some_and(|c| c == '(' || atom(c).is_some())
    }

    fn prefixes(&mut self) -> Vec<Modifier> {
        let mut taken = Vec::new();
        while let Some(c) = self.cursor.peek().filter(|&c| c.is_ascii_lowercase() && Operator::from_char(c).is_none()) {
            if PREFIXES.contains(c) {
                taken.push((c, self.cursor.offset()));
                self.cursor.bump();
            } else {
                self.stray(c);
            }
        }
        taken
    }

    /// Refuses a character that cannot stand here, and goes on after it.
    fn stray(&mut self, c: char) {
        let span = self.cursor.here();
        self.cursor.bump();
        if Operator::from_char(c).is_some() {
            let message = format!("the operator `{c}` has nothing before it{}", also(c));
            self.findings.error(Code::DanglingOperator, span, message, "write a unit on both sides, for example `W-F`");
            return;
        }
        match c {
            ')' => self.findings.error(
                Code::Unclosed,
                span,
                "`)` closes nothing",
                "remove it, or write `(` before the first term that belongs to the group",
            ),
            'e' => self.findings.error(
                Code::Misplaced,
                span,
                "`e` repeats the length of the leg before, and there is none",
                "write it after an operator, for example `RxebR`",
            ),
            '0'..='9' => {
                self.cursor.eat_while(|c| c.is_ascii_digit());
                let span = self.cursor.since(span.start);
                self.findings.error(
                    Code::BadRange,
                    span,
                    "an exponent belongs to the capital or group right before it, and there is none",
                    "write it after a capital that has no exponent yet, for example `W3`",
                );
            }
            _ => {
                let instead = match c {
                    '[' | ']' => "join legs with an operator: `FtR`, `F-R`",
                    '*' => "write the exponent 0: `(W-F)0`",
                    _ => "remove it, or read the text in the dialect that it is written in",
                };
                self.findings.push(foreign::unknown(c, span, Dialect::Extended, instead));
            }
        }
    }

    /// Units joined by operators. Empty after an error.
    fn path(&mut self, depth: usize) -> Vec<Step> {
        let mut path = Vec::new();
        let mut sound = true;
        let (mut operator, mut letters, mut equal, mut manner) = (None, Vec::new(), None, Vec::new());
        loop {
            let mut copies = None;
            match self.unit(depth) {
                Some(mut unit) => {
                    if unit.exponent.as_ref().is_some_and(Exponent::is_written_out) {
                        copies = unit.exponent.take();
                    }
                    path.push(Step { operator, letters, equal, manner, unit });
                }
                None => sound = false,
            }
            if let Some(exponent) = copies {
                sound &= self.write_out(&exponent, &mut path);
            }
            let at = self.cursor.offset();
            let Some((c, next)) = self.cursor.peek().and_then(|c| Some((c, Operator::from_char(c)?))) else { break };
            self.cursor.bump();
            if c == '-' && self.cursor.eat('-') {
                self.findings.error(
                    Code::OtherDialect,
                    at..at + 2,
                    "`--` joins legs in any direction in `bex`; `extended` writes directions",
                    "write `-a`",
                );
                sound = false;
            }
            (operator, equal) = (Some(next), None);
            (letters, manner) = (Vec::new(), Vec::new());
            sound &= self.between(&mut letters, &mut equal, &mut manner);
            if !self.at_unit() {
                let message = format!("the operator `{c}` has nothing after it that it could join");
                let span = at..self.cursor.offset();
                self.findings.error(Code::DanglingOperator, span, message, "write a capital or a group after it");
                sound = false;
                break;
            }
        }
        if sound { path } else { Vec::new() }
    }

    /// Adds the copies of the last unit that an exponent with `y` or a manner stands for: `Ry2` is `RyR` (E18).
    fn write_out(&mut self, exponent: &Exponent, path: &mut Vec<Step>) -> bool {
        let Some(number) = exponent.number else {
            let message = "an exponent with `y`, `n`, `j`, `g` or `p` stands for a number of copies, and 0 is none";
            self.findings.error(Code::BadRange, exponent.span.clone(), message, "write how many, for example `Ry2`");
            return false;
        };
        if !exponent.manner.is_empty() && self.cursor.peek().is_some_and(|c| Operator::from_char(c).is_some()) {
            let message = "a repetition with `n`, `j`, `g` or `p` is the last part of its path, and more follows";
            self.findings.error(Code::Misplaced, exponent.span.clone(), message, "write the copies out");
            return false;
        }
        let Some(first) = path.last() else { return false };
        let copy = Step {
            operator: Some(exponent.operator.unwrap_or(Operator::Then)),
            letters: exponent.letters.clone(),
            equal: None,
            manner: exponent.manner.clone(),
            unit: first.unit.clone(),
        };
        path.extend((1..number).map(|_| copy.clone()));
        true
    }

    /// What stands between an operator and its unit: direction letters, `e`, and what the unit passes.
    fn between(&mut self, letters: &mut Vec<Modifier>, equal: &mut Option<usize>, manner: &mut Vec<Modifier>) -> bool {
        let mut sound = true;
        while let Some(c) = self.cursor.peek().filter(|&c| c.is_ascii_lowercase() || Operator::from_char(c).is_some()) {
            let at = self.cursor.offset();
            if DIRECTIONS.contains(c) {
                letters.push((c, at));
            } else if c == 'e' {
                *equal = Some(at);
            } else if MANNER.contains(c) {
                manner.push((c, at));
            } else if PREFIXES.contains(c) {
                let message = format!(
                    "`{c}` stands only before a whole path; after an operator directions, `e`, `n`, `j`, `g` and `p` do"
                );
                self.findings.error(Code::Misplaced, at..at + 1, message, "write it before the first unit of the path");
                sound = false;
            } else if Operator::from_char(c).is_some() {
                let message = format!("the operator `{c}` follows another one{}", also(c));
                self.findings.error(
                    Code::DanglingOperator,
                    at..at + 1,
                    message,
                    "write one operator between two units",
                );
                sound = false;
            } else {
                self.stray(c);
                sound = false;
                continue;
            }
            self.cursor.bump();
        }
        sound
    }

    fn unit(&mut self, depth: usize) -> Option<Unit> {
        let start = self.cursor.offset();
        let c = self.cursor.peek()?;
        let numeric = c == '(' && self.cursor.peek_second().is_some_and(|c| c.is_ascii_digit());
        let (base, doubled) = if numeric {
            (Base::Atom(self.numeric()?), false)
        } else if c == '(' {
            (Base::Group(self.group(depth)?), false)
        } else {
            self.cursor.bump();
            let mut atom = atom(c)?;
            let doubled = self.cursor.eat(c);
            atom.rides |= doubled;
            (Base::Atom(atom), doubled)
        };
        let exponent_at = self.cursor.offset();
        let exponent = self.exponent().ok()?;
        let span = self.cursor.since(start);
        if let (Base::Group(terms), Some(_)) = (&base, &exponent)
            && repetitions(terms) >= EXPONENT_LIMIT
        {
            let message = format!("groups with exponents are nested deeper than the limit of {EXPONENT_LIMIT}");
            self.findings.error(Code::TooLarge, span, message, "use fewer groups with exponents inside each other");
            return None;
        }
        let stays = matches!(&base, Base::Atom(a) if a.sizes == [(0, 0)]);
        if stays && (doubled || exponent.is_some()) {
            let message = "the null move does not lead anywhere, so it cannot be repeated";
            self.findings.error(Code::BadRange, span, message, "write it once and without a number");
            return None;
        }
        if doubled && exponent.as_ref().is_some_and(|e| e.operator.is_none() && e.letters.is_empty()) {
            self.findings.error(
                Code::BadRange,
                exponent_at..span.end,
                "a doubled capital is a ride without limit, so it takes no number",
                "write the capital once with the number, or twice without",
            );
            return None;
        }
        Some(Unit { base, exponent, span })
    }

    /// `(4,1)`.
    fn numeric(&mut self) -> Option<Atom> {
        let start = self.cursor.offset();
        self.cursor.bump();
        let x = self.cursor.eat_while(|c| c.is_ascii_digit());
        let comma = self.cursor.eat(',');
        let y = self.cursor.eat_while(|c| c.is_ascii_digit());
        if !comma || y.is_empty() || !self.cursor.eat(')') {
            let span = start..self.cursor.here().end;
            self.cursor.eat(')');
            let message = "a leap by numbers is two of them between parentheses";
            self.findings.error(Code::Unclosed, span, message, "write it so: `(4,1)`");
            return None;
        }
        let size = |text: &str| text.parse().ok().filter(|&n: &u16| n <= COORDINATE_LIMIT);
        let span = self.cursor.since(start);
        let Some((x, y)) = size(x).zip(size(y)) else {
            let message = format!("a leap of more than {COORDINATE_LIMIT} squares is not read");
            self.findings.error(
                Code::TooFar,
                span,
                message,
                format!("no board has more than {MAX_SIDE} files or ranks"),
            );
            return None;
        };
        if x.max(y) >= u16::from(MAX_SIDE) {
            self.findings.warning(
                Code::TooFar,
                span,
                format!("the leap ({x},{y}) fits no board, so it has no moves"),
                format!("write a leap of at most {} squares", MAX_SIDE - 1),
            );
        }
        Some(Atom { sizes: vec![(x.max(y), x.min(y))], rides: false })
    }

    fn group(&mut self, depth: usize) -> Option<Vec<Term>> {
        let open = self.cursor.here();
        self.cursor.bump();
        if depth == DEPTH_LIMIT {
            self.findings.push(too_deep(open));
            while self.cursor.bump().is_some() {}
            self.given_up = true;
            return None;
        }
        let inside = self.cursor.offset();
        let (terms, closed) = self.terms(depth + 1);
        if !closed {
            if !self.given_up {
                self.findings.error(Code::Unclosed, open, "`(` is not closed", "write `)` after the group");
            }
            return None;
        }
        if self.cursor.offset() == inside + 1 {
            let span = open.start..self.cursor.offset();
            self.findings.error(Code::Empty, span, "the group is empty", "write at least one path in it");
        }
        Some(terms).filter(|t| !t.is_empty())
    }

    /// An exponent, if one follows: modifiers right before a number.
    fn exponent(&mut self) -> Result<Option<Exponent>, ()> {
        let is_modifier = |c: char| c.is_ascii_lowercase() || "+?!-".contains(c);
        let mut ahead = self.cursor.clone();
        ahead.eat_while(is_modifier);
        if !ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        let mut sound = true;
        let (mut operator, mut letters, mut manner) = (None, Vec::new(), Vec::new());
        let begin = self.cursor.offset();
        while let Some(c) = self.cursor.peek().filter(|&c| is_modifier(c)) {
            let at = self.cursor.offset();
            self.cursor.bump();
            match Operator::from_char(c) {
                None if MANNER.contains(c) => manner.push((c, at)),
                None if !DIRECTIONS.contains(c) => {
                    let message = format!("`{c}` cannot stand in an exponent");
                    let remedy = "an exponent takes one of `t - + ? ! x d y`, direction letters, and one of `n j g p`";
                    self.findings.error(Code::Misplaced, at..at + 1, message, remedy);
                    sound = false;
                }
                None => letters.push((c, at)),
                Some(_) if operator.is_some() => {
                    let message = format!("`{c}` is a second operator in this exponent");
                    self.findings.error(Code::Conflict, at..at + 1, message, "write one operator");
                    sound = false;
                }
                found => operator = found,
            }
        }
        let start = self.cursor.offset();
        let digits = self.cursor.eat_while(|c| c.is_ascii_digit());
        let span = self.cursor.since(start);
        let number: u16 = digits.parse().unwrap_or(u16::MAX);
        if digits.len() > 1 && digits.starts_with('0') {
            let message = "a number with a leading 0 is an exact number of steps in `bex` and `betza2`";
            let remedy = match digits.trim_start_matches('0') {
                "" => "write one 0 for any number of steps".to_owned(),
                exactly => format!("write the exponent with `-`: `W-{exactly}`"),
            };
            self.findings.error(Code::OtherDialect, span, message, remedy);
            return Err(());
        }
        if number > REPEAT_LIMIT {
            let message = format!("{digits} copies are more than the limit of {REPEAT_LIMIT}");
            self.findings.error(Code::BadRange, span, message, "write 0 for any number");
            return Err(());
        }
        // The defaults `t` and `f` mean the same when they are written.
        operator = operator.filter(|&o| o != Operator::Then);
        if let [('f', _)] = letters[..] {
            letters.clear();
        }
        let number = (number > 0).then_some(number);
        let span = begin..self.cursor.offset();
        if sound { Ok(Some(Exponent { operator, letters, manner, number, span })) } else { Err(()) }
    }
}

impl Exponent {
    /// Whether its copies are steps of the path by themselves, rather than a ride or a repeated group.
    fn is_written_out(&self) -> bool {
        self.operator == Some(Operator::Split) || !self.manner.is_empty()
    }
}

/// What an operator's letter means in other dialects, as the end of a sentence.
fn also(operator: char) -> String {
    let meaning = foreign::elsewhere(operator, Dialect::Extended).filter(|_| operator.is_alphabetic());
    meaning.map_or_else(String::new, |what| format!(" (`{operator}` {what})"))
}

/// How deep groups with exponents are nested in these terms.
fn repetitions(terms: &[Term]) -> usize {
    let of = |step: &Step| match &step.unit.base {
        Base::Atom(_) => 0,
        Base::Group(terms) => repetitions(terms) + usize::from(step.unit.exponent.is_some()),
    };
    terms.iter().flat_map(|term| &term.path).map(of).max().unwrap_or(0)
}

/// The capitals of `extended`: the shared ones, `O` and `I`.
fn atom(capital: char) -> Option<Atom> {
    let single = |size| Some(Atom { sizes: vec![size], rides: false });
    match capital {
        'O' => single((0, 0)),
        'I' => single((3, 0)),
        _ => atoms::atom(capital),
    }
}

//! The grammar that `bex` and `betza2` share: alternatives of chains of units, parentheses, atoms.

use super::{Base, Choice, Join, Prefix, Read, Repeat, Unit};
use crate::cursor::Cursor;
use crate::direction::{self, LetterGroup};
use crate::letters::halves_nothing;
use crate::{Code, Diagnostic, Dialect, atoms, foreign, numbers};
use atoms::Atom;
use std::ops::Range;

/// What a dialect's grammar has of its own.
pub(in super::super) trait Grammar: Sized {
    const DIALECT: Dialect;
    /// `+` may stand between alternatives.
    const HAS_PLUS: bool;
    /// `--` joins units.
    const HAS_DOUBLE_DASH: bool;
    /// The characters that end alternatives, the end of the text aside.
    const CHOICE_ENDS: &'static str;
    /// The characters that cannot follow `-`, because no unit begins with them.
    const CHAIN_ENDS: &'static str;
    /// The characters that cannot follow a prefix, because no base begins with them.
    const PREFIX_ENDS: &'static str;
    /// The characters that repeat what they follow, and what they are called.
    const REPETITIONS: (&'static str, &'static str);
    /// What `-` joins.
    const OPERAND: &'static str;
    /// A notation, for the remedy of an empty text.
    const EXAMPLE: &'static str;
    /// What to write instead of an exponent joined by `-`.
    const NUMBER: &'static str;

    /// The prefix, and the bracket that stands for itself if one comes.
    fn prefix(parser: &mut Parser<'_, Self>) -> Read<(Prefix, Option<Base>)>;

    /// How often the base is repeated; `doubled`: it is a doubled capital.
    fn repeat(parser: &mut Parser<'_, Self>, base: &Base, doubled: bool) -> Read<Option<Repeat>>;

    /// The error for a `-` between these two units, if they cannot be joined so.
    fn check_dash(_before: &Unit, _after: &Unit, _dash: Range<usize>) -> Read<()> {
        Ok(())
    }

    /// The error for a capital that only other dialects have.
    fn foreign_capital(_: char, _: Range<usize>) -> Option<Diagnostic> {
        None
    }

    /// What to write instead of a character that the dialect does not know.
    fn remedy(c: char) -> &'static str;
}

/// A text that is being read.
pub(in super::super) struct Parser<'a, G> {
    pub cursor: Cursor<'a>,
    pub grammar: G,
    pub warnings: Vec<Diagnostic>,
    depth: usize,
}

impl<'a, G: Grammar> Parser<'a, G> {
    /// At the start of a text.
    ///
    /// # Errors
    /// An empty text.
    pub fn new(text: &'a str, grammar: G) -> Read<Parser<'a, G>> {
        if text.is_empty() {
            let remedy = format!("write a move, for example {}", G::EXAMPLE);
            return Err(Diagnostic::error(Code::Empty, 0..0, "there is nothing to read", remedy));
        }
        Ok(Parser { cursor: Cursor::new(text), grammar, warnings: Vec::new(), depth: 0 })
    }

    /// Checks that everything is read.
    ///
    /// # Errors
    /// The character at which reading has ended.
    pub fn finish(&self) -> Read<()> {
        if self.cursor.is_done() { Ok(()) } else { Err(self.stray()) }
    }

    /// Alternatives, up to the end or one of [`Grammar::CHOICE_ENDS`].
    pub fn choice(&mut self) -> Read<Choice> {
        let mut chains = Vec::new();
        loop {
            if self.at_end_of_choice() || (G::HAS_PLUS && self.cursor.peek() == Some('+')) {
                return Err(if chains.is_empty() {
                    missing(self.cursor.since(self.cursor.offset()))
                } else {
                    self.dangling("+")
                });
            }
            chains.push(self.chain()?);
            let plus = G::HAS_PLUS && self.plus();
            if !plus && self.at_end_of_choice() {
                return Ok(Choice { chains });
            }
        }
    }

    /// Takes a `+` with the blanks around it.
    fn plus(&mut self) -> bool {
        let found = self.cursor.rest().trim_start().starts_with('+');
        if found {
            self.cursor.eat_while(char::is_whitespace);
            self.cursor.eat('+');
            self.cursor.eat_while(char::is_whitespace);
        }
        found
    }

    fn at_end_of_choice(&self) -> bool {
        self.cursor.peek().is_none_or(|c| G::CHOICE_ENDS.contains(c))
    }

    fn dangling(&self, operator: &str) -> Diagnostic {
        Diagnostic::error(
            Code::DanglingOperator,
            self.cursor.here(),
            format!("`{operator}` has nothing to join here"),
            format!("write a {} on both sides of `{operator}`, or leave it out", G::OPERAND),
        )
    }

    fn chain(&mut self) -> Read<Vec<Unit>> {
        if self.cursor.peek() == Some('-') {
            return Err(self.dangling("-"));
        }
        let mut units = vec![self.unit(Join::Start)?];
        while self.cursor.peek() == Some('-') {
            let start = self.cursor.offset();
            let (join, operator) = if self.cursor.eat_str("--") { (Join::Any, "--") } else { (Join::Ahead, "-") };
            if join == Join::Ahead {
                self.cursor.bump();
            } else if !G::HAS_DOUBLE_DASH {
                return Err(Diagnostic::error(
                    Code::OtherDialect,
                    self.cursor.since(start),
                    "`--` joins legs in any direction in `bex`",
                    format!("in `{}` write `-a` before the leg", G::DIALECT),
                ));
            }
            let dash = self.cursor.since(start);
            match self.cursor.peek() {
                Some(c) if c.is_ascii_digit() => {
                    self.cursor.eat_while(|c| c.is_ascii_digit());
                    return Err(Diagnostic::error(
                        Code::OtherDialect,
                        self.cursor.since(start),
                        "a number joined by `-` is an exponent of `extended`",
                        format!("in `{}` write the number without `-`, or {} for no limit", G::DIALECT, G::NUMBER),
                    ));
                }
                Some(c) if !G::CHAIN_ENDS.contains(c) => {}
                _ => return Err(self.dangling(operator)),
            }
            let unit = self.unit(join)?;
            if join == Join::Ahead {
                G::check_dash(&units[units.len() - 1], &unit, dash)?;
            }
            units.push(unit);
        }
        Ok(units)
    }

    fn unit(&mut self, join: Join) -> Read<Unit> {
        let start = self.cursor.offset();
        let (prefix, bracket) = G::prefix(self)?;
        let (base, doubled) = match bracket {
            Some(bracket) => (bracket, false),
            None => self.base(&prefix)?,
        };
        let repeat = G::repeat(self, &base, doubled)?;
        Ok(Unit { join, prefix, base, repeat, span: self.cursor.since(start) })
    }

    /// The base, and whether it is a doubled capital.
    fn base(&mut self, prefix: &Prefix) -> Read<(Base, bool)> {
        let span = self.cursor.here();
        if numbers::is_numeric(&self.cursor) {
            let atom = numbers::numeric(&mut self.cursor)?;
            self.warnings.extend(numbers::too_far(&atom, self.cursor.since(span.start)));
            return Ok((Base::Atom(atom), false));
        }
        match self.cursor.peek() {
            Some('(') => {
                let choice = self.nested(|parser| {
                    parser.cursor.bump();
                    parser.choice()
                })?;
                self.close(')', span)?;
                Ok((Base::Group(choice), false))
            }
            Some('O') => {
                self.cursor.bump();
                Ok((Base::Atom(Atom::leap(0, 0)), false))
            }
            next => {
                if let Some(error) = next.and_then(|c| G::foreign_capital(c, span)) {
                    return Err(error);
                }
                let Some((c, mut atom)) = next.and_then(|c| Some((c, atoms::atom(c)?))) else {
                    return Err(self.no_base(prefix));
                };
                self.cursor.bump();
                let doubled = self.cursor.eat(c);
                atom.rides |= doubled;
                Ok((Base::Atom(atom), doubled))
            }
        }
    }

    /// The error where a base should come and does not.
    fn no_base(&self, prefix: &Prefix) -> Diagnostic {
        if !prefix.is_empty() && self.cursor.peek().is_none_or(|c| G::PREFIX_ENDS.contains(c)) {
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
    pub fn stray(&self) -> Diagnostic {
        let span = self.cursor.here();
        let Some(c) = self.cursor.peek() else { return missing(span) };
        let (repetitions, called) = G::REPETITIONS;
        match c {
            ')' | ']' if G::CHOICE_ENDS.contains(c) => Diagnostic::error(
                Code::Unclosed,
                span,
                format!("`{c}` closes nothing"),
                format!("open it before, or leave out the `{c}`"),
            ),
            '=' if G::CHOICE_ENDS.contains(c) => Diagnostic::error(
                Code::Misplaced,
                span,
                "`=` ends the notation",
                "write the promotions once, at the very end",
            ),
            c if repetitions.contains(c) => Diagnostic::error(
                Code::BadRange,
                span,
                format!("{called} stands behind a move"),
                "write it once, directly after a capital or a group",
            ),
            c => foreign::unknown(c, span, G::DIALECT, G::remedy(c)),
        }
    }

    /// Reads what parentheses or brackets enclose, to a limited depth.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == numbers::DEPTH_LIMIT {
            return Err(numbers::too_deep(self.cursor.here()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Takes the closing character of what was opened there.
    pub fn close(&mut self, with: char, opened: Range<usize>) -> Read<()> {
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
}

/// Direction letters with their places, as groups.
pub(in super::super) fn directions(letters: &[(char, Range<usize>)]) -> Read<Vec<LetterGroup>> {
    let chars: Vec<char> = letters.iter().map(|(c, _)| *c).collect();
    direction::group_in_documents(&chars).map_err(|dangling| halves_nothing(letters[dangling.0].1.clone()))
}

fn missing(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Code::Empty, span, "a move is missing here", "write a move, for example W")
}

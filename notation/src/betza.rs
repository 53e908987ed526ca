//! `betza`: the classic "funny notation" of Overby's page (docs/notation/betza.md).
//!
//! A text is a row of units: small letters, then a capital, a bracket or a group in parentheses. Every unit becomes
//! moves of a single leg, except `t[XY]`, which has two.

mod write;

use crate::atoms::{self, Atom, Bend};
use crate::cursor::Cursor;
use crate::diagnostic::Findings;
use crate::direction::{LetterGroup, group_in_documents};
use crate::foreign;
use crate::letters::{ahead, all, courses, halves_nothing};
use crate::numbers::{DEPTH_LIMIT, REPEAT_LIMIT, too_deep};
use crate::single::{Single, landing};
use crate::{Code, Diagnostic, Dialect, Reading};
use betza_ir::draft::{DraftLink, DraftPart, resolve};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{Count, Footing, Joint, Landing, Leg, Move, Pass, Piece, Steps, Transit, Wrap};
use std::ops::Range;

/// The most modifiers that may apply to one capital.
const MODIFIER_LIMIT: usize = 64;
/// The letters that may stand before a capital.
const MODIFIERS: &str = "fblrvshacmgjnopzqt";

pub(super) fn read(text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let mut reader =
        Reader { cursor: Cursor::new(text), piece: Piece::default(), findings: Findings::default(), given_up: false };
    reader.sequence(&[], 0);
    if reader.piece.moves.is_empty() && !reader.findings.has_errors() {
        reader.findings.error(Code::Empty, 0..text.len(), "no move is written", "write a capital, for example `W`");
    }
    reader.findings.finish(reader.piece)
}

pub(super) use write::write;

/// A modifier and its place.
type Modifier = (char, usize);

/// A leaper or rider inside a bracket.
struct Element {
    atom: Atom,
    count: Count,
    /// A double or a number was written, or the capital rides by itself.
    rides: bool,
    span: Range<usize>,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    piece: Piece,
    findings: Findings,
    /// Reading was given up at parentheses nested too deep, so unclosed ones are no further errors.
    given_up: bool,
}

impl Reader<'_> {
    /// Reads units up to the end or the parenthesis that closes this group; true if that was met.
    fn sequence(&mut self, inherited: &[Modifier], depth: usize) -> bool {
        loop {
            let start = self.cursor.offset();
            let own = self.modifiers();
            let mut modifiers = inherited.to_vec();
            modifiers.extend(&own);
            if modifiers.len() > MODIFIER_LIMIT {
                let message = format!("{} modifiers come together, the limit is {MODIFIER_LIMIT}", modifiers.len());
                self.findings.error(Code::TooLarge, self.cursor.since(start), message, "write each modifier once");
                modifiers.clear();
            }
            let next = self.cursor.peek();
            let is_base = next.is_some_and(|c| c == '(' || c == '[' || atoms::atom(c).is_some());
            if !is_base && let Some(&(_, first)) = own.first() {
                self.findings.error(
                    Code::DanglingModifier,
                    first..self.cursor.offset(),
                    "modifiers must stand before a capital, a bracket or a group",
                    "write what they modify after them, for example `fN`",
                );
            }
            match next {
                None => return false,
                Some(')') if depth > 0 => {
                    self.cursor.bump();
                    return true;
                }
                Some('(') => self.parentheses(&modifiers, depth),
                Some('[') => self.bracket(&modifiers, start),
                Some(c) => match atoms::atom(c) {
                    Some(_) => self.unit(&modifiers, start),
                    None => self.stray(c),
                },
            }
        }
    }

    /// Reads modifiers; other small letters are errors.
    fn modifiers(&mut self) -> Vec<Modifier> {
        let mut taken = Vec::new();
        while let Some(c) = self.cursor.peek().filter(char::is_ascii_lowercase) {
            if MODIFIERS.contains(c) {
                taken.push((c, self.cursor.offset()));
            } else {
                self.stray(c);
                continue;
            }
            self.cursor.bump();
        }
        taken
    }

    /// Refuses a character that cannot stand here, and goes on after it.
    fn stray(&mut self, c: char) {
        let span = self.cursor.here();
        match c {
            ')' | ']' => self.findings.error(
                Code::Unclosed,
                span,
                format!("`{c}` closes nothing"),
                "remove it, or open it before the first capital that belongs to it",
            ),
            '0'..='9' => {
                let start = self.cursor.offset();
                self.cursor.eat_while(|c| c.is_ascii_digit());
                self.findings.error(
                    Code::BadRange,
                    self.cursor.since(start),
                    "a number limits the capital or bracket right before it, and there is none",
                    "write it after a capital that has no double and no number yet, for example `W3`",
                );
                return;
            }
            _ => {
                let instead = match c {
                    '+' => "leave it out: moves written side by side are alternatives",
                    '-' => "write `n` for a leap that can be blocked, or `t[XY]` for X and then Y",
                    'i' => "read the text in that dialect: `betza` cannot ask for an unmoved piece",
                    'I' => "write `H`",
                    _ => "remove it, or read the text in the dialect that it is written in",
                };
                self.findings.push(foreign::unknown(c, span, Dialect::Betza, instead));
            }
        }
        self.cursor.bump();
    }

    fn parentheses(&mut self, modifiers: &[Modifier], depth: usize) {
        let open = self.cursor.here();
        self.cursor.bump();
        if depth == DEPTH_LIMIT {
            self.findings.push(too_deep(open));
            while self.cursor.bump().is_some() {}
            self.given_up = true;
            return;
        }
        let inside = self.cursor.offset();
        if let Some(leap) = leap_by_numbers(self.cursor.rest()) {
            let end = inside + leap.len();
            while self.cursor.offset() < end {
                self.cursor.bump();
            }
            self.findings.error(
                Code::OtherDialect,
                open.start..end,
                "a leap by numbers belongs to `extended`, `bex` and `betza2`",
                "write a capital, or two for the sum of their leaps: `[WL]` is (4,1)",
            );
            return;
        }
        let closed = self.sequence(modifiers, depth + 1);
        if self.given_up {
            return;
        }
        if !closed {
            self.findings.error(Code::Unclosed, open, "`(` is not closed", "write `)` after the group");
        } else if self.cursor.offset() == inside + 1 {
            let span = open.start..self.cursor.offset();
            self.findings.error(Code::Empty, span, "the group is empty", "write at least one capital in it");
        }
        if closed && self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let start = self.cursor.offset();
            self.cursor.eat_while(|c| c.is_ascii_digit());
            self.findings.error(
                Code::BadRange,
                self.cursor.since(start),
                "a number cannot limit a group",
                "write it after each capital in the group",
            );
        }
    }

    /// Takes a number of steps, if one is written: 0 is no limit. `Err` if it was refused.
    fn number(&mut self) -> Result<Option<Count>, ()> {
        let start = self.cursor.offset();
        let digits = self.cursor.eat_while(|c| c.is_ascii_digit());
        let span = self.cursor.since(start);
        match (digits, digits.parse::<u16>()) {
            ("", _) => Ok(None),
            ("0", _) => Ok(Some(Count::UNLIMITED)),
            (_, Ok(n)) if !digits.starts_with('0') && n <= REPEAT_LIMIT => Ok(Some(Count::up_to(n))),
            _ if digits.starts_with('0') => {
                self.findings.error(
                    Code::OtherDialect,
                    span,
                    "a number with a leading 0 is an exact number of steps in `bex` and `betza2`; `betza` has only limits",
                    "write the number without the 0, or read the text in that dialect",
                );
                Err(())
            }
            _ => {
                let message = format!("{digits} steps are more than the limit of {REPEAT_LIMIT}");
                self.findings.error(Code::BadRange, span, message, "write 0 for a ride without limit");
                Err(())
            }
        }
    }

    /// A capital with its double, if it may have one, or its number.
    fn element(&mut self, may_double: bool) -> Result<Element, ()> {
        let start = self.cursor.offset();
        let c = self.cursor.peek().ok_or(())?;
        let Some(atom) = atoms::atom(c) else {
            self.stray(c);
            return Err(());
        };
        self.cursor.bump();
        let doubled = may_double && self.cursor.eat(c);
        let number_at = self.cursor.offset();
        let number = self.number()?;
        let span = self.cursor.since(start);
        if doubled && number.is_some() {
            self.findings.error(
                Code::BadRange,
                number_at..span.end,
                "a doubled capital is a ride without limit, so it takes no number",
                "write the capital once with the number, or twice without",
            );
            return Err(());
        }
        let unlimited = doubled || atom.rides;
        let count = number.unwrap_or(if unlimited { Count::UNLIMITED } else { Count::ONCE });
        Ok(Element { rides: unlimited || number.is_some(), atom, count, span })
    }

    fn unit(&mut self, modifiers: &[Modifier], start: usize) {
        let element = self.element(true);
        let span = self.cursor.since(start);
        let (Ok(element), Some(set)) = (element, self.modifier_set(modifiers)) else { return };
        if let Some(t) = set.then {
            self.misplaced(t, "`t` stands only before a bracket", "write `t[XY]` for X and then Y");
            return;
        }
        let bend = set.bend();
        let count = if bend.is_some() && !element.rides { Count::UNLIMITED } else { element.count };
        let mut moves = Vec::new();
        for &size in &element.atom.sizes {
            let mut single = Single::plain(size, count).towards(&set.groups);
            single.bend = bend;
            set.apply(&mut single);
            moves.push(single.lower());
        }
        self.add(moves, count == Count::ONCE, element.atom.sizes.iter().any(|s| s.0 > 1), &set, span);
    }

    /// Adds the moves of one unit, or says why there are none.
    fn add(
        &mut self,
        moves: Vec<Option<Move>>,
        is_leap: bool,
        has_between: bool,
        set: &ModifierSet,
        span: Range<usize>,
    ) {
        let hop = set.route.iter().find(|m| "jpg".contains(m.0));
        if let (true, Some(n), Some(&(_, hop))) = (is_leap, set.lame, hop) {
            let at = n.max(hop);
            self.findings.error(
                Code::Conflict,
                at..at + 1,
                "`n` wants a leap without a piece under it, `j`, `p` and `g` want one with a piece",
                "keep one of them",
            );
            return;
        }
        if moves.iter().any(Option::is_none) {
            self.findings.error(
                Code::NoSteps,
                span,
                "this never has a move: a piece must be passed, and a single step has no square for it",
                "give it a longer leap or a greater number, or remove `j`, `p` or `g`",
            );
            return;
        }
        if let (true, Pass::Any, Some(&(c, at))) = (is_leap, set.pass, hop) {
            let message = format!("`{c}{c}` changes nothing here: a leap passes everything anyway");
            self.findings.warning(Code::NoEffect, at..at + 1, message, "remove it, or make it a ride");
        }
        if let Some(n) = set.lame.filter(|_| !has_between) {
            self.findings.warning(
                Code::NoEffect,
                n..n + 1,
                "`n` changes nothing here: single steps cannot be blocked on the way",
                "remove it",
            );
        }
        moves.into_iter().flatten().for_each(|m| self.piece.push(m));
    }

    /// `[XY]`, `z[XY]`, `t[XY]`.
    fn bracket(&mut self, modifiers: &[Modifier], start: usize) {
        let open = self.cursor.here();
        self.cursor.bump();
        // Two equal capitals are a double only where a ride is allowed and they are not X and Y themselves.
        let inside = self.cursor.rest().split(']').next().unwrap_or_default();
        let capitals = inside.chars().filter(char::is_ascii_uppercase).count();
        let may_double = capitals > 2 && modifiers.iter().any(|m| m.0 == 't');
        let mut elements = Vec::new();
        loop {
            match self.cursor.peek() {
                Some(']') => {
                    self.cursor.bump();
                    break;
                }
                None | Some('(' | ')' | '[') => {
                    self.findings.error(
                        Code::Unclosed,
                        open,
                        "`[` is not closed",
                        "write `]` after the second capital",
                    );
                    return;
                }
                Some(c) if MODIFIERS.contains(c) => {
                    let here = self.cursor.offset();
                    self.misplaced(here, "modifiers stand before a bracket, not inside it", "write it before the `[`");
                    self.cursor.bump();
                    elements.push(Err(()));
                }
                Some(_) => elements.push(self.element(may_double)),
            }
        }
        let number_at = self.cursor.offset();
        let Ok(number) = self.number() else { return };
        let span = self.cursor.since(start);
        let Some(set) = self.modifier_set(modifiers) else { return };
        let Ok(elements) = elements.into_iter().collect::<Result<Vec<_>, ()>>() else { return };
        let [x, y] = &elements[..] else {
            let message = format!("a bracket combines two capitals, and this one holds {}", elements.len());
            self.findings.error(
                Code::Misplaced,
                open.start..span.end,
                message,
                "write two capitals, for example `[WL]`",
            );
            return;
        };
        if set.then.is_some() {
            if number.is_some() {
                let message = "a number after `t[XY]` does not say which ride it limits";
                let remedy = "write it after X or Y, inside the bracket";
                self.findings.error(Code::BadRange, number_at..span.end, message, remedy);
                return;
            }
            return self.then(x, y, &set);
        }
        if let Some(e) = [x, y].into_iter().find(|e| e.rides || e.atom.sizes.len() > 1) {
            self.findings.error(
                Code::Misplaced,
                e.span.clone(),
                "this bracket combines two leapers, and rides and shortcuts are none",
                "write leapers such as `W` or `N`, or `t[XY]` for X and then Y",
            );
            return;
        }
        let (x, y) = (x.atom.sizes[0], y.atom.sizes[0]);
        let mut single = match set.bend() {
            None => Single::plain(longest_sum(x, y), number.unwrap_or(Count::ONCE)),
            Some(Bend::Zigzag) => {
                let both = Single::plain(x, number.unwrap_or(Count::UNLIMITED));
                Single { bend: Some(Bend::Alternating(y)), ..both }
            }
            Some(_) => {
                let message = "`q` turns within one atom, and a bracket has two";
                self.findings.error(Code::Misplaced, span, message, "write `z` before the bracket");
                return;
            }
        }
        .towards(&set.groups);
        set.apply(&mut single);
        self.add(
            vec![single.lower()],
            single.count == Count::ONCE,
            x.0.max(y.0) > 1 || set.bend().is_none(),
            &set,
            span,
        );
    }

    /// `t[XY]`: X, which may be the whole move, then Y outward.
    fn then(&mut self, x: &Element, y: &Element, set: &ModifierSet) {
        if let Some(&(_, at)) = set.route.first() {
            self.misplaced(
                at,
                "`j p g z q` before `t[XY]` do not say which leg they mean",
                "write the two legs as moves of their own, or leave the modifier out",
            );
            return;
        }
        let orbits = |e: &Element| -> Vec<Vec<Vector>> { e.atom.sizes.iter().map(|&(a, b)| orbit(a, b)).collect() };
        let leg = |e: &Element| {
            let has_between = e.atom.sizes.iter().any(|s| s.0 > 1);
            Leg {
                footing: if set.lame.is_some() && has_between { Footing::Clear } else { Footing::Leap },
                wrap: if set.cylinder { Wrap::Cylinder } else { Wrap::None },
                ..Leg::leap(Steps::Turns(Vec::new())).times(e.count)
            }
        };
        // In a later leg K and Q are one set of eight (D5).
        let second = vec![orbits(y).concat()];
        let draft = [
            DraftLink {
                part: DraftPart::Leg(leg(x), courses(set.groups.clone(), orbits(x), all)),
                joint: Joint::on_or_stop(Transit::EMPTY, set.landing),
            },
            DraftLink {
                part: DraftPart::Leg(leg(y), courses(Vec::new(), second, ahead)),
                joint: Joint::end(set.landing),
            },
        ];
        self.piece.push(Move::new(resolve(&draft)));
    }

    fn misplaced(&mut self, at: usize, message: &str, remedy: &str) {
        self.findings.error(Code::Misplaced, at..at + 1, message, remedy);
    }

    /// The meaning of all modifiers together; `None` after an error.
    fn modifier_set(&mut self, modifiers: &[Modifier]) -> Option<ModifierSet> {
        let letters: Vec<Modifier> = modifiers.iter().copied().filter(|(c, _)| "fblrvsha".contains(*c)).collect();
        let groups = match group_in_documents(&letters.iter().map(|l| l.0).collect::<Vec<_>>()) {
            Ok(groups) => groups,
            Err(dangling) => {
                let at = letters[dangling.0].1;
                self.findings.push(halves_nothing(at..at + 1));
                return None;
            }
        };
        for (i, &(c, at)) in modifiers.iter().enumerate() {
            let before = modifiers[..i].iter().filter(|m| m.0 == c).count();
            if "mcgjnopzqt".contains(c) && before > usize::from("pj".contains(c)) {
                self.findings.warning(Code::NoEffect, at..at + 1, format!("`{c}` is said twice"), "write it once");
            } else if c == 'a' {
                let message = "`a` selects all directions, which is what no letter does";
                self.findings.warning(Code::NoEffect, at..at + 1, message, "remove it");
            }
        }
        let place = |c: char| modifiers.iter().find(|m| m.0 == c).map(|m| m.1);
        let has = |c: char| place(c).is_some();
        let excluded = [('g', 'j'), ('g', 'p'), ('z', 'q'), ('t', 'z'), ('t', 'q')];
        if let Some(&(x, y)) = excluded.iter().find(|(x, y)| has(*x) && has(*y)) {
            let at = place(x).max(place(y)).unwrap_or(0);
            let message = format!("`{x}` and `{y}` exclude each other");
            self.findings.error(Code::Conflict, at..at + 1, message, "keep one of them");
            return None;
        }
        let is_doubled = |c: char| modifiers.iter().filter(|m| m.0 == c).count() > 1;
        let pass = match (has('g'), has('p') || has('j')) {
            (true, _) => Pass::HopOnto,
            (false, true) if is_doubled('p') || is_doubled('j') => Pass::Any,
            (false, true) => Pass::Hop,
            (false, false) => Pass::Clear,
        };
        Some(ModifierSet {
            groups,
            route: modifiers.iter().copied().filter(|m| "jpgzq".contains(m.0)).collect(),
            landing: landing(has('m'), has('c')),
            lame: place('n'),
            pass,
            cylinder: has('o'),
            then: place('t'),
        })
    }
}

/// `4,1)`, if the text begins so: what stands behind the `(` of a leap by numbers.
fn leap_by_numbers(text: &str) -> Option<&str> {
    let (inside, _) = text.split_once(')')?;
    let (a, b) = inside.split_once(',')?;
    let is_number = |s: &str| !s.is_empty() && s.bytes().all(|c| c.is_ascii_digit());
    (is_number(a) && is_number(b)).then(|| &text[..=inside.len()])
}

/// The meaning of the modifiers before one base.
struct ModifierSet {
    groups: Vec<LetterGroup>,
    /// Those of `j p g z q`.
    route: Vec<Modifier>,
    landing: Landing,
    /// Where `n` stands.
    lame: Option<usize>,
    pass: Pass,
    cylinder: bool,
    /// Where `t` stands.
    then: Option<usize>,
}

impl ModifierSet {
    fn bend(&self) -> Option<Bend> {
        self.route.iter().find_map(|m| match m.0 {
            'z' => Some(Bend::Zigzag),
            'q' => Some(Bend::Circle),
            _ => None,
        })
    }

    fn apply(&self, single: &mut Single) {
        single.lame = self.lame.is_some();
        single.pass = self.pass;
        single.cylinder = self.cylinder;
        single.landing = self.landing;
    }
}

/// The longest leap that is the sum of two (B9): both lie as near to the diagonal, on the same side of it.
fn longest_sum(x: (u16, u16), y: (u16, u16)) -> (u16, u16) {
    (x.0 + y.0, x.1 + y.1)
}

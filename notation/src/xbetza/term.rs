//! Terms: small letters and a capital, with `a` between the letters of several legs.

use super::atom::{Atom, SUFFIXES};
use super::leg::{self, LegPosition, Onward};
use super::modifiers::{Directions, Modifiers};
use super::{Flavor, LEG_LIMIT, MOVE_LIMIT, Reader};
use crate::direction::Letter;
use crate::{Code, foreign, letters};
use betza_ir::draft::{Draft, DraftLink, DraftPart, resolve};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{Chain, Group, Joint, Landing, Leg, Move, Part, Sectors, Steps};

/// The small letters that have a meaning on some leg or drop.
const LETTERS: &str = "abcdefghijklmnopqrstuvyz";

impl Reader<'_> {
    /// Reads a term; `None` where reading cannot continue.
    pub(super) fn term(&mut self) -> Option<()> {
        let start = self.cursor.offset();
        let prefix = self.cursor.eat_while(|c| c.is_ascii_lowercase());
        self.know(prefix, start)?;
        let at = self.cursor.offset();
        match self.cursor.peek() {
            None => {
                self.error(
                    Code::DanglingModifier,
                    start..at,
                    format!("nothing follows the letters `{prefix}`"),
                    "write the capital or bracket that they belong to",
                );
                None
            }
            Some('[') => self.bracket(prefix, start),
            Some('@') => {
                self.cursor.bump();
                self.drop(prefix, start);
                Some(())
            }
            Some('O') => {
                self.cursor.bump();
                self.castling(prefix, start);
                Some(())
            }
            Some(c) if c.is_ascii_uppercase() => {
                let atom = self.atom()?;
                self.legs(prefix, start, &atom);
                Some(())
            }
            Some(c) => {
                self.foreign(c);
                None
            }
        }
    }

    /// An error for the first letter that the dialect does not have.
    pub(super) fn know(&mut self, prefix: &str, start: usize) -> Option<()> {
        let Some((i, c)) = prefix.char_indices().find(|(_, c)| !LETTERS.contains(*c)) else { return Some(()) };
        let place = start + i..start + i + 1;
        if c == 'x' {
            self.error(
                Code::OtherDialect,
                place,
                "`x` captures between legs in `extended` and erupts in `betza2`",
                "a capture on the way is c on a leg that another follows, as in caK",
            );
        } else {
            self.found.push(foreign::unknown(c, place, self.flavor.dialect(), "leave it out"));
        }
        None
    }

    /// An error for a sign that no term has.
    pub(super) fn foreign(&mut self, c: char) {
        let place = self.cursor.here();
        let dialect = self.flavor.dialect();
        let (code, message, remedy) = match c {
            '(' | ')' => (
                Code::OtherDialect,
                "parentheses belong to `betza`, `extended`, `bex` and `betza2`".to_owned(),
                "write each part out; leaps have letters, with X and Y up to (6,3)",
            ),
            '+' => (
                Code::OtherDialect,
                "`+` hops in `extended` and means \"or\" in `bex`".to_owned(),
                "write alternatives side by side (WF), and a hop as p before a leg (pafW)",
            ),
            '-' | '?' => (
                Code::OtherDialect,
                format!(
                    "`{c}` {}; in `{dialect}` it joins legs inside of brackets only",
                    if c == '-' {
                        "joins legs in `extended`, `bex` and `betza2`"
                    } else {
                        "hops over a friend in `extended`"
                    }
                ),
                "write [A-B], [A?B], or the legs of one atom with a (mafW)",
            ),
            '*' | '=' => (
                Code::OtherDialect,
                format!("`{c}` belongs to `bex`"),
                if c == '*' {
                    "write a ride as a number after the capital, 0 for an unlimited one"
                } else {
                    "promotion is the business of the game"
                },
            ),
            '!' => (
                Code::OtherDialect,
                "`!` hops over an enemy in `extended`".to_owned(),
                "hop over any piece by p before a leg (pafW): a hop over enemies alone has no words here",
            ),
            ']' => (Code::Unclosed, "`]` closes no bracket".to_owned(), "leave it out, or write `[` before it"),
            '0'..='9' => (
                Code::BadRange,
                "a number follows the capital that it belongs to".to_owned(),
                "write it behind a capital, for example W3",
            ),
            _ => return self.found.push(foreign::unknown(c, place, self.flavor.dialect(), "leave it out")),
        };
        self.error(code, place, message, remedy);
    }

    /// Reads a capital with suffix and number.
    pub(super) fn atom(&mut self) -> Option<Atom> {
        let start = self.cursor.offset();
        let letter = self.cursor.bump()?;
        let Some((mut size, slides)) = Atom::leap(letter) else {
            self.not_an_atom(letter, start);
            return None;
        };
        while let Some(&(suffix, more)) = self.cursor.peek().and_then(|c| SUFFIXES.iter().find(|s| s.0 == c)) {
            let place = self.cursor.here();
            self.cursor.bump();
            if matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'U') {
                let message = format!("`{suffix}` lengthens a leap, and `{letter}` is none");
                self.error(Code::Misplaced, place, message, "write the leapers one by one, for example WXFX");
            } else if self.cursor.since(start).len() > 2 {
                self.error(Code::Conflict, place, "a leap has one suffix at most", "leave it out");
            } else {
                size = (size.0 + more.0, size.1 + more.1);
                size = (size.0.max(size.1), size.0.min(size.1));
            }
        }
        if self.flavor == Flavor::Xbetza && matches!(letter, 'L' | 'J') {
            let other = if letter == 'L' { 'C' } else { 'Z' };
            let message =
                format!("`{letter}` is read as the leap ({},{}), and XBoard itself swaps L and J", size.0, size.1);
            self.warn(Code::ReadDifferently, self.cursor.since(start), message, format!("write {other}"));
        }
        let suffixed = self.cursor.since(start).len() > 1;
        let doubled = !suffixed
            && self.cursor.peek() == Some(letter)
            && !self.cursor.peek_second().is_some_and(|c| SUFFIXES.iter().any(|s| s.0 == c));
        if doubled {
            self.cursor.bump();
        }
        let digits = self.cursor.offset();
        let number = self.number();
        let span = self.cursor.since(digits);
        if doubled && number.is_some() {
            self.error(
                Code::Conflict,
                span.clone(),
                "a doubled capital is unlimited already",
                "leave the number out, or one of the capitals",
            );
        }
        if letter == 'U' && (doubled || number.is_some()) {
            self.error(Code::BadRange, self.cursor.since(start), "`U` goes everywhere in one leap", "write U alone");
        }
        let number = if doubled { Some(None) } else { number.map(|n| (n > 0).then_some(n)) };
        Some(Atom { letter, span: self.cursor.since(start), size, slides, number, doubled })
    }

    fn not_an_atom(&mut self, letter: char, start: usize) {
        let place = self.cursor.since(start);
        match letter {
            'X' | 'Y' => {
                self.error(
                    Code::DanglingModifier,
                    place,
                    format!("`{letter}` lengthens the leap before it, and there is none"),
                    "write it behind an atom, for example FX",
                );
            }
            'I' => self.error(Code::OtherDialect, place, "`I` is the leap (3,0) in `extended`", "write H"),
            'O' => self.error(Code::Misplaced, place, "a castling stands by itself", "write it outside of brackets"),
            _ => {
                let remedy = "the atoms are W F D N A H C Z G, K Q R B and U";
                self.found.push(foreign::unknown(letter, place, self.flavor.dialect(), remedy));
            }
        }
    }

    /// The moves of one atom with its letters.
    fn legs(&mut self, prefix: &str, start: usize, atom: &Atom) {
        let mut legs = Vec::new();
        let mut at = start;
        for text in prefix.split('a') {
            legs.push(Modifiers::of_leg(text, at, &mut self.found));
            at += text.len() + 1;
        }
        if self.flavor == Flavor::Fsf && legs.len() > 1 {
            let a = legs[0].span.end;
            return self.error(
                Code::OtherDialect,
                a..a + 1,
                "`a` parts the legs of a move in `xbetza`; Fairy-Stockfish has moves of one leg only",
                "read it as `xbetza`",
            );
        }
        if legs.len() > LEG_LIMIT {
            let message = format!("the move has {} legs, the limit is {LEG_LIMIT}", legs.len());
            return self.error(Code::TooLarge, start..atom.span.end, message, "write fewer legs");
        }
        let known = self.found.len();
        let only = legs.len() == 1;
        for (i, modifiers) in legs.iter().enumerate() {
            let place = LegPosition { first: i == 0, last: i + 1 == legs.len(), alone: only, exchanges: 0 };
            leg::check(atom, modifiers, place, self.flavor, &mut self.found);
            self.check_universal(atom, modifiers, only);
        }
        if self.has_errors_since(known) {
            return;
        }
        if self.flavor == Flavor::Fsf {
            self.warn_fsf(atom, &legs[0], true);
        }
        let mut ways = vec![Joints::default()];
        for modifiers in &legs[..legs.len() - 1] {
            let onward = leg::onward(modifiers);
            ways = ways.iter().flat_map(|way| onward.iter().map(move |&o| way.then(o))).collect();
            if ways.len() > MOVE_LIMIT {
                let message = format!("its legs can be combined in more than {MOVE_LIMIT} ways, the limit");
                return self.error(
                    Code::TooLarge,
                    start..atom.span.end,
                    message,
                    "write fewer of m with y and p with g",
                );
            }
        }
        for way in ways {
            self.walk_legs(atom, &legs, &way, start);
        }
    }

    pub(super) fn has_errors_since(&self, known: usize) -> bool {
        self.found[known..].iter().any(|d| d.severity == crate::Severity::Error)
    }

    /// Directions of `U`: only of a move of one leg.
    fn check_universal(&mut self, atom: &Atom, modifiers: &Modifiers, only: bool) {
        let directions = &modifiers.directions;
        if atom.is_universal() && (directions.is_handed() || (!only && !directions.is_empty())) {
            let span = directions.span.clone();
            let message = "`U` has directions only in a move of one leg, and no hands";
            self.error(Code::Misplaced, span, message, "leave the letters out");
        }
    }

    /// One move: these legs, passing their joints in this way.
    fn walk_legs(&mut self, atom: &Atom, legs: &[Modifiers], way: &Joints, start: usize) {
        let mut draft = Draft::new();
        let mut leaves_en_passant = false;
        for (i, modifiers) in legs.iter().enumerate() {
            let (alone, exchanges) = (legs.len() == 1, way.exchanges_before(i));
            let place = LegPosition { first: i == 0, last: i + 1 == legs.len(), alone, exchanges };
            if let Some(error) = leg::asks_twice(atom, modifiers, place) {
                if !self.found.contains(&error) {
                    self.found.push(error);
                }
                return;
            }
            leg::no_effects(atom, modifiers, place, self.flavor, &mut self.found);
            let walked = leg::walked(atom, modifiers, place, self.flavor);
            if legs.len() == 1 {
                leaves_en_passant = leg::leaves_en_passant(atom, modifiers, &walked);
            }
            let courses = if atom.is_universal() {
                leg::no_courses()
            } else if place.first {
                leg::courses(atom, modifiers, self.flavor == Flavor::Fsf, letters::all)
            } else {
                leg::turned(atom, &modifiers.directions)
            };
            let joint = match way.onward.get(i) {
                Some(onward) => Joint::on(onward.transit),
                None => Joint::end(leg::landing(modifiers).unwrap_or(Landing::MOVE_OR_CAPTURE)),
            };
            draft.push(DraftLink { part: DraftPart::Leg(walked, courses), joint });
        }
        let mut m = Move::new(resolve(&draft));
        if !has_steps(&m.chain) {
            let message = "the direction letters leave no step";
            return self.error(
                Code::NoSteps,
                start..atom.span.end,
                message,
                "hr and hl choose among the eight steps of an oblique atom: leave them out of others",
            );
        }
        m.condition = leg::condition(&legs[0], self.flavor);
        m.leaves_en_passant = leaves_en_passant;
        if atom.is_universal() {
            m.sectors = quarters(&legs[0].directions);
        }
        self.push(m);
    }
}

/// The atom that a text is, if it is one.
pub(super) fn lone_atom(text: &str) -> Option<Atom> {
    let mut reader = Reader::new(text, Flavor::Fsf);
    let atom = reader.atom()?;
    (reader.cursor.is_done() && !reader.has_errors_since(0)).then_some(atom)
}

/// How the legs of a move so far continue at their joints.
#[derive(Clone, Debug, Default)]
struct Joints {
    onward: Vec<Onward>,
}

impl Joints {
    fn then(&self, onward: Onward) -> Joints {
        let mut next = self.clone();
        next.onward.push(onward);
        next
    }

    fn exchanges_before(&self, leg: usize) -> usize {
        self.onward[..leg.min(self.onward.len())].iter().filter(|o| o.exchanges).count()
    }
}

/// Whether every leg has steps.
pub(super) fn has_steps(chain: &Chain) -> bool {
    chain.links.iter().all(|link| match &link.part {
        Part::Leg(Leg { steps: Steps::Turns(turns), .. }) => turns.iter().any(|t| !t.courses.is_empty()),
        Part::Group(Group { body, .. }) => has_steps(body),
        _ => true,
    })
}

/// What direction letters mean before `U`: a letter the half of the board on its side, a pair what lies on both (S3).
pub(super) fn quarters(directions: &Directions) -> Sectors {
    use crate::direction::LetterGroup::{All, Half, Pair, Single};
    if directions.is_empty() {
        return Sectors::ALL;
    }
    let lies = |letter: Letter, v: Vector| match letter {
        Letter::F => v.dy > 0,
        Letter::B => v.dy < 0,
        Letter::L => v.dx < 0,
        Letter::R => v.dx > 0,
        Letter::V => v.dy != 0,
        Letter::S => v.dx != 0,
    };
    let fits = |v: &Vector| {
        directions.groups.iter().any(|group| match *group {
            Single(x) | Half(x) => lies(x, *v),
            Pair(x, y) => lies(x, *v) && lies(y, *v),
            All => true,
        })
    };
    let compass = [orbit(1, 0), orbit(1, 1), orbit(2, 1)].concat();
    Sectors(compass.into_iter().filter(fits).filter_map(Sectors::of).fold(0, |bits, s| bits | s.0))
}

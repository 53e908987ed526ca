//! Lowers terms to moves.

use super::legs::{
    Context, Entry, along_the_way, are_distinct, choice, close, hop, is_lame, joint, kinds, leg, merged, straight,
    turns_inside, turns_one_way, weight, with_default,
};
use super::syntax::{Base, DIRECTIONS, Exponent, Modifier, Operator, Step, Term, Unit};
use super::{groups, is_oblique};
use crate::atoms::{Atom, Bend, king_goes_straight_on, pass_that_captures};
use crate::diagnostic::Findings;
use crate::direction::{self, Sectors, select};
use crate::letters::halves_nothing;
use crate::single::{Single, landing};
use crate::{Code, Dialect};
use betza_ir::draft::{Draft, DraftLink, DraftPart, resolve};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{
    Chain, Condition, Count, Footing, Group, Joint, Landing, Modes, Move, Pass, Piece, Span, Transit, Wrap,
};

/// The most prefixes that may apply to one path.
const PREFIX_LIMIT: usize = 64;
/// How many alternatives a path may have.
const ALTERNATIVES_LIMIT: usize = 256;
/// How many legs one alternative may have, limited repetitions written out.
const LEGS_LIMIT: usize = 256;
/// How many legs all alternatives of a path together may have.
const TOTAL_LIMIT: usize = 4096;

/// The moves of all terms.
pub(super) fn lower(terms: &[Term], findings: &mut Findings) -> Piece {
    let mut lowering = Lowering { findings, piece: Piece::default() };
    for term in terms {
        // Errors are recorded in the findings.
        let _ = lowering.term(&[], term);
    }
    lowering.piece
}

/// An error was found and recorded.
struct Failed;

struct Lowering<'a> {
    findings: &'a mut Findings,
    piece: Piece,
}

/// The meaning of all prefixes of a path together.
struct PrefixSet {
    letters: Vec<Modifier>,
    moves: bool,
    captures: bool,
    /// Where `n` stands.
    lame: Option<usize>,
    cylinder: bool,
    condition: Condition,
    hop: Option<Hop>,
    bend: Option<Bend>,
    /// The first of `j p g z q`.
    route: Option<Modifier>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hop {
    /// `p`: none to move, one to capture.
    Cannon,
    /// `g`: right behind one.
    Behind,
    /// `j`: one.
    One,
    /// `jj`: any number.
    Any,
}

impl Lowering<'_> {
    fn term(&mut self, outer: &[Modifier], term: &Term) -> Result<(), Failed> {
        let prefixes: Vec<Modifier> = outer.iter().chain(&term.prefixes).copied().collect();
        if prefixes.len() > PREFIX_LIMIT {
            let message = format!("{} prefixes come together, the limit is {PREFIX_LIMIT}", prefixes.len());
            self.findings.error(Code::TooLarge, term.span.clone(), message, "write each prefix once");
            return Err(Failed);
        }
        if let [Step { unit: Unit { base: Base::Group(terms), exponent: None, .. }, .. }] = &term.path[..] {
            // Prefixes distribute (docs/notation, E9).
            return terms.iter().try_for_each(|inner| self.term(&prefixes, inner));
        }
        let set = self.prefix_set(&prefixes)?;
        if let [Step { unit: Unit { base: Base::Atom(atom), exponent, .. }, .. }] = &term.path[..]
            && let Some(count) = straight(atom, exponent.as_ref())
        {
            return self.single(atom, count, &set, term);
        }
        self.chain(&set, term)
    }

    /// A term of one straight leap or ride.
    fn single(&mut self, atom: &Atom, count: Count, set: &PrefixSet, term: &Term) -> Result<(), Failed> {
        let exact = count.min > 1;
        self.check_letters(
            &set.letters,
            if set.bend.is_some() { &[false, true] } else { kinds(&term.path[0].unit.base) },
        )?;
        if let Some((c, at)) = set.route.filter(|_| exact && set.hop.is_some()) {
            let message = format!("`{c}` and an operator in the exponent both say what the squares on the way hold");
            self.findings.error(Code::Conflict, at..at + 1, message, "leave one of them out");
            return Err(Failed);
        }
        let exponent = term.path[0].unit.exponent.is_some();
        let count = if set.bend.is_some() && !exponent { Count::UNLIMITED } else { count };
        let is_leap = count == Count::ONCE;
        if let Some((c, at)) = set.route.filter(|_| atom.sizes == [(0, 0)]) {
            let message = format!("`{c}` says how a leap or ride goes, and the null move goes nowhere");
            self.findings.error(Code::Misplaced, at..at + 1, message, "remove it");
            return Err(Failed);
        }
        if let Some(n) = set.lame.filter(|_| is_leap && matches!(set.hop, Some(Hop::One | Hop::Behind | Hop::Cannon))) {
            let message = "`n` wants a leap without a piece under it, `j`, `p` and `g` want one with a piece";
            self.findings.error(Code::Conflict, n..n + 1, message, "keep one of them");
            return Err(Failed);
        }
        self.single_warnings(atom, is_leap, set, term);
        let sectors = if set.bend.is_some() { set.sectors() } else { Sectors::ALL };
        let mut found = Vec::new();
        for &size in &atom.sizes {
            let mut single = Single {
                bend: set.bend,
                lame: set.lame.is_some(),
                cylinder: set.cylinder && size != (0, 0),
                landing: landing(set.moves, set.captures),
                ..Single::plain(size, count)
            };
            if set.bend.is_none() {
                single = single.towards(&set.groups(is_oblique(size)));
            }
            match set.hop {
                None => found.push(single.lower()),
                Some(Hop::One) => found.push(Single { pass: Pass::Hop, ..single }.lower()),
                Some(Hop::Behind) => found.push(Single { pass: Pass::HopOnto, ..single }.lower()),
                Some(Hop::Any) => found.push(Single { pass: Pass::Any, ..single }.lower()),
                Some(Hop::Cannon) => {
                    let (quiet, capture) = (set.moves || !set.captures, set.captures || !set.moves);
                    let over = Single { pass: Pass::Hop, landing: Landing::CAPTURE, ..single.clone() }.lower();
                    if quiet {
                        let lame = single.lame || is_leap;
                        found.push(Single { lame, landing: Landing::MOVE, ..single }.lower());
                        found.extend(over.filter(|_| capture).map(Some));
                    } else {
                        found.push(over);
                    }
                }
            }
        }
        if found.iter().any(Option::is_none) {
            self.findings.error(
                Code::NoSteps,
                term.span.clone(),
                "this never has a move: a piece must be passed, and a single step has no square for it",
                "give it a longer leap or a greater exponent, or remove `j`, `p` or `g`",
            );
            return Err(Failed);
        }
        for m in found.into_iter().flatten() {
            self.piece.push(Move { condition: set.condition, sectors, ..m });
        }
        Ok(())
    }

    fn single_warnings(&mut self, atom: &Atom, is_leap: bool, set: &PrefixSet, term: &Term) {
        let single_steps = atom.sizes.iter().all(|s| s.0 <= 1);
        if atom.is_zero() && set.captures && !set.moves {
            self.findings.push(pass_that_captures(term.span.clone()));
        }
        if let Some(n) = set.lame.filter(|_| single_steps) {
            let message = "`n` changes nothing here: single steps cannot be blocked on the way";
            self.findings.warning(Code::NoEffect, n..n + 1, message, "remove it");
        }
        if set.hop == Some(Hop::Any) && is_leap {
            let message = "`jj` changes nothing here: a leap passes everything anyway";
            self.findings.warning(Code::NoEffect, term.span.clone(), message, "remove it, or make it a ride");
        }
        if set.hop == Some(Hop::Cannon) && is_leap && single_steps && (set.moves || !set.captures) {
            let message = "`p` leaves only the move without capture here: a single step passes nothing";
            self.findings.warning(Code::NoEffect, term.span.clone(), message, "write `m`, or make it a ride");
        }
    }

    /// A term of a longer path, or of one unit with a modified exponent.
    fn chain(&mut self, set: &PrefixSet, term: &Term) -> Result<(), Failed> {
        if let Some((c, at)) = set.route {
            let message = format!("`{c}` says how one straight leap or ride goes, and this is a longer path");
            let remedy = "write it before a single capital, or say what is passed with operators";
            self.findings.error(Code::Misplaced, at..at + 1, message, remedy);
            return Err(Failed);
        }
        self.check_letters(&set.letters, &[false, true])?;
        let context = Context {
            landing: landing(set.moves, set.captures),
            inside: false,
            lame: set.lame.is_some(),
            wrap: if set.cylinder { Wrap::Cylinder } else { Wrap::None },
        };
        let entry = Entry { start: Some(Vec::new()), on: None, replaces: false };
        let drafts = self.path(&term.path, &entry, &context)?;
        for mut draft in drafts {
            if let Some(last) = draft.last_mut().filter(|last| last.joint == Joint::NONE) {
                last.joint = Joint::end(context.landing);
            }
            let m = Move { condition: set.condition, sectors: set.sectors(), ..Move::new(resolve(&draft)) };
            by_first_steps(m).into_iter().for_each(|m| self.piece.push(m));
        }
        Ok(())
    }

    /// The alternatives of a path; the joint after the last link is still open.
    fn path(&mut self, path: &[Step], entry: &Entry, context: &Context) -> Result<Vec<Draft>, Failed> {
        let mut drafts: Vec<Draft> = vec![Vec::new()];
        let mut ended: Vec<Draft> = Vec::new();
        for (i, step) in path.iter().enumerate() {
            self.check_letters(&step.letters, kinds(&step.unit.base))?;
            let entry = if i == 0 { entry.clone() } else { Entry::later(&step.letters) };
            let lame = step.manner.iter().find(|m| m.0 == 'n');
            let mut units =
                self.unit(&step.unit, &entry, &Context { lame: context.lame || lame.is_some(), ..*context })?;
            if let Some(&(_, at)) = lame.filter(|_| !units.iter().flatten().any(is_lame)) {
                let message = "`n` changes nothing here: single steps cannot be blocked on the way";
                self.findings.warning(Code::NoEffect, at..at + 1, message, "remove it");
            }
            let hops = matches!(step.operator, Some(Operator::Hop | Operator::Own | Operator::Foe));
            let leaps = straight_leap(&path[0].unit);
            if let (1, Base::Atom(atom), true, true) = (i, &step.unit.base, step.letters.is_empty(), leaps && !hops) {
                let span = step.unit.span.clone();
                if let Some(warning) = king_goes_straight_on(atom, span, Dialect::Extended) {
                    self.findings.push(warning);
                }
            }
            let next = path.get(i + 1).and_then(|next| next.operator);
            let mut landing = context.landing;
            if let Some(over) = self.pass(&mut units, step, next, context)? {
                ended.extend(self.product(&drafts, &over, &step.unit)?);
                landing = Landing::new(landing.modes & Modes::MOVE);
            }
            if let Some(at) = step.equal {
                self.equal_length(&mut units, at)?;
            }
            if let Some(next) = next {
                if next == Operator::Split {
                    self.split(&mut units, &step.unit)?;
                }
                for unit in &mut units {
                    close(unit, joint(next, landing));
                }
            }
            drafts = self.product(&drafts, &units, &step.unit)?;
        }
        drafts.extend(ended);
        Ok(drafts)
    }

    /// Applies `j g p` of a later unit (E18). With `p` the units stay those that pass nothing and do not capture, and
    /// what comes back are those that capture over one piece, which end the move.
    fn pass(
        &mut self,
        units: &mut Vec<Draft>,
        step: &Step,
        next: Option<Operator>,
        context: &Context,
    ) -> Result<Option<Vec<Draft>>, Failed> {
        let hops: Vec<Modifier> = step.manner.iter().copied().filter(|m| m.0 != 'n').collect();
        let Some(&(c, at)) = hops.first() else { return Ok(None) };
        let mut refuse = |code, message: &str, remedy: &str| {
            self.findings.error(code, at..at + 1, message, remedy);
            Err(Failed)
        };
        let any = c == 'j' && hops.len() == 2 && hops[1].0 == 'j';
        if (hops.len() > 1 && !any) || step.manner.iter().any(|m| m.0 == 'n') {
            return refuse(Code::Conflict, "`n`, `j`, `g` and `p` exclude each other", "keep one of them");
        }
        let single = |draft: &Draft| matches!(draft[..], [DraftLink { part: DraftPart::Leg(..), .. }]);
        if !units.iter().all(single) {
            let message = format!("`{c}` says how one leap or ride goes, and this is a longer path");
            return refuse(Code::Misplaced, &message, "write it before a capital");
        }
        if c == 'p' && (context.inside || !matches!(next, None | Some(Operator::Then))) {
            let message = "after `p` the move ends or may stop, because it says for both whether it captures";
            return refuse(Code::Misplaced, message, "write `j` to pass a piece here, or leave it out");
        }
        let pass = |units: &[Draft], onto: bool| -> Option<Vec<Draft>> {
            let over = |unit: &Draft| {
                let mut unit = unit.clone();
                if let Some(DraftLink { part: DraftPart::Leg(leg, courses), .. }) = unit.first_mut() {
                    hop(leg, courses, onto)?;
                }
                Some(unit)
            };
            units.iter().map(over).collect()
        };
        let hopped = match c {
            _ if any => {
                for link in units.iter_mut().flatten() {
                    if let DraftPart::Leg(leg, _) = &mut link.part {
                        leg.pass = Pass::Any;
                    }
                }
                return Ok(None);
            }
            c => pass(units, c == 'g'),
        };
        let Some(mut hopped) = hopped else {
            let message = "this never has a move: a piece must be passed, and a single step has no square for it";
            return refuse(Code::NoSteps, message, "give it a longer leap or a ride");
        };
        if c != 'p' {
            *units = hopped;
            return Ok(None);
        }
        let modes = context.landing.modes;
        hopped.iter_mut().for_each(|unit| close(unit, Joint::end(Landing::CAPTURE)));
        hopped.retain(|_| modes.contains(Modes::CAPTURE));
        if next.is_none() {
            units.iter_mut().for_each(|unit| close(unit, Joint::end(Landing::MOVE)));
            units.retain(|_| modes.contains(Modes::MOVE));
        }
        for link in units.iter_mut().flatten() {
            if let DraftPart::Leg(leg, _) = &mut link.part
                && !leg.is_ride()
            {
                leg.footing = Footing::Clear;
            }
        }
        Ok(Some(hopped))
    }

    /// `e` before a unit (E7).
    fn equal_length(&mut self, units: &mut [Draft], at: usize) -> Result<(), Failed> {
        for unit in units {
            let [DraftLink { part: DraftPart::Leg(leg, _), .. }] = &mut unit[..] else {
                let message = "`e` needs one leap or ride after it, and this is a longer path";
                self.findings.error(
                    Code::Misplaced,
                    at..at + 1,
                    message,
                    "write it before a capital, for example `ebR`",
                );
                return Err(Failed);
            };
            leg.span = Span::SameKingSteps;
        }
        Ok(())
    }

    /// `y` after a unit (E3).
    fn split(&mut self, units: &mut [Draft], unit: &Unit) -> Result<(), Failed> {
        for draft in units {
            match draft.last_mut() {
                Some(DraftLink { part: DraftPart::Leg(leg, _), .. }) if leg.is_ride() && leg.count.min == 1 => {
                    leg.pass = Pass::UpToPiece
                }
                _ => {
                    let message = "`y` splits a ride before the first piece on its way, and this is no ride of one atom that may end anywhere";
                    let remedy = "write a ride before `y`, for example `RyK`, or another operator";
                    self.findings.error(Code::Misplaced, unit.span.clone(), message, remedy);
                    return Err(Failed);
                }
            }
        }
        Ok(())
    }

    /// Every draft followed by every unit.
    fn product(&mut self, drafts: &[Draft], units: &[Draft], at: &Unit) -> Result<Vec<Draft>, Failed> {
        let mut all = Vec::new();
        let mut legs = 0;
        for draft in drafts {
            for unit in units {
                let joined: Draft = draft.iter().chain(unit).cloned().collect();
                let own = weight(&joined);
                legs += own;
                let (given, limit, what) = if own > LEGS_LIMIT {
                    (own, LEGS_LIMIT, "legs, repetitions written out")
                } else if legs > TOTAL_LIMIT {
                    (legs, TOTAL_LIMIT, "legs in all its alternatives, written out")
                } else {
                    (all.len() + 1, ALTERNATIVES_LIMIT, "alternatives, written out")
                };
                if given > limit {
                    let message = format!("this path has {given} or more {what}; the limit is {limit}");
                    let remedy = "use smaller exponents or fewer alternatives";
                    self.findings.error(Code::TooLarge, at.span.clone(), message, remedy);
                    return Err(Failed);
                }
                all.push(joined);
            }
        }
        Ok(all)
    }

    fn unit(&mut self, unit: &Unit, entry: &Entry, context: &Context) -> Result<Vec<Draft>, Failed> {
        let Some(exponent) = &unit.exponent else { return self.once(&unit.base, entry, context) };
        self.check_letters(&exponent.letters, kinds(&unit.base))?;
        if let Base::Atom(atom) = &unit.base {
            if let Some(count) = straight(atom, Some(exponent)) {
                return Ok(vec![leg(atom, entry, count, None, context)]);
            }
            let letters: Vec<char> = exponent.letters.iter().map(|m| m.0).collect();
            if let Some(count) = along_the_way(atom, exponent).filter(|_| turns_one_way(atom, &letters)) {
                return Ok(vec![leg(atom, entry, count, Some(letters), context)]);
            }
        }
        self.repeat(unit, exponent, entry, context)
    }

    /// A unit without its exponent.
    fn once(&mut self, base: &Base, entry: &Entry, context: &Context) -> Result<Vec<Draft>, Failed> {
        let terms = match base {
            Base::Atom(atom) => {
                let count = if atom.rides { Count::UNLIMITED } else { Count::ONCE };
                return Ok(vec![leg(atom, entry, count, None, context)]);
            }
            Base::Group(terms) => terms,
        };
        let mut alternatives = Vec::new();
        for term in terms {
            if let Some(&(c, at)) = term.prefixes.iter().find(|m| !DIRECTIONS.contains(m.0)) {
                let message = format!("`{c}` stands only before a whole path, and this group is a part of one");
                let remedy = "write it before the first unit of the whole path";
                self.findings.error(Code::Misplaced, at..at + 1, message, remedy);
                return Err(Failed);
            }
            let entry = entry.with(&term.prefixes);
            let place = term.prefixes.first().map_or(term.span.start, |m| m.1);
            for letters in [&entry.start, &entry.on].into_iter().flatten() {
                let letters: Vec<Modifier> = letters.iter().map(|&c| (c, place)).collect();
                self.check_letters(&letters, kinds(&term.path[0].unit.base))?;
            }
            alternatives.extend(self.path(&term.path, &entry, &Context { inside: true, ..*context })?);
        }
        Ok(if are_distinct(terms) { merged(alternatives) } else { alternatives })
    }

    /// Copies of a unit with an operator between them (E5).
    fn repeat(
        &mut self,
        unit: &Unit,
        exponent: &Exponent,
        entry: &Entry,
        context: &Context,
    ) -> Result<Vec<Draft>, Failed> {
        let operator = exponent.operator.unwrap_or(Operator::Then);
        let ends_early = operator == Operator::Then || exponent.number.is_none();
        // At the `t` between copies the unit may end, and then what follows the unit applies (E3).
        let between = match operator {
            Operator::Then => Joint::on(Transit::EMPTY),
            operator => joint(operator, context.landing),
        };
        let turn = Entry { replaces: true, ..Entry::later(&exponent.letters) };
        if exponent.number == Some(1) {
            return self.once(&unit.base, entry, context);
        }
        let copies = |max: Option<u16>| Count { min: if ends_early { 1 } else { max.unwrap_or(1) }, max };
        let group = |body: &Draft, max: Option<u16>| -> Draft {
            if max == Some(1) {
                return body.clone();
            }
            let group = Group { body: Chain::default(), count: copies(max), between, frozen: false };
            vec![DraftLink { part: DraftPart::Group(group, body.clone()), joint: Joint::NONE }]
        };
        // Letters inside the group are those of its first copy alone.
        let has_own = !entry.replaces && turns_inside(&unit.base);
        let is_same = |on: &Vec<char>| !has_own && with_default(on) == with_default(turn.on.as_deref().unwrap_or(&[]));
        let same = entry.on.as_ref().is_none_or(is_same);
        let entered = Entry { start: entry.start.clone(), ..turn.clone() };
        let rest = self.once(&unit.base, &turn, context)?;
        // With a limit, a group of alternatives is written out.
        let chooses = exponent.number.is_none();
        if same && (rest.len() == 1 || chooses) {
            let bodies =
                self.once(&unit.base, &if entry.start.is_some() { entered } else { entry.clone() }, context)?;
            return Ok(vec![group(&choice(&bodies), exponent.number)]);
        }
        let firsts = self.once(&unit.base, entry, context)?;
        let mut all = Vec::new();
        if rest.len() == 1 || chooses {
            let rest = group(&choice(&rest), exponent.number.map(|n| n - 1));
            for mut first in firsts {
                if ends_early {
                    all.push(first.clone());
                }
                close(&mut first, between);
                all.extend(self.product(&[first], std::slice::from_ref(&rest), unit)?);
            }
            return Ok(all);
        }
        let number = exponent.number.unwrap_or(1);
        let mut written_out = firsts;
        for copy in 1..=number {
            if ends_early || copy == number {
                all.extend(written_out.iter().cloned());
            }
            if copy < number {
                written_out.iter_mut().for_each(|draft| close(draft, between));
                written_out = self.product(&written_out, &rest, unit)?;
            }
        }
        if all.len() > ALTERNATIVES_LIMIT {
            let message = format!("this unit has more than {ALTERNATIVES_LIMIT} alternatives, written out");
            self.findings.error(Code::TooLarge, unit.span.clone(), message, "use a smaller exponent");
            return Err(Failed);
        }
        Ok(all)
    }

    /// Refuses an `h` that halves nothing on one of these kinds of atom (oblique or not).
    fn check_letters(&mut self, letters: &[Modifier], kinds: &[bool]) -> Result<(), Failed> {
        let chars: Vec<char> = letters.iter().map(|m| m.0).collect();
        let Some(dangling) = kinds.iter().find_map(|&oblique| groups(&chars, oblique).err()) else { return Ok(()) };
        let at = letters[dangling.0].1;
        self.findings.push(halves_nothing(at..at + 1));
        Err(Failed)
    }

    /// Collects the meaning of prefixes.
    fn prefix_set(&mut self, prefixes: &[Modifier]) -> Result<PrefixSet, Failed> {
        let letters: Vec<Modifier> = prefixes.iter().copied().filter(|m| DIRECTIONS.contains(m.0)).collect();
        let place = |c: char| prefixes.iter().find(|m| m.0 == c).map(|m| m.1);
        let has = |c: char| place(c).is_some();
        let mut seen_j = 0;
        for (i, &(c, at)) in prefixes.iter().enumerate() {
            let repeated = !DIRECTIONS.contains(c) && prefixes[..i].iter().any(|m| m.0 == c);
            seen_j += usize::from(c == 'j');
            if repeated && (c != 'j' || seen_j > 2) {
                let remedy = match c {
                    'p' => "write it once, or `jj` if any number of pieces may be passed",
                    _ => "write it once",
                };
                self.findings.warning(Code::NoEffect, at..at + 1, format!("`{c}` is said twice"), remedy);
            }
        }
        let excluded = [('p', 'g'), ('p', 'j'), ('g', 'j'), ('z', 'q')];
        if let Some(&(x, y)) = excluded.iter().find(|(x, y)| has(*x) && has(*y)) {
            let at = place(x).max(place(y)).unwrap_or(0);
            let message = format!("`{x}` and `{y}` exclude each other");
            self.findings.error(Code::Conflict, at..at + 1, message, "keep one of them");
            return Err(Failed);
        }
        self.piece.royal |= has('k');
        Ok(PrefixSet {
            letters,
            moves: has('m'),
            captures: has('c'),
            lame: place('n'),
            cylinder: has('o'),
            condition: if has('i') { Condition::UNMOVED } else { Condition::empty() },
            hop: match (has('p'), has('g'), seen_j) {
                (true, _, _) => Some(Hop::Cannon),
                (_, true, _) => Some(Hop::Behind),
                (_, _, 0) => None,
                (_, _, 1) => Some(Hop::One),
                _ => Some(Hop::Any),
            },
            bend: if has('z') { Some(Bend::Zigzag) } else { has('q').then_some(Bend::Circle) },
            route: prefixes.iter().copied().find(|m| "jpgzq".contains(m.0)),
        })
    }
}

/// Whether a unit is one leap.
fn straight_leap(unit: &Unit) -> bool {
    matches!(&unit.base, Base::Atom(atom) if straight(atom, unit.exponent.as_ref()) == Some(Count::ONCE))
}

/// The first step of a straight ride has the direction of the whole path, so first steps are chosen as for a single
/// capital. A ride that cannot go in the chosen directions has none.
fn by_first_steps(m: Move) -> Vec<Move> {
    let straight = |m: &Move| Single::find(m).filter(|s| s.bend.is_none());
    let parts = Piece::of(vec![m]).moves.into_iter().filter_map(|m| match straight(&m) {
        None => Some(m),
        Some(mut single) => {
            single.firsts.retain(|&v| v == Vector::ZERO || m.sectors.contains(v));
            let chain = single.lower().filter(|_| !single.firsts.is_empty())?.chain;
            Some(Move { chain, sectors: Sectors::ALL, ..m })
        }
    });
    parts.collect()
}

impl PrefixSet {
    fn groups(&self, oblique: bool) -> Vec<direction::LetterGroup> {
        let letters: Vec<char> = self.letters.iter().map(|m| m.0).collect();
        groups(&letters, oblique).unwrap_or_default()
    }

    /// The directions of the overall displacement (E2).
    fn sectors(&self) -> Sectors {
        if self.letters.is_empty() {
            return Sectors::ALL;
        }
        let kinds = [((1, 0), false), ((1, 1), false), ((2, 1), true)];
        let chosen = kinds
            .into_iter()
            .flat_map(|((a, b), oblique)| select(&self.groups(oblique), &orbit(a, b), Vector::FORWARD));
        Sectors(chosen.filter_map(Sectors::of).fold(0, |bits, s| bits | s.0))
    }
}

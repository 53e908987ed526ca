//! Brackets: `[A-B]`, where B is mandatory, and `[A?B]`, where the move may end after A.

use super::atom::Atom;
use super::leg::{self, LegPosition};
use super::modifiers::{Directions, Modifiers};
use super::term::has_steps;
use super::{Flavor, LEG_LIMIT, MOVE_LIMIT, PATH_LIMIT, Reader};
use crate::{Code, letters};
use betza_ir::draft::{Courses, Draft, DraftLink, DraftPart, resolve};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::sorted::distinct;
use betza_ir::{Course, Joint, Leg, Move};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The letters that may stand before a bracket, directions aside.
const OUTER: &str = "mcdektino";

/// A leg between brackets.
struct Member {
    modifiers: Modifiers,
    atom: Atom,
    /// The move may end after it (`?`), though others follow.
    may_stop: bool,
}

impl Member {
    /// Passing the square where it ends has another rule than ending a move there.
    fn splits(&self) -> bool {
        self.may_stop && self.modifiers.has_any("pg")
    }
}

/// The steps of a path, one of each leg.
pub(super) type Path = Vec<Vector>;

impl Reader<'_> {
    /// Reads a bracket and the letters before it; the cursor stands before `[`.
    pub(super) fn bracket(&mut self, prefix: &str, start: usize) -> Option<()> {
        let opened = self.cursor.offset();
        self.cursor.bump();
        let known = self.found.len();
        let members = self.members(opened)?;
        let span = self.cursor.since(start);
        if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
            let place = self.cursor.here();
            self.error(
                Code::BadRange,
                place,
                "a bracket takes no number",
                "write the number behind a capital inside of it",
            );
            return None;
        }
        if let Some(i) = prefix.find('a') {
            let message = "`a` parts the letters of several legs, and a bracket joins its own";
            self.error(Code::Misplaced, start + i..start + i + 1, message, "write the leg inside of the bracket");
            return Some(());
        }
        let outer = Modifiers::of_leg(prefix, start, &mut self.found);
        self.only(
            &outer,
            OUTER,
            "a bracket",
            "write it before a capital inside of the bracket; m c d e k t i n o and directions may stand before `[`",
        );
        let Some(members) = self.agree(members, &outer) else { return Some(()) };
        if self.has_errors_since(known) {
            return Some(());
        }
        if self.flavor == Flavor::Fsf {
            self.warn_bracket(&members.iter().map(|m| (&m.atom, &m.modifiers)).collect::<Vec<_>>(), span.clone());
        }
        self.walk_members(&members, &outer, span);
        Some(())
    }

    /// The legs between `[` and `]`.
    fn members(&mut self, opened: usize) -> Option<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        loop {
            let start = self.cursor.offset();
            let prefix = self.cursor.eat_while(|c| c.is_ascii_lowercase());
            self.know(prefix, start)?;
            if let Some(i) = prefix.find('a') {
                let message = "`a` parts the legs of one atom, and inside of brackets - and ? do";
                self.error(
                    Code::Misplaced,
                    start + i..start + i + 1,
                    message,
                    "write each leg with its capital: [W-rW]",
                );
                return None;
            }
            match self.cursor.peek() {
                Some(c) if c.is_ascii_uppercase() => {}
                Some(']') if prefix.is_empty() && members.is_empty() => {
                    self.cursor.bump();
                    let span = self.cursor.since(opened);
                    self.error(
                        Code::Empty,
                        span,
                        "the bracket is empty",
                        "write legs joined by - or ?, for example [F?R]",
                    );
                    return None;
                }
                _ => return self.no_leg(prefix, start, opened, members.is_empty()),
            }
            let modifiers = Modifiers::of_leg(prefix, start, &mut self.found);
            let atom = self.atom()?;
            members.push(Member { modifiers, atom, may_stop: false });
            if members.len() > LEG_LIMIT {
                let message = format!("the bracket has more than {LEG_LIMIT} legs, the limit");
                self.error(Code::TooLarge, self.cursor.since(opened), message, "write fewer legs");
                return None;
            }
            match self.cursor.peek() {
                Some('-') => {}
                Some('?') => members.last_mut()?.may_stop = true,
                Some(']') => {
                    self.cursor.bump();
                    if members.len() == 1 {
                        let span = self.cursor.since(opened);
                        self.error(
                            Code::DanglingOperator,
                            span,
                            "a bracket joins legs, and this one has a single one",
                            "leave the bracket out, or add a leg after - or ?",
                        );
                        return None;
                    }
                    return Some(members);
                }
                None => {
                    self.unclosed(opened);
                    return None;
                }
                Some(c) if c.is_ascii_alphabetic() => {
                    let place = self.cursor.here();
                    self.error(
                        Code::OtherDialect,
                        place,
                        "a bracket without - or ? between its atoms belongs to `betza` and `bex`",
                        "write [A-B] if B must follow A, [A?B] if the move may end after A",
                    );
                    return None;
                }
                Some(c) => {
                    self.foreign(c);
                    return None;
                }
            }
            self.cursor.bump();
        }
    }

    /// Something else stands where a leg should.
    fn no_leg(&mut self, prefix: &str, start: usize, opened: usize, first: bool) -> Option<Vec<Member>> {
        let place = self.cursor.here();
        match self.cursor.peek() {
            None if prefix.is_empty() && first => self.unclosed(opened),
            Some('[') => self.error(
                Code::Misplaced,
                place,
                "brackets do not stand inside of brackets",
                "write the legs in one bracket",
            ),
            Some('@') => self.error(Code::Misplaced, place, "a drop is no leg", "write it outside of the bracket"),
            None | Some('-' | '?' | ']') if !prefix.is_empty() => self.error(
                Code::DanglingModifier,
                start..start + prefix.len(),
                format!("nothing follows the letters `{prefix}`"),
                "write the capital that they belong to",
            ),
            None | Some('-' | '?' | ']') => {
                let operator = if first { place } else { start - 1..start };
                self.error(
                    Code::DanglingOperator,
                    operator,
                    "a leg is missing beside - or ?",
                    "write a leg on both sides, for example [F?R]",
                );
            }
            Some(c) => self.foreign(c),
        }
        None
    }

    fn unclosed(&mut self, opened: usize) {
        self.error(Code::Unclosed, opened..opened + 1, "the bracket is not closed", "write `]` after its last leg");
    }

    /// Gives `n` and `o` before the bracket to every leg, and checks the letters of each.
    fn agree(&mut self, mut members: Vec<Member>, outer: &Modifiers) -> Option<Vec<Member>> {
        let count = members.len();
        for (i, member) in members.iter_mut().enumerate() {
            let ends = i + 1 == count || member.may_stop;
            let place = LegPosition { first: i == 0, last: ends, alone: false, exchanges: 0 };
            // What a move that ends here cannot pass, one that goes on may pass.
            let spoken = if member.splits() { LegPosition { last: i + 1 == count, ..place } } else { place };
            leg::no_effects(&member.atom, &member.modifiers, spoken, self.flavor, &mut self.found);
            for c in ['n', 'o'] {
                if outer.has(c) && member.modifiers.has(c) {
                    let message = format!("`{c}` stands before the bracket and inside of it");
                    self.error(Code::Conflict, outer.place(c), message, "write it in one of the two places");
                } else if outer.has(c) {
                    member.modifiers.add(c, outer.times(c), outer.place(c));
                }
            }
            leg::check(&member.atom, &member.modifiers, place, self.flavor, &mut self.found);
            self.found.extend(leg::asks_twice(&member.atom, &member.modifiers, place));
            let directions = &member.modifiers.directions;
            if member.atom.is_universal() && !directions.is_empty() {
                let message = "`U` has no directions in a bracket";
                self.error(Code::Misplaced, directions.span.clone(), message, "leave the letters out");
            }
        }
        if members.iter().any(|m| m.atom.is_universal()) && !outer.directions.is_empty() {
            let message = "directions before a bracket choose among paths, and `U` has none";
            self.error(Code::Misplaced, outer.directions.span.clone(), message, "leave the letters out");
        }
        let first = &members.first()?.modifiers;
        if outer.has('i') && first.has('i') {
            self.error(
                Code::Conflict,
                first.place('i'),
                "`i` stands before the bracket and inside of it",
                "write it in one of the two places",
            );
        }
        if outer.has('k') && outer.has('t') {
            self.error(Code::Conflict, outer.place('t'), "`k` and `t` exclude each other", "write one of them");
        }
        Some(members)
    }

    fn walk_members(&mut self, members: &[Member], outer: &Modifiers, span: std::ops::Range<usize>) {
        let free: Vec<Courses> = members.iter().enumerate().map(|(i, m)| self.courses_of(m, i == 0)).collect();
        let choices = if outer.directions.is_empty() {
            vec![free]
        } else {
            match chosen_paths(&free, &outer.directions, &members[0].atom.sets(self.flavor == Flavor::Fsf)) {
                Some(paths) if paths.is_empty() => {
                    self.error(
                        Code::NoSteps,
                        outer.directions.span.clone(),
                        "the directions before the bracket leave no path",
                        "choose others, or leave them out",
                    );
                    return;
                }
                // A leg that ends a move differently from how it continues makes moves of its own, and then so does
                // every path.
                Some(paths) if members.iter().any(Member::splits) => paths.iter().map(of_path).collect(),
                Some(paths) => constrained(&paths),
                None => {
                    let message = format!("the bracket has more than {PATH_LIMIT} paths to choose from, the limit");
                    self.error(Code::TooLarge, span, message, "write the directions on the legs");
                    return;
                }
            }
        };
        for courses in choices {
            let Some(drafts) = self.drafts(members, outer, &courses) else {
                let message = format!("its legs can be combined in more than {MOVE_LIMIT} ways, the limit");
                self.error(Code::TooLarge, span, message, "write fewer of m with y and p with g");
                return;
            };
            for draft in drafts {
                let mut m = Move::new(resolve(&draft));
                if !has_steps(&m.chain) {
                    self.error(
                        Code::NoSteps,
                        span.clone(),
                        "the direction letters leave no step",
                        "hr and hl choose among the eight steps of an oblique atom: leave them out of others",
                    );
                    return;
                }
                let mover = if outer.has('i') { outer } else { &members[0].modifiers };
                m.condition = leg::condition(mover, self.flavor);
                self.push(m);
            }
        }
    }

    fn courses_of(&self, member: &Member, first: bool) -> Courses {
        if member.atom.is_universal() {
            leg::no_courses()
        } else if first {
            leg::courses(&member.atom, &member.modifiers, self.flavor == Flavor::Fsf, letters::all)
        } else {
            leg::courses(&member.atom, &member.modifiers, false, letters::ahead)
        }
    }

    /// The chains of the legs: one, unless a leg can continue in several ways, or ends a move differently from how it
    /// continues.
    fn drafts(&self, members: &[Member], outer: &Modifiers, courses: &[Courses]) -> Option<Vec<Draft>> {
        let mut complete = Vec::new();
        let mut growing: Vec<(Draft, usize)> = vec![(Draft::new(), 0)];
        for (i, (member, courses)) in members.iter().zip(courses).enumerate() {
            let last = i + 1 == members.len();
            let link = |last: bool, exchanges: usize, joint: Joint| {
                let place = LegPosition { first: i == 0, last, alone: false, exchanges };
                let leg: Leg = leg::walked(&member.atom, &member.modifiers, place, self.flavor);
                DraftLink { part: DraftPart::Leg(leg, courses.clone()), joint }
            };
            let landing = leg::landing_within(&member.modifiers, outer, last);
            let splits = member.splits();
            let mut grown = Vec::new();
            for (draft, exchanges) in growing {
                let longer = |link: DraftLink| [draft.clone(), vec![link]].concat();
                if last || splits {
                    complete.push(longer(link(true, exchanges, Joint::end(landing))));
                }
                if last {
                    continue;
                }
                for onward in leg::onward(&member.modifiers) {
                    let stop = (member.may_stop && !splits).then_some(landing);
                    let joint = Joint { onward: onward.transit, stop };
                    grown.push((longer(link(false, exchanges, joint)), exchanges + usize::from(onward.exchanges)));
                }
            }
            growing = grown;
            if growing.len() + complete.len() > MOVE_LIMIT {
                return None;
            }
        }
        Some(complete)
    }
}

/// The paths whose sum the directions choose (docs/notation/xbetza.md); `None` if there are too many to look at. A path
/// whose steps sum to nothing is judged by its first one (S4).
fn chosen_paths(legs: &[Courses], directions: &Directions, first: &[Vec<Vector>]) -> Option<Vec<Path>> {
    let mut paths: Vec<Path> = vec![Vec::new()];
    for courses in legs {
        let steps = |path: &Path| distinct(courses(path.last().copied()).into_iter().map(|c| c.0[0]));
        let longer = |path: &Path| {
            let path = path.clone();
            steps(&path).into_iter().map(move |v| [&path[..], &[v]].concat()).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).take(PATH_LIMIT + 1).collect();
        if paths.len() > PATH_LIMIT {
            return None;
        }
    }
    paths.retain(|path| chooses(directions, path, first));
    Some(paths)
}

/// By what directions before a bracket judge a path: by its sum, or if that is nothing, by its first step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Judged {
    Sum(Vector),
    First(Vector),
}

/// By what directions before a bracket judge this path (S4).
pub(super) fn judged(path: &Path) -> Judged {
    let sum = path.iter().fold(Vector::ZERO, |sum, &v| sum + v);
    if sum == Vector::ZERO { Judged::First(path[0]) } else { Judged::Sum(sum) }
}

/// Whether directions before a bracket choose a path whose first step is in one of these sets.
pub(super) fn chooses(directions: &Directions, path: &Path, first: &[Vec<Vector>]) -> bool {
    let chosen = |set: &[Vector], v: Vector| directions.choose(set, Vector::FORWARD, letters::all).contains(&v);
    match judged(path) {
        Judged::First(step) => first.iter().any(|set| chosen(set, step)),
        Judged::Sum(sum) => chosen(&orbit(sum.size().0, sum.size().1), sum),
    }
}

/// Courses that take exactly these paths. One chain is enough if each leg depends only on the step before; otherwise
/// each path is a chain.
fn constrained(paths: &[Path]) -> Vec<Vec<Courses>> {
    let together = tables(paths);
    if count_paths(&together) == paths.len() {
        return vec![together.into_iter().map(from_table).collect()];
    }
    paths.iter().map(of_path).collect()
}

fn of_path(path: &Path) -> Vec<Courses> {
    tables(std::slice::from_ref(path)).into_iter().map(from_table).collect()
}

/// What may follow each heading, for each leg.
type Table = BTreeMap<Option<Vector>, BTreeSet<Vector>>;

fn tables(paths: &[Path]) -> Vec<Table> {
    let mut tables = vec![Table::new(); paths.first().map_or(0, Vec::len)];
    for path in paths {
        let mut heading = None;
        for (table, &v) in tables.iter_mut().zip(path) {
            table.entry(heading).or_default().insert(v);
            heading = Some(v);
        }
    }
    tables
}

/// How many paths the tables allow.
fn count_paths(tables: &[Table]) -> usize {
    let mut ways = BTreeMap::from([(None, 1)]);
    for table in tables {
        let mut next: BTreeMap<Option<Vector>, usize> = BTreeMap::new();
        for (heading, count) in ways {
            for &v in table.get(&heading).into_iter().flatten() {
                *next.entry(Some(v)).or_default() += count;
            }
        }
        ways = next;
    }
    ways.values().sum()
}

fn from_table(table: Table) -> Courses {
    Rc::new(move |heading| table.get(&heading).into_iter().flatten().copied().map(Course::straight).collect())
}

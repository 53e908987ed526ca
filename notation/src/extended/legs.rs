//! The legs of a path as drafts, and what holds between them.

use super::syntax::{Base, Exponent, Modifier, Operator, Step, Term};
use super::{groups, is_oblique};
use crate::atoms::Atom;
use crate::letters::{self, Unlettered};
use betza_ir::draft::{Courses, Draft, DraftLink, DraftPart};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{Count, Course, Footing, Joint, Landing, Leg, Pass, Steps, Transit, Wrap};
use std::rc::Rc;

/// The letters by which the first leg of a unit is entered.
#[derive(Clone)]
pub(super) struct Entry {
    /// The letters at the start of a move, if it can be entered there; none: all directions.
    pub(super) start: Option<Vec<char>>,
    /// The letters in a heading, if it can be entered in one; none: straight on.
    pub(super) on: Option<Vec<char>>,
    /// The letters `on` replace those inside a group (docs/notation, E5).
    pub(super) replaces: bool,
}

impl Entry {
    pub(super) fn later(letters: &[Modifier]) -> Entry {
        Entry { start: None, on: Some(letters.iter().map(|m| m.0).collect()), replaces: false }
    }

    /// Adds the letters inside a group behind those before it.
    pub(super) fn with(&self, own: &[Modifier]) -> Entry {
        let add = |letters: &Vec<char>| letters.iter().copied().chain(own.iter().map(|m| m.0)).collect();
        Entry {
            start: self.start.as_ref().map(add),
            on: if self.replaces { self.on.clone() } else { self.on.as_ref().map(add) },
            replaces: self.replaces,
        }
    }
}

/// What holds of all legs of a path.
pub(super) struct Context {
    pub(super) landing: Landing,
    /// The path is part of a group.
    pub(super) inside: bool,
    pub(super) lame: bool,
    pub(super) wrap: Wrap,
}

/// Which kinds of atom a unit has: whether they are oblique. `K` and `Q` are not (E1a).
pub(super) fn kinds(base: &Base) -> &'static [bool] {
    match base {
        Base::Atom(atom) if atom.sizes.iter().all(|&size| is_oblique(size)) => &[true],
        Base::Atom(_) => &[false],
        Base::Group(_) => &[false, true],
    }
}

/// Whether the first leg of a group has direction letters of its own.
pub(super) fn turns_inside(base: &Base) -> bool {
    match base {
        Base::Atom(_) => false,
        Base::Group(terms) => {
            terms.iter().any(|term| !term.prefixes.is_empty() || turns_inside(&term.path[0].unit.base))
        }
    }
}

/// Letters in a heading, with the default written out.
pub(super) fn with_default(letters: &[char]) -> &[char] {
    if letters.is_empty() { &['f'] } else { letters }
}

/// How many steps an atom takes, if its exponent makes it a straight leap or ride.
pub(super) fn straight(atom: &Atom, exponent: Option<&Exponent>) -> Option<Count> {
    match exponent {
        None if atom.rides => Some(Count::UNLIMITED),
        None => Some(Count::ONCE),
        Some(Exponent { operator: None, letters, number, .. }) if letters.is_empty() => {
            Some(Count { min: 1, max: *number })
        }
        Some(exponent) => along_the_way(atom, exponent).filter(|_| exponent.letters.is_empty()),
    }
}

/// How many steps an atom takes, if its exponent makes it one leap or ride through empty squares, straight or bent.
pub(super) fn along_the_way(atom: &Atom, exponent: &Exponent) -> Option<Count> {
    match exponent.operator.unwrap_or(Operator::Then) {
        Operator::Then if !atom.rides => Some(Count { min: 1, max: exponent.number }),
        Operator::Block if !atom.rides => Some(exponent.number.map_or(Count::UNLIMITED, Count::exactly)),
        _ => None,
    }
}

pub(super) fn joint(operator: Operator, landing: Landing) -> Joint {
    match operator {
        Operator::Then => Joint::on_or_stop(Transit::EMPTY, landing),
        Operator::Block | Operator::Split => Joint::on(Transit::EMPTY),
        Operator::Hop => Joint::on(Transit::OCCUPIED),
        Operator::Own => Joint::on(Transit::FRIEND),
        Operator::Foe => Joint::on(Transit::FOE),
        Operator::Capture => Joint::on(Transit::TAKE_FOE),
        Operator::Destroy => Joint::on(Transit::TAKE_ANY),
    }
}

pub(super) fn close(draft: &mut Draft, joint: Joint) {
    if let Some(last) = draft.last_mut() {
        last.joint = joint;
    }
}

/// Whether a link, or one inside it, is a leg whose leaps can be blocked.
pub(super) fn is_lame(link: &DraftLink) -> bool {
    match &link.part {
        DraftPart::Leg(leg, _) => leg.footing == Footing::Clear,
        DraftPart::Group(_, body) => body.iter().any(is_lame),
        DraftPart::Choice(drafts) => drafts.iter().flatten().any(is_lame),
        DraftPart::Effect(..) => false,
    }
}

/// Makes a leg pass exactly one piece, with `onto` right before its end. `None` if it has no square for one.
pub(super) fn hop(leg: &mut Leg, courses: &Courses, onto: bool) -> Option<()> {
    if leg.is_ride() {
        // Within two squares the piece that is passed stands right before the end anyway.
        leg.pass = if onto && leg.count.max != Some(2) { Pass::HopOnto } else { Pass::Hop };
        return Some(());
    }
    let longest = orbit(1, 0).iter().chain(&orbit(1, 1)).flat_map(|&v| courses(Some(v))).map(|c| c.0[0].size().0).max();
    leg.footing = match longest? {
        0 | 1 => return None,
        3.. if onto => Footing::HurdleAtEnd,
        _ => Footing::Hurdle,
    };
    Some(())
}

/// How many legs a draft has, limited repetitions written out.
pub(super) fn weight(draft: &[DraftLink]) -> usize {
    let of = |link: &DraftLink| match &link.part {
        DraftPart::Group(group, body) => usize::from(group.count.max.unwrap_or(1)).saturating_mul(weight(body)),
        DraftPart::Choice(drafts) => drafts.iter().map(|draft| weight(draft)).fold(0, usize::saturating_add),
        _ => 1,
    };
    draft.iter().map(of).fold(0, usize::saturating_add)
}

/// Whether terms are single straight units whose leaps all have different sizes.
pub(super) fn are_distinct(terms: &[Term]) -> bool {
    fn sizes(terms: &[Term]) -> Option<Vec<(u16, u16)>> {
        let mut all = Vec::new();
        for term in terms {
            let [Step { unit, .. }] = &term.path[..] else { return None };
            if unit.exponent.as_ref().is_some_and(|e| !e.letters.is_empty()) {
                return None;
            }
            match &unit.base {
                Base::Atom(atom) => all.extend(&atom.sizes),
                Base::Group(terms) => all.extend(sizes(terms)?),
            }
        }
        Some(all)
    }
    sizes(terms).is_some_and(|mut all| {
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        all.len() == count
    })
}

/// Alternatives that are single legs of one kind are one leg with all their courses.
pub(super) fn merged(alternatives: Vec<Draft>) -> Vec<Draft> {
    let parts: Option<Vec<(Leg, Courses)>> = alternatives
        .iter()
        .map(|draft| match &draft[..] {
            [DraftLink { part: DraftPart::Leg(leg, courses), .. }] => Some((leg.clone(), courses.clone())),
            _ => None,
        })
        .collect();
    let Some(parts) = parts.filter(|p| p.len() > 1 && p.iter().all(|(leg, _)| *leg == p[0].0)) else {
        return alternatives;
    };
    let leg = parts[0].0.clone();
    let courses: Courses = Rc::new(move |heading| parts.iter().flat_map(|(_, courses)| courses(heading)).collect());
    vec![vec![DraftLink { part: DraftPart::Leg(leg, courses), joint: Joint::NONE }]]
}

/// One draft for several alternatives; each copy of a repeated group chooses anew.
pub(super) fn choice(alternatives: &[Draft]) -> Draft {
    match alternatives {
        [only] => only.clone(),
        several => vec![DraftLink { part: DraftPart::Choice(several.to_vec()), joint: Joint::NONE }],
    }
}

/// The sets of vectors of a first leg: `K` and `Q` stand for their parts (D5).
fn first_sets(atom: &Atom) -> Vec<(Vec<Vector>, bool)> {
    atom.sizes.iter().map(|&size| (orbit(size.0, size.1), is_oblique(size))).collect()
}

/// The set of vectors of a later leg, and whether they are oblique: `K` and `Q` are one set of eight (D5).
fn later_set(atom: &Atom) -> (Vec<Vector>, bool) {
    (atom.sizes.iter().flat_map(|&(a, b)| orbit(a, b)).collect(), atom.sizes.iter().all(|&size| is_oblique(size)))
}

fn choose(
    letters: &[char],
    (set, oblique): &(Vec<Vector>, bool),
    unlettered: Unlettered,
    heading: Option<Vector>,
) -> Vec<Vector> {
    let groups = groups(letters, *oblique).unwrap_or_default();
    letters::chosen(&groups, std::slice::from_ref(set), unlettered, heading)
}

/// Whether these letters turn each of an atom's vectors to exactly one other.
pub(super) fn turns_one_way(atom: &Atom, letters: &[char]) -> bool {
    let later = later_set(atom);
    later.0.iter().all(|&v| choose(letters, &later, letters::ahead, Some(v)).len() == 1)
}

/// A leap or ride. With `turn` letters it bends by them at every step ([`turns_one_way`]).
pub(super) fn leg(atom: &Atom, entry: &Entry, count: Count, turn: Option<Vec<char>>, context: &Context) -> Draft {
    let (first, later) = (first_sets(atom), later_set(atom));
    let entry = entry.clone();
    let has_between = atom.sizes.iter().any(|s| s.0 > 1);
    let courses: Courses = Rc::new(move |heading| {
        let firsts: Vec<Vector> = match (&entry.start, heading) {
            (Some(letters), None) => first.iter().flat_map(|set| choose(letters, set, letters::all, None)).collect(),
            _ => choose(entry.on.as_deref().unwrap_or(&[]), &later, letters::ahead, heading),
        };
        let bent = |&first: &Vector| {
            let Some(letters) = turn.as_ref().filter(|_| count.max != Some(1)) else { return Course::straight(first) };
            let mut course = vec![first];
            loop {
                let next = choose(letters, &later, letters::ahead, course.last().copied());
                match next.first() {
                    Some(v) if !course.contains(v) => course.push(*v),
                    _ => return Course(course),
                }
            }
        };
        firsts.iter().map(bent).collect()
    });
    let leg = Leg {
        count,
        footing: if context.lame && has_between { Footing::Clear } else { Footing::Leap },
        wrap: if atom.sizes == [(0, 0)] { Wrap::None } else { context.wrap },
        ..Leg::leap(Steps::Turns(Vec::new()))
    };
    vec![DraftLink { part: DraftPart::Leg(leg, courses), joint: Joint::NONE }]
}

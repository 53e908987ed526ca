//! Chains whose directions are still to be resolved.
//!
//! The letters of a later leg depend on the heading in which it is entered, which depends on the legs before. A dialect
//! makes a [`Draft`], whose legs give their courses for any heading. [`resolve`] finds the headings that occur, going
//! round repeated groups until no new ones appear, and fills in [`Steps`].

use crate::geometry::{MAX_SIDE, Vector};
use crate::{Chain, Course, Effect, Group, Joint, Leg, Link, Part, Steps, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The courses that a leg may take, for each heading; `None` is the start of a move.
pub type Courses = Rc<dyn Fn(Option<Vector>) -> Vec<Course>>;

/// The headings in which something may be entered or left.
type Headings = BTreeSet<Option<Vector>>;

/// A chain whose directions are not resolved yet.
pub type Draft = Vec<DraftLink>;

/// A link of a [`Draft`].
#[derive(Clone)]
pub struct DraftLink {
    /// What is walked or done.
    pub part: DraftPart,
    /// What may follow.
    pub joint: Joint,
}

/// A part of a [`DraftLink`].
#[derive(Clone)]
pub enum DraftPart {
    /// A leg whose [`Steps`] come from the function; those in the leg are replaced unless they are [`Steps::Anywhere`].
    Leg(Leg, Courses),
    /// A repeated chain; the group's own body is replaced by the draft, resolved.
    Group(Group, Draft),
    /// One of several chains.
    Choice(Vec<Draft>),
    /// An effect; an eruption's fragments are replaced by the drafts, resolved.
    Effect(Effect, Vec<Draft>),
}

/// Resolves the directions of a chain that starts a move.
#[must_use]
pub fn resolve(draft: &[DraftLink]) -> Chain {
    resolve_from(draft, &Headings::from([None])).0
}

/// The chain, and the headings in which it can be left.
fn resolve_from(draft: &[DraftLink], start: &Headings) -> (Chain, Headings) {
    let mut headings = start.clone();
    let mut links = Vec::with_capacity(draft.len());
    for link in draft {
        let (part, left) = match &link.part {
            DraftPart::Leg(leg, courses) => {
                let mut leg = leg.clone();
                let left = resolve_leg(&mut leg, courses, &headings);
                (Part::Leg(leg), left)
            }
            DraftPart::Group(group, body) => {
                let (body, left) = resolve_group(body, group.frozen, &headings);
                (Part::Group(Group { body, ..group.clone() }), left)
            }
            DraftPart::Choice(drafts) => {
                let (chains, left): (_, Vec<Headings>) = drafts.iter().map(|d| resolve_from(d, &headings)).unzip();
                (Part::Choice(chains), left.into_iter().flatten().collect())
            }
            DraftPart::Effect(effect, fragments) => {
                let mut effect = effect.clone();
                if let Effect::Erupt { fragments: slot, .. } = &mut effect {
                    *slot = fragments.iter().map(|draft| resolve_from(draft, &headings).0).collect();
                }
                (Part::Effect(effect), headings.clone())
            }
        };
        headings = left;
        links.push(Link { part, joint: link.joint });
    }
    (Chain { links }, headings)
}

fn resolve_leg(leg: &mut Leg, courses: &Courses, headings: &Headings) -> Headings {
    if leg.steps == Steps::Anywhere {
        // Any displacement may be the heading of what follows.
        return everywhere().map(Some).collect();
    }
    let mut left = Headings::new();
    let mut turns = BTreeMap::new();
    for &heading in headings {
        let mut open = courses(heading);
        open.sort_unstable();
        open.dedup();
        for course in &open {
            for &v in &course.0 {
                // A zero step keeps the heading (docs/notation, D6b).
                left.insert(if v == Vector::ZERO { heading } else { Some(v) });
            }
        }
        if !open.is_empty() {
            turns.insert(heading, open);
        }
    }
    leg.steps = Steps::Turns(turns.into_iter().map(|(heading, courses)| Turn { heading, courses }).collect());
    left
}

/// Every displacement except zero that fits the largest board.
fn everywhere() -> impl Iterator<Item = Vector> {
    let far = i16::from(MAX_SIDE) - 1;
    let all = (-far..=far).flat_map(move |dx| (-far..=far).map(move |dy| Vector::new(dx, dy)));
    all.filter(|&v| v != Vector::ZERO)
}

fn resolve_group(body: &[DraftLink], frozen: bool, headings: &Headings) -> (Chain, Headings) {
    let mut entered = headings.clone();
    loop {
        let (chain, left) = resolve_from(body, &entered);
        let before = entered.len();
        if !frozen {
            entered.extend(left.iter().copied());
        }
        if entered.len() == before {
            return (chain, left);
        }
    }
}

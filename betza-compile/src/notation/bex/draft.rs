//! From a way, multiplied out, to a move of the IR: what each joint holds, and the directions of each leg.

use super::super::letters::{self, Unlettered};
use super::syntax::Join;
use super::way::{Item, Over, Spec, Way, first_leg};
use crate::geometry::Vector;
use crate::ir::draft::{Courses, Draft, DraftLink, DraftPart, resolve};
use crate::ir::{Acts, Chain, Condition, Course, Group as Repeated, Joint, Landing, Leg, Modes, Move, Steps, Transit};
use std::rc::Rc;

/// A first `K` or `Q` stands for its parts (SEMANTICS D5): one way for each.
pub(super) fn by_size(mut way: Way) -> Vec<Way> {
    let Some(first) = first_leg(&mut way.items) else { return vec![way] };
    let sets = first.sets.clone();
    let part = |set: Vec<Vector>| {
        let mut way = way.clone();
        if let Some(leg) = first_leg(&mut way.items) {
            leg.sets = vec![set];
        }
        way
    };
    sets.into_iter().map(part).collect()
}

pub(super) fn finish(items: &[Item], unmoved: bool) -> Move {
    let mut found_leg = false;
    let mut m = Move::new(resolve(&draft(items, &mut found_leg)));
    m.condition = if unmoved { Condition::UNMOVED } else { Condition::empty() };
    m
}

fn draft(items: &[Item], found_leg: &mut bool) -> Draft {
    let link = |(i, item): (usize, &Item)| {
        let joint = if i + 1 < items.len() { Joint::on(onward(item)) } else { Joint::end(landing(item)) };
        let part = match item {
            Item::Leg(spec) => {
                let first = !std::mem::replace(found_leg, true);
                leg(spec, first)
            }
            Item::Group { body, count, between, .. } => {
                let mut body = draft(body, found_leg);
                if let Some(last) = body.last_mut() {
                    last.joint = Joint::NONE;
                }
                let between = Joint::on(*between);
                DraftPart::Group(Repeated { body: Chain::default(), count: *count, between, frozen: true }, body)
            }
            Item::Choice(ways) => {
                let found = *found_leg;
                let open = |way: &Vec<Item>| {
                    *found_leg = found;
                    let mut way = draft(way, found_leg);
                    if let Some(last) = way.last_mut() {
                        last.joint = Joint::NONE;
                    }
                    way
                };
                DraftPart::Choice(ways.iter().map(open).collect())
            }
            Item::Effect(effect, _) => DraftPart::Effect(effect.clone(), Vec::new()),
        };
        DraftLink { part, joint }
    };
    items.iter().enumerate().map(link).collect()
}

/// What the square after a part must hold when more follows (SEMANTICS X1).
fn onward(item: &Item) -> Transit {
    let by_modes = |modes: Option<Modes>| {
        let modes = modes.unwrap_or(Modes::MOVE | Modes::CAPTURE);
        let empty = if modes.contains(Modes::MOVE) { Acts::PASS } else { Acts::empty() };
        let foe = if modes.contains(Modes::CAPTURE) { Acts::TAKE } else { Acts::empty() };
        Transit::new(empty, Acts::empty(), foe)
    };
    match item {
        Item::Leg(Spec { over: Some(Over::Each(over)), .. }) | Item::Group { over: Some(Over::Each(over)), .. } => {
            *over
        }
        Item::Leg(spec) => by_modes(spec.modes),
        Item::Group { body, .. } => body.last().map_or(Transit::EMPTY, onward),
        Item::Choice(ways) => ways[0].last().map_or(Transit::EMPTY, onward),
        Item::Effect(..) => Transit::EMPTY,
    }
}

/// How the move may end after a part (SEMANTICS M4).
fn landing(item: &Item) -> Landing {
    match item {
        Item::Leg(spec) => spec.modes.map_or(Landing::MOVE_OR_CAPTURE, Landing::new),
        Item::Group { body, .. } => body.last().map_or(Landing::MOVE, landing),
        Item::Choice(ways) => ways[0].last().map_or(Landing::MOVE, landing),
        Item::Effect(..) => Landing::MOVE,
    }
}

fn leg(spec: &Spec, first: bool) -> DraftPart {
    let default: Unlettered = if first || spec.join != Join::Same { letters::all } else { letters::ahead };
    let sets = if first { spec.sets.clone() } else { vec![spec.sets.concat()] };
    let leg = Leg {
        count: spec.count,
        footing: spec.footing,
        pass: spec.pass,
        avoids_origin: spec.bend.is_some(),
        same_as: spec.same_as,
        ..Leg::leap(Steps::Turns(Vec::new()))
    };
    let courses: Courses = match spec.bend {
        None => letters::courses(spec.directions.clone(), sets, default),
        Some(bend) => {
            let directions = spec.directions.clone();
            Rc::new(move |heading| {
                let bent = |set: &Vec<Vector>| -> Vec<Course> {
                    let firsts = letters::chosen(&directions, std::slice::from_ref(set), default, heading);
                    firsts.into_iter().flat_map(|first| bend.courses(first, set)).collect()
                };
                sets.iter().flat_map(bent).collect()
            })
        }
    };
    DraftPart::Leg(leg, courses)
}

//! From a way, multiplied out, to a draft of the IR: copies whose directions differ are written out, joints get their rules, legs their
//! courses.

use super::super::direction::Group;
use super::super::letters::{self, Unlettered};
use super::super::numbers::{MOVES_LIMIT, within};
use super::super::{Code, Diagnostic};
use super::lower::Lowered;
use super::repeat::check_between;
use super::way::{Item, Part, Spec, first_leg, first_spec, is_same, last_modality};
use crate::geometry::Vector;
use crate::ir::draft::{Draft, DraftLink, DraftPart};
use crate::ir::{
    Acts, Chain, Count, Course, Group as Repeated, Joint, Landing, Leg, Modes, Span, Steps, Transit, Wrap,
};
use std::rc::Rc;

/// Writes out the first copy of groups whose other copies have other directions, where the heading cannot tell them apart: at the start of a
/// move it does.
pub(super) fn unrolled(items: &[Item], start: bool) -> Lowered<Vec<Vec<Item>>> {
    let mut all: Vec<Vec<Item>> = vec![Vec::new()];
    for (i, item) in items.iter().enumerate() {
        let Part::Group { body, count, later, between } = &item.part else {
            all.iter_mut().for_each(|items| items.push(item.clone()));
            continue;
        };
        let at_start = start && i == 0 && matches!(body[0].part, Part::Leg(_));
        body.iter().try_for_each(check_inner)?;
        let own = first_spec(item).map(|spec| spec.directions.clone()).unwrap_or_default();
        let plain = later.as_ref().is_none_or(|later| is_same(&own, later));
        if at_start || plain {
            all.iter_mut().for_each(|items| items.push(item.clone()));
            continue;
        }
        body.last().map_or(Ok(()), |last| check_between(last, *between))?;
        let mut rest = item.clone();
        if let Part::Group { body, count, later, .. } = &mut rest.part {
            *count = Count { min: count.min.saturating_sub(1).max(1), max: count.max.map(|max| max.saturating_sub(1)) };
            if let (Some(first), Some(later)) = (first_leg(body), later.take()) {
                first.directions = later;
            }
        }
        let mut longer = Vec::new();
        for items in all {
            let mut once = items;
            once.extend(body.iter().cloned());
            if count.max != Some(1) {
                let mut more = once.clone();
                if let Some(last) = more.last_mut() {
                    last.then = Some(*between);
                }
                more.push(rest.clone());
                longer.push(more);
            }
            if count.min <= 1 {
                // What holds behind the group holds behind its only copy.
                if let (Some(last), Some(then)) = (once.last_mut(), item.then) {
                    last.then = Some(then);
                }
                longer.push(once);
            }
        }
        within(longer.len(), MOVES_LIMIT, "moves", &first_spec(item).map_or(0..0, |s| s.span.clone()))?;
        all = longer;
    }
    Ok(all)
}

/// Inside a repeated group the copies of another one must have the directions of their first.
fn check_inner(item: &Item) -> Lowered<()> {
    if let Part::Choice(ways) = &item.part {
        return ways.iter().flatten().try_for_each(check_inner);
    }
    let Part::Group { body, later, .. } = &item.part else { return Ok(()) };
    body.iter().try_for_each(check_inner)?;
    let Some(spec) = first_spec(item) else { return Ok(()) };
    if later.as_ref().is_none_or(|later| is_same(&spec.directions, later)) {
        return Ok(());
    }
    Err(Diagnostic::error(
        Code::Misplaced,
        spec.span.clone(),
        "inside a repeated group, the copies of this leg cannot have directions other than its first",
        "write its copies out, joined by `-`",
    ))
}

/// What the square of arrival before an eruption may hold: that of a last leg.
pub(super) fn arrived(landing: Landing) -> Transit {
    let of = |mode, act| if landing.modes.contains(mode) { act } else { Acts::empty() };
    let transit =
        Transit::new(of(Modes::MOVE, Acts::PASS), of(Modes::DESTROY, Acts::TAKE), of(Modes::CAPTURE, Acts::TAKE));
    Transit { victims: landing.victims, ..transit }
}

/// The vectors that a leg may take in a heading.
pub(super) fn choose(spec: &Spec, first: bool, heading: Option<Vector>) -> Vec<Vector> {
    let default: Unlettered = if first && heading.is_none() { letters::all } else { letters::ahead };
    let mut chosen = letters::chosen(&spec.directions, &[spec.sets.concat()], default, heading);
    chosen.retain(|v| spec.only.is_none_or(|size| v.size() == size));
    chosen
}

pub(super) fn draft(items: &[Item], start: bool) -> Lowered<Draft> {
    let mut links = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        let is_last = i + 1 == items.len();
        let modality = last_modality(item);
        if let Some((_, span)) = modality.find("g").filter(|_| !is_last || matches!(item.part, Part::Group { .. })) {
            return Err(Diagnostic::error(
                Code::Misplaced,
                span,
                "`g` ends a chain, and here a leg follows",
                "write the hop as a leg with `p`",
            ));
        }
        let joint = if is_last {
            Joint::end(modality.landing())
        } else {
            Joint::on(item.then.unwrap_or_else(|| modality.transit()))
        };
        links.push(DraftLink { part: part(item, start && i == 0)?, joint });
    }
    Ok(links)
}

fn part(item: &Item, first: bool) -> Lowered<DraftPart> {
    match &item.part {
        Part::Leg(spec) => leg(spec, first, None),
        Part::Choice(ways) => {
            let drafts = ways.iter().map(|items| {
                let mut links = draft(items, first)?;
                if let Some(last) = links.last_mut() {
                    last.joint = Joint::NONE;
                }
                Ok(links)
            });
            Ok(DraftPart::Choice(drafts.collect::<Lowered<_>>()?))
        }
        Part::Group { body, count, later, between } => {
            let mut links = draft(body, first)?;
            if let (Some(later), Part::Leg(spec)) = (later, &body[0].part) {
                links[0].part = leg(spec, first, Some(later.clone()))?;
            }
            if let Some(last) = links.last_mut() {
                last.joint = Joint::NONE;
            }
            let between = Joint::on(*between);
            Ok(DraftPart::Group(Repeated { body: Chain::default(), count: *count, between, frozen: false }, links))
        }
    }
}

/// A leg; `later` are the directions that it has after the start of the move, if others.
fn leg(spec: &Spec, first: bool, later: Option<Vec<Group>>) -> Lowered<DraftPart> {
    if let Some(span) = spec.same_length.clone().filter(|_| first) {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span,
            "`e` takes the length of an earlier leg, and this is the first",
            "write it on a leg behind `-`",
        ));
    }
    let leg = Leg {
        count: spec.count,
        span: if spec.same_length.is_some() { Span::SameKingSteps } else { Span::Free },
        footing: spec.footing,
        pass: spec.pass,
        wrap: if spec.wraps { Wrap::Cylinder } else { Wrap::None },
        ..Leg::leap(Steps::Turns(Vec::new()))
    };
    let spec = spec.clone();
    let courses = move |heading: Option<Vector>| {
        let mut spec = spec.clone();
        if let (Some(later), Some(_)) = (&later, heading) {
            spec.directions.clone_from(later);
        }
        choose(&spec, first, heading).into_iter().map(Course::straight).collect()
    };
    Ok(DraftPart::Leg(leg, Rc::new(courses)))
}

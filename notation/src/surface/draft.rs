//! Turns a row of items into a draft of the IR: every joint gets its rule, every leg its courses.

use super::legs::{Between, Item, ItemKind, LegSpec, last_modality, last_spec};
use super::{Join, Read};
use crate::direction;
use crate::letters::{self, Unlettered};
use crate::{Code, Diagnostic};
use betza_ir::draft::{Draft, DraftLink, DraftPart};
use betza_ir::geometry::Vector;
use betza_ir::{Chain, Count, Course, Group, Joint, Landing, Leg, Span, Steps, Transit, Wrap};
use std::rc::Rc;

/// The draft of a row of items; `start`: a move begins with it. `default` is the rule of squares between legs where
/// none is written.
///
/// # Errors
/// A `g` that ends a repeated group, and an `e` on a first one.
pub(in super::super) fn draft(items: &[Item], start: bool, default: Transit) -> Read<Draft> {
    let mut links = Vec::with_capacity(items.len());
    for (i, item) in items.iter().enumerate() {
        let is_last = i + 1 == items.len();
        let is_group = matches!(item.kind, ItemKind::Group { .. });
        if let Some((_, span)) = last_modality(item).find("g").filter(|_| is_group) {
            return Err(Diagnostic::error(
                Code::Misplaced,
                span,
                "`g` hops once, at the end of a move, and this group is repeated",
                "write the hop as a leg of its own with `p`",
            ));
        }
        let joint = if is_last {
            Joint::end(last_spec(item).map_or(Landing::MOVE, |spec| spec.modality.landing()))
        } else {
            Joint::on(transit(item, default))
        };
        links.push(DraftLink { part: part(item, start && i == 0, default)?, joint });
    }
    Ok(links)
}

/// What the square behind an item must hold when more follows.
fn transit(item: &Item, default: Transit) -> Transit {
    match (item.between, last_spec(item)) {
        (Some(Between::Each(transit)), _) => transit,
        (_, Some(spec)) => spec.modality.transit().unwrap_or(default),
        (_, None) => Transit::EMPTY,
    }
}

fn part(item: &Item, first: bool, default: Transit) -> Read<DraftPart> {
    let body = |items: &[Item]| {
        let mut links = draft(items, first, default)?;
        if let Some(last) = links.last_mut() {
            last.joint = Joint::NONE;
        }
        Ok(links)
    };
    Ok(match &item.kind {
        ItemKind::Leg(spec) => leg(spec, first)?,
        ItemKind::Choice(rows) => DraftPart::Choice(rows.iter().map(|items| body(items)).collect::<Read<_>>()?),
        ItemKind::Group { body: items, count, later, between, frozen } => {
            let mut links = body(items)?;
            if let (Some(later), ItemKind::Leg(spec)) = (later, &items[0].kind) {
                links[0].part = leg_with(spec, first, Some(later.clone()))?;
            }
            let between = Joint::on(*between);
            DraftPart::Group(Group { body: Chain::default(), count: *count, between, frozen: *frozen }, links)
        }
        ItemKind::Effect(effect, _) => DraftPart::Effect(effect.clone(), Vec::new()),
    })
}

fn leg(spec: &LegSpec, first: bool) -> Read<DraftPart> {
    leg_with(spec, first, None)
}

/// A leg; `later` are the directions that it has after the start of the move, if others.
fn leg_with(spec: &LegSpec, first: bool, later: Option<Vec<direction::LetterGroup>>) -> Read<DraftPart> {
    if let Some(span) = spec.same_length.clone().filter(|_| first) {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span,
            "`e` takes the length of an earlier leg, and this is the first",
            "write it on a leg behind `-`",
        ));
    }
    // `o` on a last leg of `betza2` never leads back to the origin (T3), not even by a leap.
    let leaps_away = spec.wraps && !first && spec.count == Count::ONCE;
    let leg = Leg {
        count: spec.count,
        span: if spec.same_length.is_some() { Span::SameKingSteps } else { Span::Free },
        footing: spec.footing,
        pass: spec.pass,
        wrap: if spec.wraps { Wrap::Cylinder } else { Wrap::None },
        avoids_origin: spec.bend.is_some() || leaps_away,
        same_as: spec.same_as,
        ..Leg::leap(Steps::Turns(Vec::new()))
    };
    let at_start = spec.clone();
    let mut behind = spec.clone();
    behind.directions = later.unwrap_or(behind.directions);
    let courses = move |heading: Option<Vector>| {
        let spec = if heading.is_none() { &at_start } else { &behind };
        let chosen = choose(spec, first, heading).into_iter();
        match spec.bend {
            None => chosen.map(Course::straight).collect(),
            Some(bend) => chosen.flat_map(|v| bend.courses(v, &spec.sets.concat())).collect(),
        }
    };
    Ok(DraftPart::Leg(leg, Rc::new(courses)))
}

/// The vectors that a leg may take in a heading. Without letters a leg that starts a move takes all of them, and so
/// does one that `--` joins; the others go straight on.
pub(in super::super) fn choose(spec: &LegSpec, first: bool, heading: Option<Vector>) -> Vec<Vector> {
    let is_free = spec.join == Join::Any || (first && heading.is_none());
    let unlettered: Unlettered = if is_free { letters::all } else { letters::ahead };
    let mut chosen = letters::chosen(&spec.directions, &[spec.sets.concat()], unlettered, heading);
    chosen.retain(|v| spec.only.is_none_or(|size| v.size() == size));
    chosen
}

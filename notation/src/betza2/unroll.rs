//! Repeated groups whose copies have other directions than the first.

use super::copies::{check_between, is_same};
use crate::numbers::{MOVES_LIMIT, within};
use crate::surface::Read;
use crate::surface::legs::{Between, Item, ItemKind, first_leg, first_spec};
use crate::{Code, Diagnostic};
use betza_ir::Count;

/// Writes out the first copy of groups whose later copies have other directions. At the start of a move this is not
/// needed, because the first copy has no heading.
pub(super) fn unrolled(items: &[Item], start: bool) -> Read<Vec<Vec<Item>>> {
    let mut all: Vec<Vec<Item>> = vec![Vec::new()];
    for (i, item) in items.iter().enumerate() {
        let ItemKind::Group { body, count, later, between, .. } = &item.kind else {
            all.iter_mut().for_each(|items| items.push(item.clone()));
            continue;
        };
        let at_start = start && i == 0 && matches!(body[0].kind, ItemKind::Leg(_));
        body.iter().try_for_each(check_inner)?;
        let own = first_spec(item).map(|spec| spec.directions.clone()).unwrap_or_default();
        let plain = later.as_ref().is_none_or(|later| is_same(&own, later));
        if at_start || plain {
            all.iter_mut().for_each(|items| items.push(item.clone()));
            continue;
        }
        body.last().map_or(Ok(()), |last| check_between(last, *between))?;
        let mut rest = item.clone();
        if let ItemKind::Group { body, count, later, .. } = &mut rest.kind {
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
                    last.between = Some(Between::Each(*between));
                }
                more.push(rest.clone());
                longer.push(more);
            }
            if count.min <= 1 {
                // The rule behind the group applies behind its only copy.
                if let (Some(last), Some(between)) = (once.last_mut(), item.between) {
                    last.between = Some(between);
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
fn check_inner(item: &Item) -> Read<()> {
    if let ItemKind::Choice(ways) = &item.kind {
        return ways.iter().flatten().try_for_each(check_inner);
    }
    let ItemKind::Group { body, later, .. } = &item.kind else { return Ok(()) };
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

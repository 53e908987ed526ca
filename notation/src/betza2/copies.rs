//! What may be repeated, and how the directions of the copies relate to those of the first.

use crate::direction::{Letter, LetterGroup};
use crate::letters;
use crate::surface::legs::{Item, ItemKind, LegSpec, Modality, first_spec, last_modality};
use crate::surface::{Eruption, Prefix, Read, Repeat};
use crate::{Code, Diagnostic};
use betza_ir::geometry::Vector;
use betza_ir::{Acts, Count, Pass, Transit, Victims};
use std::ops::Range;

pub(super) fn erupts(item: &Item) -> Option<Eruption> {
    match &item.kind {
        ItemKind::Leg(spec) => spec.eruption.clone(),
        ItemKind::Group { body, .. } => body.iter().find_map(erupts),
        ItemKind::Choice(rows) => rows.iter().flatten().find_map(erupts),
        ItemKind::Effect(..) => None,
    }
}

/// Whether the copies after the first just go straight on through empty squares. Without directions before the number
/// they have those of the first, `own`.
pub(super) fn is_plain(prefix: &Prefix, own: &[LetterGroup], sets: &[Vec<Vector>]) -> bool {
    let only_empty = prefix.letters.iter().all(|(c, _)| *c == 'm');
    let directions = if prefix.directions.is_empty() { own } else { &prefix.directions };
    let set = [sets.concat()];
    let straight = set[0].iter().all(|&v| letters::chosen(directions, &set, letters::ahead, Some(v)) == [v]);
    only_empty && straight && prefix.eruption.is_none() && !prefix.unmoved
}

pub(super) fn is_ahead(directions: &[LetterGroup]) -> bool {
    directions.is_empty() || directions == ahead()
}

pub(super) fn ahead() -> Vec<LetterGroup> {
    vec![LetterGroup::Single(Letter::F)]
}

/// Whether the directions of the first copy mean the same as those of the others. A leg without letters goes straight
/// on in later copies, and its heading tells it apart at the start of a move.
pub(super) fn is_same(own: &[LetterGroup], later: &[LetterGroup]) -> bool {
    own == later || (own.is_empty() && is_ahead(later))
}

/// Whether this is a repeated group whose copies have directions other than its first, or holds one.
pub(super) fn bends_inside(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Leg(_) | ItemKind::Effect(..) => false,
        ItemKind::Choice(rows) => rows.iter().flatten().any(bends_inside),
        ItemKind::Group { body, later, .. } => {
            let own = first_spec(item).map(|spec| spec.directions.clone()).unwrap_or_default();
            later.as_ref().is_some_and(|later| !is_same(&own, later)) || body.iter().any(bends_inside)
        }
    }
}

/// Whether copies of a leg are just a ride of it.
pub(super) fn can_ride(spec: &LegSpec, copies: &Prefix) -> bool {
    let once = spec.count == Count::ONCE && spec.pass == Pass::Clear && !spec.is_zero();
    once && is_plain(copies, &spec.directions, &spec.sets)
}

pub(super) fn modality(prefix: &Prefix) -> Modality {
    let letters = prefix.letters.iter().filter(|(c, _)| "mptcduog".contains(*c)).cloned().collect();
    let mut victims = Victims::empty();
    victims.set(Victims::UNMOVED_FOE, prefix.unmoved_foe);
    victims.set(Victims::UNMOVED_FRIEND, prefix.unmoved_friend);
    Modality { letters, victims }
}

/// What may be repeated, and what may stand before the number.
pub(super) fn check_repeated(body: &[Item], repeat: &Repeat) -> Read<()> {
    let prefix = &repeat.prefix;
    let stray = prefix.letters.iter().find(|(c, _)| "gejn".contains(*c)).map(|(_, span)| span.clone());
    let stray = stray.or(prefix.eruption.as_ref().map(|e| e.span.clone()));
    if let Some(span) = stray.or(prefix.unmoved.then(|| prefix.span.clone())) {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span,
            "before a number stand only directions and the modality between the copies",
            "write it on the legs that are repeated",
        ));
    }
    if let Some((c, span)) = body.last().and_then(|item| last_modality(item).find("ptuog")) {
        return Err(unrepeatable(c, span));
    }
    if let Some(eruption) = body.iter().find_map(erupts) {
        return Err(repeated_eruption(eruption));
    }
    let zero = body.first().and_then(first_spec).is_some_and(LegSpec::is_zero);
    if zero && (body.len() == 1 || !prefix.directions.is_empty()) {
        return Err(Diagnostic::error(
            Code::BadRange,
            repeat.span.clone(),
            "a step of no length has no direction, and is not repeated",
            "write `O` without it",
        ));
    }
    Ok(())
}

/// Refuses `p`, `t`, `u` and `o` between copies that end with a repetition, because these letters cannot stand behind
/// one.
pub(super) fn check_between(last: &Item, between: Transit) -> Read<()> {
    let takes = between.empty | between.friend | between.foe;
    let hops =
        (between.friend | between.foe).contains(Acts::PASS) || takes.contains(Acts::SWAP) || !between.off.is_empty();
    match (&last.kind, first_spec(last)) {
        (ItemKind::Group { .. }, Some(spec)) if hops => Err(Diagnostic::error(
            Code::Misplaced,
            spec.span.clone(),
            "this repeated leg ends copies that are joined by `p`, `t`, `u` or `o`, and behind a repetition those cannot stand",
            "write the copies out, joined by `-`",
        )),
        _ => Ok(()),
    }
}

pub(super) fn several_first(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::Misplaced,
        span,
        "these letters are for a first leg, and what follows begins with a repeated group of alternatives",
        "write them on the legs inside",
    )
}

pub(super) fn unrepeatable(c: char, span: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::Misplaced,
        span,
        format!("a last leg with `{c}` cannot be repeated"),
        "write the copies out, joined by `-`",
    )
}

pub(super) fn repeated_eruption(eruption: Eruption) -> Diagnostic {
    Diagnostic::error(
        Code::Misplaced,
        eruption.span,
        "an eruption happens once, and this is repeated",
        "write the number on a group that does not hold the `x`",
    )
}

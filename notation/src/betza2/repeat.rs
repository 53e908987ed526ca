//! Repeated groups (docs/notation, T1). Each copy takes any of the group's alternatives.

use super::copies::{bends_inside, can_ride, check_between, check_repeated, modality, several_first};
use super::lower::Lowering;
use crate::direction::LetterGroup;
use crate::numbers::{MOVES_LIMIT, PARTS_LIMIT, within};
use crate::surface::legs::{Alternative, Between, Item, ItemKind, Modality, first_leg, last_modality, parts};
use crate::surface::lower::Lower;
use crate::surface::{Read, Repeat, Unit};
use crate::{Code, Diagnostic};
use betza_ir::{Count, Transit};

impl Lowering {
    /// Repeats the alternatives of a group; each copy takes any of them (T1).
    pub(super) fn repeat_group(
        &mut self,
        alternatives: Vec<Alternative>,
        unit: &Unit,
        repeat: &Repeat,
    ) -> Read<Vec<Alternative>> {
        if !unit.prefix.is_empty() {
            return Err(Diagnostic::error(
                Code::Misplaced,
                unit.prefix.span.clone(),
                "a repeated group takes no prefixes",
                "write them on the legs inside, and those of the copies after the first before the number",
            ));
        }
        for alternative in &alternatives {
            check_repeated(&alternative.items, repeat)?;
        }
        let later = (!repeat.prefix.directions.is_empty()).then(|| repeat.prefix.directions.clone());
        let bends = alternatives.iter().flat_map(|alternative| &alternative.items).any(bends_inside);
        if let [alternative] = &alternatives[..]
            && (repeat.count.max.is_none() || !bends)
        {
            let mut alternative = alternative.clone();
            if let [Item { kind: ItemKind::Leg(spec), .. }] = &mut alternative.items[..]
                && can_ride(spec, &repeat.prefix)
            {
                spec.count = repeat.count;
            } else {
                alternative.items = vec![self.group(alternative.items, repeat, later)?];
            }
            return Ok(vec![alternative]);
        }
        let between = between(repeat);
        alternatives
            .iter()
            .filter_map(|alternative| alternative.items.last())
            .try_for_each(|last| check_between(last, between))?;
        // Few copies are written out as moves of their own, and so are alternatives that a choice cannot hold. Larger
        // numbers become a choice, because written out they would be walked one by one.
        let apart = bends || alternatives.iter().any(|alternative| alternative.unmoved != alternatives[0].unmoved);
        let written_out =
            |most: u16| (0..most).fold(0, |n: usize, _| n.saturating_add(1).saturating_mul(alternatives.len()));
        match repeat.count.max {
            Some(most) if apart || written_out(most) <= WRITTEN_OUT => {
                written(&alternatives, repeat.count.min, most, between, later.as_ref(), unit, repeat)
            }
            _ => self.choices(alternatives, unit, repeat, later),
        }
    }

    /// Copies each of which takes any of several alternatives (T11).
    fn choices(
        &mut self,
        alternatives: Vec<Alternative>,
        unit: &Unit,
        repeat: &Repeat,
        later: Option<Vec<LetterGroup>>,
    ) -> Read<Vec<Alternative>> {
        let ends: Vec<Modality> =
            alternatives.iter().filter_map(|alternative| alternative.items.last()).map(last_modality).collect();
        within(
            alternatives.iter().map(|alternative| parts(&alternative.items)).sum(),
            PARTS_LIMIT,
            "legs in one move",
            &unit.span,
        )?;
        let unmoved = alternatives.iter().any(|alternative| alternative.unmoved);
        if unmoved && !alternatives.iter().all(|alternative| alternative.unmoved) {
            return Err(Diagnostic::error(
                Code::Misplaced,
                unit.span.clone(),
                "`i` asks it of the mover, so it cannot hold of some of the moves that are repeated together",
                "write it before the first leg of the whole chain",
            ));
        }
        let first: Vec<Vec<Item>> = alternatives.into_iter().map(|alternative| alternative.items).collect();
        let mut others = first.clone();
        if let Some(later) = &later {
            for items in &mut others {
                let Some(leg) = first_leg(items) else { return Err(several_first(unit.span.clone())) };
                leg.directions.clone_from(later);
            }
        }
        let all = if ends.iter().all(|end| end.agrees(&ends[0])) {
            self.copies(&first, &others, repeat, later.is_some(), repeat.count)?
        } else {
            // The alternatives end in different alternatives and the last copy decides how the move ends, so the last
            // copy is written out.
            let between = between(repeat);
            let mut all = if repeat.count.min <= 1 { first.clone() } else { Vec::new() };
            if let Some(before) = one_less(repeat.count) {
                for mut items in self.copies(&first, &others, repeat, later.is_some(), before)? {
                    if let Some(last) = items.last_mut() {
                        last.between = Some(Between::Each(between));
                    }
                    all.extend(others.iter().map(|other| items.iter().chain(other).cloned().collect()));
                }
            }
            all
        };
        Ok(all.into_iter().map(|items| Alternative { items, unmoved }).collect())
    }

    /// `count` copies of a choice. If the copies after the first have other directions (`bent`), the first is written
    /// out.
    fn copies(
        &mut self,
        first: &[Vec<Item>],
        others: &[Vec<Item>],
        repeat: &Repeat,
        bent: bool,
        count: Count,
    ) -> Read<Vec<Vec<Item>>> {
        if !bent {
            let body = vec![self.item(ItemKind::Choice(first.to_vec()))];
            return Ok(vec![vec![self.counted(body, repeat, None, count)?]]);
        }
        let mut all = if count.min <= 1 { first.to_vec() } else { Vec::new() };
        if let Some(more) = one_less(count) {
            let body = vec![self.item(ItemKind::Choice(others.to_vec()))];
            let rest = self.counted(body, repeat, None, more)?;
            let between = between(repeat);
            all.extend(first.iter().cloned().map(|mut items| {
                if let Some(last) = items.last_mut() {
                    last.between = Some(Between::Each(between));
                }
                items.push(rest.clone());
                items
            }));
        }
        Ok(all)
    }

    pub(super) fn group(&mut self, body: Vec<Item>, repeat: &Repeat, later: Option<Vec<LetterGroup>>) -> Read<Item> {
        self.counted(body, repeat, later, repeat.count)
    }

    fn counted(
        &mut self,
        body: Vec<Item>,
        repeat: &Repeat,
        later: Option<Vec<LetterGroup>>,
        count: Count,
    ) -> Read<Item> {
        check_repeated(&body, repeat)?;
        if later.is_some() && first_leg(&mut body.clone()).is_none() {
            return Err(several_first(repeat.span.clone()));
        }
        let between = between(repeat);
        Ok(self.item(ItemKind::Group { body, count, later, between, frozen: false }))
    }
}

/// Repeated alternatives that make at most this many moves are multiplied out.
const WRITTEN_OUT: usize = 16;

/// The copies of several alternatives, multiplied out.
fn written(
    alternatives: &[Alternative],
    least: u16,
    most: u16,
    between: Transit,
    later: Option<&Vec<LetterGroup>>,
    unit: &Unit,
    repeat: &Repeat,
) -> Read<Vec<Alternative>> {
    let mut all: Vec<Alternative> = Vec::new();
    let mut longest = alternatives.to_vec();
    for n in 1..=most {
        if n >= least {
            all.extend(longest.iter().cloned());
        }
        if n < most {
            within(all.len() + longest.len() * alternatives.len(), MOVES_LIMIT, "moves", &unit.span)?;
            if later.is_some()
                && alternatives.iter().any(|alternative| first_leg(&mut alternative.items.clone()).is_none())
            {
                return Err(several_first(repeat.span.clone()));
            }
            let longer = longest
                .iter()
                .flat_map(|alternative| alternatives.iter().map(|more| joined(alternative, more, between, later)));
            longest = longer.collect();
            let legs = longest.iter().map(|w| parts(&w.items)).max().unwrap_or(0);
            within(legs, PARTS_LIMIT, "legs in one move", &unit.span)?;
        }
    }
    Ok(all)
}

/// What holds of the square between copies: that it is empty, where nothing else is written.
fn between(repeat: &Repeat) -> Transit {
    modality(&repeat.prefix).transit().unwrap_or(Transit::EMPTY)
}

/// One copy less, if any are left.
fn one_less(count: Count) -> Option<Count> {
    let less = Count { min: count.min.saturating_sub(1).max(1), max: count.max.map(|max| max.saturating_sub(1)) };
    (less.max != Some(0)).then_some(less)
}

/// A copy, and one more behind it.
fn joined(
    alternative: &Alternative,
    more: &Alternative,
    between: Transit,
    later: Option<&Vec<LetterGroup>>,
) -> Alternative {
    let mut joined = alternative.clone();
    if let Some(last) = joined.items.last_mut() {
        last.between = Some(Between::Each(between));
    }
    let mut items = more.items.clone();
    if let (Some(first), Some(later)) = (first_leg(&mut items), later) {
        first.directions.clone_from(later);
    }
    joined.items.extend(items);
    joined.unmoved |= more.unmoved;
    joined
}

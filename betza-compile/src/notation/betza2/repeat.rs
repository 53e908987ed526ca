//! Repeated groups (docs/notation, T1): copies of one way, or of several, each of which any copy may be.

use super::super::direction::Group;
use super::super::numbers::{MOVES_LIMIT, PARTS_LIMIT, within};
use super::super::surface::legs::{Alternative, Between, Item, ItemKind, Modality, first_leg, last_modality, parts};
use super::super::surface::lower::Lower;
use super::super::surface::{Read, Repeat, Unit};
use super::super::{Code, Diagnostic};
use super::copies::{bends_inside, can_ride, check_between, check_repeated, modality, several_first};
use super::lower::Lowering;
use crate::ir::{Count, Transit};

impl Lowering {
    /// Repeats the ways of a group; of several each copy takes any (T1).
    pub(super) fn repeat_group(
        &mut self,
        ways: Vec<Alternative>,
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
        for way in &ways {
            check_repeated(&way.items, repeat)?;
        }
        let later = (!repeat.prefix.directions.is_empty()).then(|| repeat.prefix.directions.clone());
        let bends = ways.iter().flat_map(|way| &way.items).any(bends_inside);
        if let [way] = &ways[..]
            && (repeat.count.max.is_none() || !bends)
        {
            let mut way = way.clone();
            if let [Item { kind: ItemKind::Leg(spec), .. }] = &mut way.items[..]
                && can_ride(spec, &repeat.prefix)
            {
                spec.count = repeat.count;
            } else {
                way.items = vec![self.group(way.items, repeat, later)?];
            }
            return Ok(vec![way]);
        }
        let between = between(repeat);
        ways.iter().filter_map(|way| way.items.last()).try_for_each(|last| check_between(last, between))?;
        // Few moves are written out, and what a choice cannot hold; else that many paths would be walked one by one.
        let apart = bends || ways.iter().any(|way| way.unmoved != ways[0].unmoved);
        let written_out = |most: u16| (0..most).fold(0, |n: usize, _| n.saturating_add(1).saturating_mul(ways.len()));
        match repeat.count.max {
            Some(most) if apart || written_out(most) <= WRITTEN_OUT => {
                written(&ways, repeat.count.min, most, between, later.as_ref(), unit, repeat)
            }
            _ => self.choices(ways, unit, repeat, later),
        }
    }

    /// Copies each of which takes any of several ways (T11).
    fn choices(
        &mut self,
        ways: Vec<Alternative>,
        unit: &Unit,
        repeat: &Repeat,
        later: Option<Vec<Group>>,
    ) -> Read<Vec<Alternative>> {
        let ends: Vec<Modality> = ways.iter().filter_map(|way| way.items.last()).map(last_modality).collect();
        within(ways.iter().map(|way| parts(&way.items)).sum(), PARTS_LIMIT, "legs in one move", &unit.span)?;
        let unmoved = ways.iter().any(|way| way.unmoved);
        if unmoved && !ways.iter().all(|way| way.unmoved) {
            return Err(Diagnostic::error(
                Code::Misplaced,
                unit.span.clone(),
                "`i` asks it of the mover, so it cannot hold of some of the moves that are repeated together",
                "write it before the first leg of the whole chain",
            ));
        }
        let first: Vec<Vec<Item>> = ways.into_iter().map(|way| way.items).collect();
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
            // What follows is said of the end of the last copy, so that one stands by itself.
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

    /// So many copies of a choice. Where those after the first have directions of their own (`bent`), the first is written out.
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

    pub(super) fn group(&mut self, body: Vec<Item>, repeat: &Repeat, later: Option<Vec<Group>>) -> Read<Item> {
        self.counted(body, repeat, later, repeat.count)
    }

    fn counted(&mut self, body: Vec<Item>, repeat: &Repeat, later: Option<Vec<Group>>, count: Count) -> Read<Item> {
        check_repeated(&body, repeat)?;
        if later.is_some() && first_leg(&mut body.clone()).is_none() {
            return Err(several_first(repeat.span.clone()));
        }
        let between = between(repeat);
        Ok(self.item(ItemKind::Group { body, count, later, between, frozen: false }))
    }
}

/// Up to so many moves, alternatives that are repeated are multiplied out.
const WRITTEN_OUT: usize = 16;

/// The copies of several ways, multiplied out.
fn written(
    ways: &[Alternative],
    least: u16,
    most: u16,
    between: Transit,
    later: Option<&Vec<Group>>,
    unit: &Unit,
    repeat: &Repeat,
) -> Read<Vec<Alternative>> {
    let mut all: Vec<Alternative> = Vec::new();
    let mut longest = ways.to_vec();
    for n in 1..=most {
        if n >= least {
            all.extend(longest.iter().cloned());
        }
        if n < most {
            within(all.len() + longest.len() * ways.len(), MOVES_LIMIT, "moves", &unit.span)?;
            if later.is_some() && ways.iter().any(|way| first_leg(&mut way.items.clone()).is_none()) {
                return Err(several_first(repeat.span.clone()));
            }
            let longer = longest.iter().flat_map(|way| ways.iter().map(|more| joined(way, more, between, later)));
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
fn joined(way: &Alternative, more: &Alternative, between: Transit, later: Option<&Vec<Group>>) -> Alternative {
    let mut joined = way.clone();
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

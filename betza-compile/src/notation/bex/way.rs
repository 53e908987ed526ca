//! A way to move, multiplied out, as lowering knows it: its parts, and what is asked of them.

use super::super::atoms::Bend;
use super::super::direction::Group;
use super::syntax::Join;
use crate::geometry::Vector;
use crate::ir::{Count, Effect, Footing, Modes, Pass, Transit};
use std::collections::BTreeMap;
use std::ops::Range;

/// One way to move, multiplied out.
#[derive(Clone, Default)]
pub(super) struct Way {
    pub items: Vec<Item>,
    pub unmoved: bool,
}

#[derive(Clone)]
pub(super) enum Item {
    Leg(Spec),
    Group {
        body: Vec<Item>,
        count: Count,
        over: Option<Over>,
        between: Transit,
    },
    /// The same legs, in one of several ways to pass the squares between them.
    Choice(Vec<Vec<Item>>),
    Effect(Effect, Range<usize>),
}

/// A leg to be.
#[derive(Clone)]
pub(super) struct Spec {
    pub sets: Vec<Vec<Vector>>,
    pub join: Join,
    pub directions: Vec<Group>,
    pub bend: Option<Bend>,
    pub count: Count,
    pub footing: Footing,
    pub pass: Pass,
    /// Its own `m` and `c`; none: neither is written.
    pub modes: Option<Modes>,
    /// What `e` or `j` says of the square where it ends, when more legs follow.
    pub over: Option<Over>,
    /// Which leg of a choice's alternatives it is.
    pub same_as: Option<u16>,
}

/// What is asked of a square between legs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// This.
    Each(Transit),
    /// Of all that have the same number just one is occupied.
    OneOf(usize),
}

pub(super) fn parts(items: &[Item]) -> usize {
    items.iter().map(|item| if let Item::Group { body, .. } = item { 1 + parts(body) } else { 1 }).sum()
}

pub(super) fn first_leg(items: &mut [Item]) -> Option<&mut Spec> {
    items.iter_mut().find_map(|item| match item {
        Item::Leg(leg) => Some(leg),
        Item::Group { body, .. } => first_leg(body),
        // Choices come last, when all modifiers have found their legs.
        Item::Choice(_) | Item::Effect(..) => None,
    })
}

pub(super) fn last_leg(items: &mut [Item]) -> Option<&mut Spec> {
    items.iter_mut().rev().find_map(|item| match item {
        Item::Leg(leg) => Some(leg),
        Item::Group { body, .. } => last_leg(body),
        // Choices come last, when all modifiers have found their legs.
        Item::Choice(_) | Item::Effect(..) => None,
    })
}

pub(super) fn each_leg(items: &mut [Item], change: &mut dyn FnMut(&mut Spec)) {
    for item in items {
        match item {
            Item::Leg(leg) => change(leg),
            Item::Group { body, .. } => each_leg(body, change),
            Item::Choice(ways) => ways.iter_mut().for_each(|way| each_leg(way, change)),
            Item::Effect(..) => {}
        }
    }
}

pub(super) fn is_king_step(sets: &[Vec<Vector>]) -> bool {
    sets.iter().flatten().all(|v| v.king_steps() <= 1)
}

/// Whether some square lies between legs.
pub(super) fn joins(items: &[Item]) -> bool {
    items.windows(2).any(|pair| !pair.iter().any(|item| matches!(item, Item::Effect(..))))
        || items.iter().any(|item| matches!(item, Item::Group { .. }))
}

/// Lets every square between legs be leapt over, where nothing else is said yet.
pub(super) fn leap_joints(items: &mut [Item]) {
    for i in 0..items.len() {
        let joined = i + 1 < items.len() && !matches!(items[i + 1], Item::Effect(..));
        match &mut items[i] {
            Item::Leg(Spec { over, .. }) if joined => *over = over.or(Some(Over::Each(Transit::ANY))),
            Item::Group { body, over, between, .. } => {
                leap_joints(body);
                *between = Transit::ANY;
                if joined {
                    *over = over.or(Some(Over::Each(Transit::ANY)));
                }
            }
            _ => {}
        }
    }
}

/// Asks that just one of the squares between legs is occupied, under a number of its own; squares of which an inner group has said it are not
/// asked. False where pieces would have to be counted over repetitions, or nothing lies between legs.
pub(super) fn hurdles(items: &mut [Item], number: usize) -> bool {
    if items.iter().any(|item| matches!(item, Item::Group { .. })) {
        return false;
    }
    let mut found = false;
    for i in 1..items.len() {
        let follows = matches!(items[i], Item::Leg(_));
        if let Item::Leg(Spec { over: over @ None, .. }) = &mut items[i - 1]
            && follows
        {
            *over = Some(Over::OneOf(number));
            found = true;
        }
    }
    found
}

/// Numbers the legs of repetitions that [`spread`] writes several times: in all of them they take the same course.
pub(super) fn number_copies(items: &mut [Item]) {
    let mut next = 0;
    for item in items {
        let Item::Group { body, .. } = item else { continue };
        if spreads(body) > 1 {
            each_leg(body, &mut |leg| {
                leg.same_as = Some(next);
                next += 1;
            });
        }
    }
}

/// How many ways [`spread`] makes, those within repetitions taken with all others.
pub(super) fn spreads(items: &[Item]) -> usize {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ways = 1usize;
    for item in items {
        match item {
            Item::Leg(Spec { over: Some(Over::OneOf(number)), .. }) => *sizes.entry(*number).or_default() += 1,
            Item::Group { body, .. } => ways = ways.saturating_mul(spreads(body)),
            _ => {}
        }
    }
    sizes.into_values().fold(ways, usize::saturating_mul)
}

/// The ways in which one of each set of squares is occupied, at the outermost level; inside a repetition every copy has the choice.
pub(super) fn spread(items: &[Item]) -> Vec<Vec<Item>> {
    let mut ways = vec![items.to_vec()];
    let number = |item: &Item| match item {
        Item::Leg(Spec { over: Some(Over::OneOf(number)), .. }) => Some(*number),
        _ => None,
    };
    while let Some(set) = ways[0].iter().find_map(number) {
        let places: Vec<usize> = (0..items.len()).filter(|&i| number(&items[i]) == Some(set)).collect();
        let at = |way: &Vec<Item>, hurdle: usize| {
            let mut way = way.clone();
            for &i in &places {
                if let Item::Leg(leg) = &mut way[i] {
                    leg.over = Some(Over::Each(if i == hurdle { Transit::OCCUPIED } else { Transit::EMPTY }));
                }
            }
            way
        };
        ways = ways.iter().flat_map(|way| places.iter().map(move |&i| at(way, i))).collect();
    }
    for item in ways.iter_mut().flatten() {
        if let Item::Group { body, .. } = item {
            let mut choice = spread(body);
            *body = if choice.len() == 1 { choice.remove(0) } else { vec![Item::Choice(choice)] };
        }
    }
    ways
}

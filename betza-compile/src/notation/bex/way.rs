//! A way to move, multiplied out, as lowering knows it: its parts, and what is asked of them.

use super::super::atoms::Bend;
use super::super::direction::Group;
use super::syntax::Join;
use crate::geometry::Vector;
use crate::ir::{Count, Effect, Footing, Modes, Pass, Transit};
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
    Group { body: Vec<Item>, count: Count, over: Option<Transit>, between: Transit },
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
    pub over: Option<Transit>,
}

pub(super) fn parts(items: &[Item]) -> usize {
    items.iter().map(|item| if let Item::Group { body, .. } = item { 1 + parts(body) } else { 1 }).sum()
}

pub(super) fn first_leg(items: &mut [Item]) -> Option<&mut Spec> {
    items.iter_mut().find_map(|item| match item {
        Item::Leg(leg) => Some(leg),
        Item::Group { body, .. } => first_leg(body),
        Item::Effect(..) => None,
    })
}

pub(super) fn last_leg(items: &mut [Item]) -> Option<&mut Spec> {
    items.iter_mut().rev().find_map(|item| match item {
        Item::Leg(leg) => Some(leg),
        Item::Group { body, .. } => last_leg(body),
        Item::Effect(..) => None,
    })
}

pub(super) fn each_leg(items: &mut [Item], change: &mut dyn FnMut(&mut Spec)) {
    for item in items {
        match item {
            Item::Leg(leg) => change(leg),
            Item::Group { body, .. } => each_leg(body, change),
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
            Item::Leg(Spec { over, .. }) if joined => *over = over.or(Some(Transit::ANY)),
            Item::Group { body, over, between, .. } => {
                leap_joints(body);
                *between = Transit::ANY;
                if joined {
                    *over = over.or(Some(Transit::ANY));
                }
            }
            _ => {}
        }
    }
}

/// The ways in which just one of the squares between legs is occupied; squares of which an inner group has said it are not asked.
/// `None` where pieces would have to be counted over repetitions, or nothing lies between legs.
pub(super) fn hurdles(way: &Way) -> Option<Vec<Way>> {
    let joint = |i: usize| match (&way.items[i], way.items.get(i + 1)) {
        (Item::Leg(Spec { over: None, .. }), Some(Item::Leg(_))) => Some(i),
        _ => None,
    };
    if way.items.iter().any(|item| matches!(item, Item::Group { .. })) {
        return None;
    }
    let joints: Vec<usize> = (0..way.items.len()).filter_map(joint).collect();
    let with_hurdle = |hurdle: usize| {
        let mut way = way.clone();
        for &i in &joints {
            if let Item::Leg(leg) = &mut way.items[i] {
                leg.over = Some(if i == hurdle { Transit::OCCUPIED } else { Transit::EMPTY });
            }
        }
        way
    };
    (!joints.is_empty()).then(|| joints.iter().map(|&i| with_hurdle(i)).collect())
}

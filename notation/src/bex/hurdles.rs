//! `j` and `p` over several legs: of the squares between them exactly one is occupied. Reading makes an alternative of
//! each square that may be the occupied one ([`spread`]), writing finds the one chain behind a choice of such
//! alternatives ([`Hurdled`]).

use super::write::{CHOICE, cannot};
use crate::surface::legs::{Between, Item, ItemKind, LegSpec};
use crate::surface::write::Written;
use betza_ir::{Chain, Joint, Link, Part, Transit};
use std::collections::BTreeMap;

/// Changes every leg of a row.
pub(super) fn each_leg(items: &mut [Item], change: &mut dyn FnMut(&mut LegSpec)) {
    for item in items {
        match &mut item.kind {
            ItemKind::Leg(leg) => change(leg),
            ItemKind::Group { body, .. } => each_leg(body, change),
            ItemKind::Choice(rows) => rows.iter_mut().for_each(|row| each_leg(row, change)),
            ItemKind::Effect(..) => {}
        }
    }
}

fn is_effect(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Effect(..))
}

fn is_group(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Group { .. })
}

/// Whether some square lies between legs.
pub(super) fn joins(items: &[Item]) -> bool {
    items.windows(2).any(|pair| !pair.iter().any(is_effect)) || items.iter().any(is_group)
}

/// Lets every square between legs be leapt over, unless it has a rule already.
pub(super) fn leap_joints(items: &mut [Item]) {
    for i in 0..items.len() {
        let joined = i + 1 < items.len() && !is_effect(&items[i + 1]);
        let item = &mut items[i];
        match &mut item.kind {
            ItemKind::Leg(_) => {}
            ItemKind::Group { body, between, .. } => {
                leap_joints(body);
                *between = Transit::ANY;
            }
            ItemKind::Choice(_) | ItemKind::Effect(..) => continue,
        }
        if joined {
            item.between.get_or_insert(Between::Each(Transit::ANY));
        }
    }
}

/// Requires, under this number, that exactly one of the squares between legs is occupied. Squares with a rule from an
/// inner group are left out. False if no square lies between legs, or if there is a repetition, over which pieces would
/// have to be counted.
pub(super) fn ask_one(items: &mut [Item], number: usize) -> bool {
    if items.iter().any(is_group) {
        return false;
    }
    let mut found = false;
    for i in 1..items.len() {
        let is_between = items[i].leg().is_some() && items[i - 1].leg().is_some();
        if is_between && items[i - 1].between.is_none() {
            items[i - 1].between = Some(Between::OneOf(number));
            found = true;
        }
    }
    found
}

/// Numbers the legs of repetitions that [`spread`] writes several times: in all of them they take the same course.
pub(super) fn number_copies(items: &mut [Item]) {
    let mut next = 0;
    for item in items {
        let ItemKind::Group { body, .. } = &mut item.kind else { continue };
        if spreads(body) > 1 {
            each_leg(body, &mut |leg| {
                leg.same_as = Some(next);
                next += 1;
            });
        }
    }
}

/// The number of the set that the square behind an item belongs to.
fn number(item: &Item) -> Option<usize> {
    if let Some(Between::OneOf(number)) = item.between { Some(number) } else { None }
}

/// How many rows [`spread`] makes, those within repetitions taken with all others.
pub(super) fn spreads(items: &[Item]) -> usize {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut rows = 1usize;
    for item in items {
        if let Some(number) = number(item) {
            *sizes.entry(number).or_default() += 1;
        }
        if let ItemKind::Group { body, .. } = &item.kind {
            rows = rows.saturating_mul(spreads(body));
        }
    }
    sizes.into_values().fold(rows, usize::saturating_mul)
}

/// The rows in which one of each set of squares is occupied, at the outermost level; inside a repetition every copy has
/// the choice.
pub(super) fn spread(items: &[Item]) -> Vec<Vec<Item>> {
    let mut rows = vec![items.to_vec()];
    while let Some(set) = rows[0].iter().find_map(number) {
        let places: Vec<usize> = (0..items.len()).filter(|&i| number(&items[i]) == Some(set)).collect();
        let at = |row: &Vec<Item>, hurdle: usize| {
            let mut row = row.clone();
            for &i in &places {
                let transit = if i == hurdle { Transit::OCCUPIED } else { Transit::EMPTY };
                row[i].between = Some(Between::Each(transit));
            }
            row
        };
        rows = rows.iter().flat_map(|row| places.iter().map(move |&i| at(row, i))).collect();
    }
    for item in rows.iter_mut().flatten() {
        if let ItemKind::Group { body, .. } = &mut item.kind {
            let mut choice = spread(body);
            *body = if choice.len() == 1 { choice.remove(0) } else { vec![Item::new(ItemKind::Choice(choice))] };
        }
    }
    rows
}

/// A chain as it was written, and the sets of its joints of which exactly one is on a piece.
pub(super) struct Hurdled<'a> {
    pub chain: &'a Chain,
    /// The joints of each such choice, by number.
    pub sets: Vec<Vec<usize>>,
}

impl Hurdled<'_> {
    /// The chain as it was written: the chain itself, unless it is a single choice.
    pub fn of(whole: &Chain) -> Written<Hurdled<'_>> {
        let [Link { part: Part::Choice(chains), .. }] = &whole.links[..] else {
            return Ok(Hurdled { chain: whole, sets: Vec::new() });
        };
        let Some(chain) = chains.first() else { return Err(cannot(CHOICE)) };
        let hurdled = Hurdled { chain, sets: sets(chains) };
        if hurdled.shares_courses() && hurdled.is_well_nested() && hurdled.ways() == *chains {
            Ok(hurdled)
        } else {
            Err(cannot(CHOICE))
        }
    }

    /// Whether the alternatives share the courses of their legs in every copy
    /// ([`Leg::same_as`](betza_ir::Leg::same_as)).
    fn shares_courses(&self) -> bool {
        !self.chain.any_leg(&|leg| leg.same_as.is_none())
    }

    /// Whether parentheses around each set hold no other joint that `j` would ask, and no part of another set.
    fn is_well_nested(&self) -> bool {
        let parts = &self.chain.links;
        let is_effect = |i: usize| matches!(parts[i].part, Part::Effect(_));
        let holds = |set: &Vec<usize>| {
            let (first, last) = (set[0], set[set.len() - 1]);
            (first + 1..last).filter(|i| !set.contains(i)).all(|i| match self.sets.iter().find(|s| s.contains(&i)) {
                Some(inner) => inner.iter().all(|i| (first..last).contains(i)),
                None => is_effect(i) || is_effect(i + 1) || has_inner_rule(&parts[i].joint),
            })
        };
        self.sets.iter().all(holds)
    }

    /// All ways to put one piece on a joint of each set, in the order in which they are read.
    fn ways(&self) -> Vec<Chain> {
        let mut ways = vec![self.chain.clone()];
        for set in &self.sets {
            let at = |way: &Chain, hurdle: usize| {
                let mut way = way.clone();
                for &i in set {
                    way.links[i].joint = Joint::on(if i == hurdle { Transit::OCCUPIED } else { Transit::EMPTY });
                }
                way
            };
            ways = ways.iter().flat_map(|way| set.iter().map(move |&i| at(way, i))).collect();
        }
        ways
    }
}

/// Whether an inner `e` or `j` applies to this joint.
fn has_inner_rule(joint: &Joint) -> bool {
    matches!(joint.onward, Transit::ANY | Transit::OCCUPIED)
}

/// The joints that are on a piece in some of the chains only, grouped into sets of which no chain has two on a piece.
fn sets(chains: &[Chain]) -> Vec<Vec<usize>> {
    let on_piece = |chain: &Chain, i: usize| chain.links.get(i).is_some_and(|l| l.joint.onward == Transit::OCCUPIED);
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for i in 0..chains[0].links.len() {
        let number = chains.iter().filter(|chain| on_piece(chain, i)).count();
        if number == 0 || number == chains.len() {
            continue;
        }
        let apart = |&j: &usize| !chains.iter().any(|chain| on_piece(chain, i) && on_piece(chain, j));
        match sets.iter_mut().find(|set| set.iter().all(apart)) {
            Some(set) => set.push(i),
            None => sets.push(vec![i]),
        }
    }
    sets
}

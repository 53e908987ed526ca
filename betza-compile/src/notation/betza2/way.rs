//! Ways to move, multiplied out, and what can be asked of them.

use super::super::direction::{Group, Letter};
use super::super::letters;
use super::syntax::{Eruption, Prefix};
use crate::geometry::Vector;
use crate::ir::{Acts, Count, Footing, Landing, Modes, Pass, Transit, Victims};
use std::collections::BTreeSet;
use std::ops::Range;

/// One way to move, multiplied out.
#[derive(Clone, Default)]
pub(super) struct Way {
    pub items: Vec<Item>,
    pub unmoved: bool,
}

#[derive(Clone)]
pub(super) struct Item {
    /// The same in ways that share this part, told apart otherwise.
    pub key: usize,
    pub part: Part,
    /// What holds of the square after it between copies of a group, instead of its own modality.
    pub then: Option<Transit>,
}

#[derive(Clone)]
pub(super) enum Part {
    Leg(Box<Spec>),
    /// Copies joined by `between`. The first leg of the copies after the first reads these directions instead of its own.
    Group {
        body: Vec<Item>,
        count: Count,
        later: Option<Vec<Group>>,
        between: Transit,
    },
    /// One of several ways: what a group of alternatives repeats.
    Choice(Vec<Vec<Item>>),
}

/// A leg to be.
#[derive(Clone)]
pub(super) struct Spec {
    pub sets: Vec<Vec<Vector>>,
    pub directions: Vec<Group>,
    pub count: Count,
    pub footing: Footing,
    pub pass: Pass,
    pub same_length: Option<Range<usize>>,
    pub modality: Modality,
    pub eruption: Option<Eruption>,
    /// Wraps around the side edges: `o` on a last leg.
    pub wraps: bool,
    /// Only steps of this size, of a `K` or `Q` that is split.
    pub only: Option<(u16, u16)>,
    pub span: Range<usize>,
}

/// The letters `m p t c d u o g` of a leg, and which victims must not have moved.
#[derive(Clone, Default)]
pub(super) struct Modality {
    pub letters: Vec<(char, Range<usize>)>,
    pub victims: Victims,
}

impl Modality {
    /// Whether both say the same.
    pub fn agrees(&self, other: &Modality) -> bool {
        let letters = |m: &Modality| m.letters.iter().map(|(c, _)| *c).collect::<BTreeSet<char>>();
        letters(self) == letters(other) && self.victims == other.victims
    }

    pub fn has(&self, letter: char) -> bool {
        self.letters.iter().any(|(c, _)| *c == letter)
    }

    pub fn find(&self, letters: &str) -> Option<(char, Range<usize>)> {
        self.letters.iter().find(|(c, _)| letters.contains(*c)).cloned()
    }

    pub fn without(&self, letters: &str) -> Modality {
        let kept = self.letters.iter().filter(|(c, _)| !letters.contains(*c)).cloned();
        Modality { letters: kept.collect(), victims: self.victims }
    }

    /// On a leg that is not the last (SEMANTICS T2).
    pub fn transit(&self) -> Transit {
        let none = Acts::empty();
        let of = |letter| match letter {
            'm' => Transit::EMPTY,
            'p' => Transit::OCCUPIED,
            't' => Transit::FRIEND,
            'c' => Transit::TAKE_FOE,
            'd' => Transit::TAKE_FRIEND,
            'u' => Transit::new(Acts::SWAP, Acts::SWAP, Acts::SWAP),
            'o' => Transit::OFF,
            _ => Transit::new(none, none, none),
        };
        let union = self.letters.iter().map(|(c, _)| of(*c)).reduce(Transit::or).unwrap_or(Transit::EMPTY);
        Transit { victims: self.victims, ..union }
    }

    /// On a last leg (SEMANTICS T3, T6).
    pub fn landing(&self) -> Landing {
        let of = |letter| match letter {
            'm' => Modes::MOVE,
            'c' => Modes::CAPTURE,
            'd' => Modes::DESTROY,
            'u' => Modes::SWAP,
            _ => Modes::empty(),
        };
        let modes = self.letters.iter().fold(Modes::empty(), |modes, (c, _)| modes | of(*c));
        let modes = if modes.is_empty() { Modes::MOVE | Modes::CAPTURE } else { modes };
        Landing { modes, victims: self.victims }
    }
}

/// The first leg, if it is a single one.
pub(super) fn first_leg(items: &mut [Item]) -> Option<&mut Spec> {
    match &mut items.first_mut()?.part {
        Part::Leg(spec) => Some(spec),
        Part::Group { body, .. } => first_leg(body),
        Part::Choice(_) => None,
    }
}

/// The last leg, if it is a single one.
pub(super) fn last_leg(items: &mut [Item]) -> Option<&mut Spec> {
    match &mut items.last_mut()?.part {
        Part::Leg(spec) => Some(spec),
        Part::Group { body, .. } => last_leg(body),
        Part::Choice(_) => None,
    }
}

pub(super) fn first_spec(item: &Item) -> Option<&Spec> {
    match &item.part {
        Part::Leg(spec) => Some(spec),
        Part::Group { body, .. } => body.first().and_then(first_spec),
        Part::Choice(ways) => ways.first()?.first().and_then(first_spec),
    }
}

pub(super) fn last_modality(item: &Item) -> Modality {
    match &item.part {
        Part::Leg(spec) => spec.modality.clone(),
        Part::Group { body, .. } => body.last().map(last_modality).unwrap_or_default(),
        // That of each of them.
        Part::Choice(ways) => ways.first().and_then(|items| items.last()).map(last_modality).unwrap_or_default(),
    }
}

pub(super) fn erupts(item: &Item) -> Option<Eruption> {
    match &item.part {
        Part::Leg(spec) => spec.eruption.clone(),
        Part::Group { body, .. } => body.iter().find_map(erupts),
        Part::Choice(ways) => ways.iter().flatten().find_map(erupts),
    }
}

pub(super) fn parts(items: &[Item]) -> usize {
    let of = |item: &Item| match &item.part {
        Part::Leg(_) => 1,
        Part::Group { body, .. } => 1 + parts(body),
        Part::Choice(ways) => ways.iter().map(|items| parts(items)).sum(),
    };
    items.iter().map(of).sum()
}

pub(super) fn is_zero(spec: &Spec) -> bool {
    spec.sets.concat() == [Vector::ZERO]
}

pub(super) fn is_king_step(spec: &Spec) -> bool {
    spec.sets.iter().flatten().all(|v| v.king_steps() <= 1)
}

/// Whether nothing but straight on and empty squares is said of the copies after the first. Without directions before the number they
/// have those of the first, `own`.
pub(super) fn is_plain(prefix: &Prefix, own: &[Group], sets: &[Vec<Vector>]) -> bool {
    let only_empty = prefix.letters.iter().all(|(c, _)| *c == 'm');
    let directions = if prefix.directions.is_empty() { own } else { &prefix.directions };
    let set = [sets.concat()];
    let straight = set[0].iter().all(|&v| letters::chosen(directions, &set, letters::ahead, Some(v)) == [v]);
    only_empty && straight && prefix.eruption.is_none() && !prefix.unmoved
}

pub(super) fn is_ahead(directions: &[Group]) -> bool {
    directions.is_empty() || directions == ahead()
}

pub(super) fn ahead() -> Vec<Group> {
    vec![Group::Single(Letter::F)]
}

/// Whether directions of the first copy mean in the others what theirs do. Without letters it is straight on, at the start of a move by
/// the heading.
pub(super) fn is_same(own: &[Group], later: &[Group]) -> bool {
    own == later || (own.is_empty() && is_ahead(later))
}

/// Whether this is a repeated group whose copies have directions other than its first, or holds one.
pub(super) fn bends_inside(item: &Item) -> bool {
    match &item.part {
        Part::Leg(_) => false,
        Part::Choice(ways) => ways.iter().flatten().any(bends_inside),
        Part::Group { body, later, .. } => {
            let own = first_spec(item).map(|spec| spec.directions.clone()).unwrap_or_default();
            later.as_ref().is_some_and(|later| !is_same(&own, later)) || body.iter().any(bends_inside)
        }
    }
}

/// Whether copies of a leg are just a ride of it.
pub(super) fn can_ride(spec: &Spec, copies: &Prefix) -> bool {
    let once = spec.count == Count::ONCE && spec.pass == Pass::Clear && !is_zero(spec);
    once && is_plain(copies, &spec.directions, &spec.sets)
}

pub(super) fn modality(prefix: &Prefix) -> Modality {
    let letters = prefix.letters.iter().filter(|(c, _)| "mptcduog".contains(*c)).cloned().collect();
    let mut victims = Victims::empty();
    victims.set(Victims::UNMOVED_FOE, prefix.unmoved_foe);
    victims.set(Victims::UNMOVED_FRIEND, prefix.unmoved_friend);
    Modality { letters, victims }
}

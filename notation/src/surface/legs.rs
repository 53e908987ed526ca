//! Alternatives multiplied out: rows of legs, repeated groups and effects, before directions are resolved.

use super::{Eruption, Join};
use crate::atoms::{Atom, Bend};
use crate::direction::LetterGroup;
use betza_ir::geometry::Vector;
use betza_ir::sorted::distinct;
use betza_ir::{Acts, Count, Effect, Footing, Landing, Modes, Pass, Transit, Victims};
use std::ops::Range;

/// One of the alternatives of a notation, multiplied out.
#[derive(Clone, Default)]
pub(in super::super) struct Alternative {
    pub items: Vec<Item>,
    /// Only while the mover has not moved.
    pub unmoved: bool,
}

/// A leg, a repeated group or an effect, and what holds of the square behind it.
#[derive(Clone)]
pub(in super::super) struct Item {
    /// Equal in alternatives that share this item. Only `betza2` uses it.
    pub key: usize,
    pub kind: ItemKind,
    /// What holds of the square behind it if more follows, instead of its own modality.
    pub between: Option<Between>,
}

impl Item {
    /// An item that no other alternative shares.
    pub fn new(kind: ItemKind) -> Item {
        Item { key: 0, kind, between: None }
    }

    /// The leg, if it is one.
    pub fn leg(&self) -> Option<&LegSpec> {
        if let ItemKind::Leg(spec) = &self.kind { Some(spec) } else { None }
    }
}

/// What an item is.
#[derive(Clone)]
pub(in super::super) enum ItemKind {
    Leg(Box<LegSpec>),
    /// Copies joined by `between`.
    Group {
        body: Vec<Item>,
        count: Count,
        between: Transit,
        /// The directions of the first leg in the copies after the first, instead of its own.
        later: Option<Vec<LetterGroup>>,
        /// Every copy takes the vectors that the first one took.
        frozen: bool,
    },
    /// One of several rows, which a group repeats together.
    Choice(Vec<Vec<Item>>),
    Effect(Effect, Range<usize>),
}

/// The rule for a square between legs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Between {
    /// This rule.
    Each(Transit),
    /// Of all squares with the same number exactly one is occupied (`j` over several legs of `bex`).
    OneOf(usize),
}

/// A leg whose directions are not resolved yet.
#[derive(Clone)]
pub(in super::super) struct LegSpec {
    pub sets: Vec<Vec<Vector>>,
    /// Only steps of this size, of a `K` or `Q` that is split.
    pub only: Option<(u16, u16)>,
    pub join: Join,
    pub directions: Vec<LetterGroup>,
    pub bend: Option<Bend>,
    pub count: Count,
    pub footing: Footing,
    pub pass: Pass,
    /// It wraps around the side edges (`o` on a last leg of `betza2`).
    pub wraps: bool,
    /// Where `e` of `betza2` stands: it is as long as the nearest earlier leg.
    pub same_length: Option<Range<usize>>,
    /// The number that this leg has in all alternatives of a repeated choice
    /// ([`Leg::same_as`](betza_ir::Leg::same_as)).
    pub same_as: Option<u16>,
    pub modality: Modality,
    pub eruption: Option<Eruption>,
    pub span: Range<usize>,
}

impl LegSpec {
    /// The leg of a capital without prefixes.
    pub fn of(atom: &Atom, span: Range<usize>) -> LegSpec {
        LegSpec {
            sets: atom.sets(),
            only: None,
            join: Join::Start,
            directions: Vec::new(),
            bend: None,
            count: if atom.rides { Count::UNLIMITED } else { Count::ONCE },
            footing: Footing::Leap,
            pass: Pass::Clear,
            wraps: false,
            same_length: None,
            same_as: None,
            modality: Modality::default(),
            eruption: None,
            span,
        }
    }

    /// Whether it stays where it is.
    pub fn is_zero(&self) -> bool {
        self.sets.concat() == [Vector::ZERO]
    }

    /// Whether its steps leap over no square.
    pub fn is_king_step(&self) -> bool {
        self.sets.iter().flatten().all(|v| v.king_steps() <= 1)
    }
}

/// The letters that say what the square behind a leg may hold: `m` and `c` in both dialects, `p t d u o g` in `betza2`.
#[derive(Clone, Default)]
pub(in super::super) struct Modality {
    pub letters: Vec<(char, Range<usize>)>,
    pub victims: Victims,
}

impl Modality {
    /// One letter.
    pub fn letter(c: char, span: Range<usize>) -> Modality {
        Modality { letters: vec![(c, span)], victims: Victims::empty() }
    }

    /// Whether both say the same.
    pub fn agrees(&self, other: &Modality) -> bool {
        let letters = |m: &Modality| distinct(m.letters.iter().map(|(c, _)| *c));
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

    /// The rule of the square behind a leg that is not the last (docs/notation, X1, T2); `None` if no letter is
    /// written.
    pub fn transit(&self) -> Option<Transit> {
        let none = Acts::empty();
        let of = |letter| match letter {
            'm' => Transit::EMPTY,
            // A leg written behind `g` is the step that `g` alone implies: `gQ` is `gQ-K` (T3).
            'p' | 'g' => Transit::OCCUPIED,
            't' => Transit::FRIEND,
            'c' => Transit::TAKE_FOE,
            'd' => Transit::TAKE_FRIEND,
            'u' => Transit::new(Acts::SWAP, Acts::SWAP, Acts::SWAP),
            'o' => Transit::OFF,
            _ => Transit::new(none, none, none),
        };
        let union = self.letters.iter().map(|(c, _)| of(*c)).reduce(Transit::or)?;
        Some(Transit { victims: self.victims, ..union })
    }

    /// How the move may end on the square behind a last leg (M4, T3, T6).
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

/// Whether there is a leg in it.
fn has_leg(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Leg(_) | ItemKind::Choice(_) => true,
        ItemKind::Group { body, .. } => body.iter().any(has_leg),
        ItemKind::Effect(..) => false,
    }
}

/// The first or last leg of an item, by `edge`.
fn edge_leg(item: &mut Item, edge: fn(&mut [Item]) -> Option<&mut LegSpec>) -> Option<&mut LegSpec> {
    match &mut item.kind {
        ItemKind::Leg(spec) => Some(spec),
        ItemKind::Group { body, .. } => edge(body),
        ItemKind::Choice(_) | ItemKind::Effect(..) => None,
    }
}

/// The first leg, inside groups too; none if it is that of several rows repeated together.
pub(in super::super) fn first_leg(items: &mut [Item]) -> Option<&mut LegSpec> {
    edge_leg(items.iter_mut().find(|item| has_leg(item))?, first_leg)
}

/// The last leg, inside groups too; none if it is that of several rows repeated together.
pub(in super::super) fn last_leg(items: &mut [Item]) -> Option<&mut LegSpec> {
    edge_leg(items.iter_mut().rfind(|item| has_leg(item))?, last_leg)
}

/// The first leg of an item; of several rows repeated together, the first row's.
pub(in super::super) fn first_spec(item: &Item) -> Option<&LegSpec> {
    match &item.kind {
        ItemKind::Leg(spec) => Some(spec),
        ItemKind::Group { body, .. } => body.first().and_then(first_spec),
        ItemKind::Choice(rows) => rows.first()?.first().and_then(first_spec),
        ItemKind::Effect(..) => None,
    }
}

/// The leg with which an item ends; of several rows repeated together, the first row's.
pub(in super::super) fn last_spec(item: &Item) -> Option<&LegSpec> {
    match &item.kind {
        ItemKind::Leg(spec) => Some(spec),
        ItemKind::Group { body, .. } => body.last().and_then(last_spec),
        ItemKind::Choice(rows) => rows.first()?.last().and_then(last_spec),
        ItemKind::Effect(..) => None,
    }
}

/// The modality of the leg with which an item ends.
pub(in super::super) fn last_modality(item: &Item) -> Modality {
    last_spec(item).map(|spec| spec.modality.clone()).unwrap_or_default()
}

/// The number of legs and effects in a row, groups counted as one more.
pub(in super::super) fn parts(items: &[Item]) -> usize {
    let of = |item: &Item| match &item.kind {
        ItemKind::Leg(_) | ItemKind::Effect(..) => 1,
        ItemKind::Group { body, .. } => 1 + parts(body),
        ItemKind::Choice(rows) => rows.iter().map(|items| parts(items)).sum(),
    };
    items.iter().map(of).sum()
}

//! Multiplies out the tree: choices and groups become alternatives, and prefixes find their legs.

use super::legs::{Alternative, Item, ItemKind, first_leg, last_modality, parts};
use super::{Base, Bracket, Choice, Join, Prefix, Read, Unit};
use crate::atoms::{Atom, king_goes_straight_on};
use crate::numbers::{MOVES_LIMIT, PARTS_LIMIT, within};
use crate::{Code, Diagnostic, Dialect};
use betza_ir::{Condition, Count, Move, draft::DraftLink, draft::resolve};
use std::ops::Range;

/// What a dialect's units mean.
pub(in super::super) trait Lower {
    /// An item of its own.
    fn item(&mut self, kind: ItemKind) -> Item {
        Item::new(kind)
    }

    /// Checks a prefix by itself, whatever it stands before.
    fn check_prefix(prefix: &Prefix) -> Read<()>;

    /// The leg of an atom without its prefix, with as much of its repetition as a single leg holds.
    fn leg(&mut self, atom: &Atom, unit: &Unit) -> Item;

    /// What a bracket does that stands by itself.
    fn bracket(&mut self, _: &Bracket, _: &Range<usize>) -> Read<Vec<Item>> {
        Ok(Vec::new())
    }

    /// Applies the prefix of a unit to one of its alternatives.
    fn modify(&mut self, alternative: &mut Alternative, unit: &Unit) -> Read<()>;

    /// Repeats the alternatives of a unit.
    fn repeat(&mut self, alternatives: Vec<Alternative>, unit: &Unit) -> Read<Vec<Alternative>>;

    /// The dialect, for warnings.
    const DIALECT: Dialect;

    /// Takes a warning, if there is one that has not been given yet.
    fn notice(&mut self, warning: Option<Diagnostic>);

    /// Checks that two rows can be joined.
    fn check_join(_before: &[Item], _after: &[Item], _: Join) -> Read<()> {
        Ok(())
    }

    /// The alternatives of a choice.
    fn choice(&mut self, choice: &Choice) -> Read<Vec<Alternative>> {
        let mut alternatives = Vec::new();
        for chain in &choice.chains {
            alternatives.extend(self.chain(chain)?);
            within(alternatives.len(), MOVES_LIMIT, "moves", &chain[0].span)?;
        }
        Ok(alternatives)
    }

    /// Every alternative of each unit behind every one of the units before.
    fn chain(&mut self, chain: &[Unit]) -> Read<Vec<Alternative>> {
        let mut alternatives = vec![Alternative::default()];
        for unit in chain {
            let next = self.unit(unit)?;
            let number = alternatives.len() * next.len();
            within(number, MOVES_LIMIT, "moves", &unit.span)?;
            let mut longer = Vec::with_capacity(number);
            for before in &alternatives {
                for after in &next {
                    let mut all = before.clone();
                    let mut items = after.items.clone();
                    if let (Join::Ahead | Join::Any, Some(leg)) = (unit.join, first_leg(&mut items)) {
                        leg.join = unit.join;
                    }
                    Self::check_join(&all.items, &items, unit.join)?;
                    if let (1, Base::Atom(atom)) = (all.items.len(), &unit.base)
                        && unit.join == Join::Ahead
                        && unit.prefix.directions.is_empty()
                        && is_step(&all.items[0])
                    {
                        self.notice(king_goes_straight_on(atom, unit.span.clone(), Self::DIALECT));
                    }
                    all.items.extend(items);
                    all.unmoved |= after.unmoved;
                    within(parts(&all.items), PARTS_LIMIT, "legs in one move", &unit.span)?;
                    longer.push(all);
                }
            }
            alternatives = longer;
        }
        Ok(alternatives)
    }

    fn unit(&mut self, unit: &Unit) -> Read<Vec<Alternative>> {
        Self::check_prefix(&unit.prefix)?;
        let mut alternatives = match &unit.base {
            Base::Atom(atom) => {
                let leg = self.leg(atom, unit);
                vec![Alternative { items: vec![leg], unmoved: false }]
            }
            Base::Group(choice) => self.choice(choice)?,
            Base::Bracket(bracket) => vec![Alternative { items: self.bracket(bracket, &unit.span)?, unmoved: false }],
        };
        for alternative in &mut alternatives {
            self.modify(alternative, unit)?;
        }
        self.repeat(alternatives, unit)
    }
}

/// Whether an item is a leap behind which the move goes on without a hop. Behind rides and hops the documents
/// themselves have `K` for a step straight on, as in the Grasshopper.
fn is_step(item: &Item) -> bool {
    let modality = last_modality(item);
    item.leg().is_some_and(|leg| leg.count == Count::ONCE) && modality.find("pgt").is_none()
}

/// The move of a draft.
pub(in super::super) fn finish(draft: &[DraftLink], unmoved: bool) -> Move {
    let mut m = Move::new(resolve(draft));
    m.condition = if unmoved { Condition::UNMOVED } else { Condition::empty() };
    m
}

/// The error of a prefix before a group, for something that a leg inside has already.
pub(in super::super) fn twice(prefix: &Prefix, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::Conflict,
        prefix.span.clone(),
        format!("a leg inside the group has {what} of its own"),
        "write them in one place, inside or before the group",
    )
}

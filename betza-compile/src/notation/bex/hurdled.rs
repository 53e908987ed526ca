//! A choice of paths that `j` over several squares has made, seen as the one path that was written.

use super::write::{CHOICE, Written, cannot};
use crate::ir::{Chain, Joint, Link, Part, Transit};

/// A path, and of which of its joints just one is on a piece.
pub(super) struct Hurdled<'a> {
    pub chain: &'a Chain,
    /// The joints of each such choice, by number.
    pub sets: Vec<Vec<usize>>,
}

impl Hurdled<'_> {
    /// The path that this chain stands for: itself, unless all of it is a choice.
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

    /// Whether each leg is the same one in every copy, whatever way the copy takes.
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
                None => is_effect(i) || is_effect(i + 1) || is_said(&parts[i].joint),
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

/// Whether an inner `e` or `j` speaks of this joint.
fn is_said(joint: &Joint) -> bool {
    matches!(joint.onward, Transit::ANY | Transit::OCCUPIED)
}

/// The joints that are not always on a piece, those together that never are at once.
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

//! Puts moves together that one text can say: `caK` and `cabK` are one capture and any second step.

use super::{by_act, stop_or_go, with_chain};
use betza_ir::geometry::Vector;
use betza_ir::sorted;
use betza_ir::{Chain, Course, Leg, Link, Move, Part, Steps, Turn};
use std::collections::BTreeMap;

/// The moves, those put together that `shorter` says are better so.
pub(super) fn merged(moves: &[Move], shorter: &dyn Fn(&Move, &Move, &Move) -> bool) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let mut i = 0;
    while i < moves.len() {
        let partner = (i + 1..moves.len()).find_map(|j| {
            let both = union(&moves[i], &moves[j])?;
            shorter(&moves[i], &moves[j], &both).then_some((j, both))
        });
        match partner {
            Some((j, both)) => {
                moves[i] = both;
                moves.remove(j);
                // The union may have a partner before it.
                i = 0;
            }
            None => i += 1,
        }
    }
    moves
}

/// Every move for each thing that its joints may do.
pub(super) fn apart(moves: &[Move]) -> Vec<Move> {
    fn split(m: &Move, depth: usize, out: &mut Vec<Move>) {
        match stop_or_go(m).or_else(|| by_act(m)).filter(|_| depth > 0) {
            Some(parts) => parts.iter().for_each(|part| split(part, depth - 1, out)),
            None if out.contains(m) => {}
            None => out.push(m.clone()),
        }
    }
    let mut out = Vec::new();
    moves.iter().for_each(|m| split(m, 4, &mut out));
    out
}

/// One move with the paths of two that differ in the steps of legs alone. Where both enter a leg in the same heading,
/// the steps may differ in one leg only: else a path could begin as one move and end as the other.
pub(super) fn union(a: &Move, b: &Move) -> Option<Move> {
    let (x, y) = (&a.chain.links, &b.chain.links);
    let alike = Move { chain: Chain::default(), ..a.clone() } == Move { chain: Chain::default(), ..b.clone() };
    if !alike || x.len() != y.len() || a.sectors != betza_ir::Sectors::ALL {
        return None;
    }
    let mut differing = 0;
    let mut links = Vec::with_capacity(x.len());
    for (first, second) in x.iter().zip(y) {
        if first == second {
            links.push(first.clone());
            continue;
        }
        let (Part::Leg(p), Part::Leg(q)) = (&first.part, &second.part) else { return None };
        let bare = |leg: &Leg| Leg { steps: Steps::Anywhere, ..leg.clone() };
        let (Steps::Turns(s), Steps::Turns(t)) = (&p.steps, &q.steps) else { return None };
        if bare(p) != bare(q) || first.joint != second.joint {
            return None;
        }
        let mut turns: BTreeMap<Option<Vector>, Vec<Course>> =
            s.iter().map(|turn| (turn.heading, turn.courses.clone())).collect();
        let mut differs = false;
        for turn in t {
            let courses = turns.entry(turn.heading).or_insert_with(|| turn.courses.clone());
            if *courses != turn.courses {
                differs = true;
                courses.extend(turn.courses.iter().cloned());
                sorted::sort(courses);
                courses.dedup();
            }
        }
        differing += usize::from(differs);
        let steps = Steps::Turns(turns.into_iter().map(|(heading, courses)| Turn { heading, courses }).collect());
        links.push(Link { part: Part::Leg(Leg { steps, ..p.clone() }), joint: first.joint });
    }
    (differing == 1).then(|| with_chain(a, links))
}

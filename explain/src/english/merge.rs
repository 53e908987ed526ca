//! Joins moves that differ only in the directions of their first step, so that they are explained together: `WF`, `RB`,
//! `K--K`.

use betza_ir::sorted;
use betza_ir::{Chain, Course, Effect, Leg, Move, Part, Steps, Turn};

/// The moves, those that can be told together joined into one.
pub(super) fn merged(moves: &[Move]) -> Vec<Move> {
    let mut out: Vec<Move> = Vec::new();
    for m in moves {
        let joined = out.iter_mut().any(|other| {
            join(other, m).is_some_and(|both| {
                *other = both;
                true
            })
        });
        if !joined {
            out.push(m.clone());
        }
    }
    out
}

fn join(a: &Move, b: &Move) -> Option<Move> {
    let chain = join_chains(&a.chain, &b.chain)?;
    let same = Move { chain: chain.clone(), ..a.clone() } == Move { chain: chain.clone(), ..b.clone() };
    same.then(|| Move { chain, ..a.clone() })
}

/// The chains as one, if they differ in the steps of their links only.
fn join_chains(a: &Chain, b: &Chain) -> Option<Chain> {
    if a.links.len() != b.links.len() {
        return None;
    }
    let mut chain = a.clone();
    for (link, other) in chain.links.iter_mut().zip(&b.links) {
        if link.joint != other.joint {
            return None;
        }
        match (&mut link.part, &other.part) {
            (Part::Leg(x), Part::Leg(y)) => *x = join_legs(x, y)?,
            (Part::Group(x), Part::Group(y)) => {
                x.body = join_chains(&x.body, &y.body)?;
                if (x.count, x.between, x.frozen) != (y.count, y.between, y.frozen) {
                    return None;
                }
            }
            (Part::Choice(x), Part::Choice(y)) if x == y => {}
            (Part::Effect(x), Part::Effect(y)) => *x = join_effects(x, y)?,
            _ => return None,
        }
    }
    Some(chain)
}

fn join_effects(a: &Effect, b: &Effect) -> Option<Effect> {
    match (a, b) {
        (Effect::Erupt { fragments: x, explodes }, Effect::Erupt { fragments: y, explodes: too }) => {
            let fragments = (explodes == too && x.len() == y.len())
                .then(|| x.iter().zip(y).map(|(x, y)| join_chains(x, y)).collect::<Option<Vec<Chain>>>())??;
            Some(Effect::Erupt { fragments, explodes: *explodes })
        }
        _ => (a == b).then(|| a.clone()),
    }
}

fn join_legs(a: &Leg, b: &Leg) -> Option<Leg> {
    let (Steps::Turns(x), Steps::Turns(y)) = (&a.steps, &b.steps) else { return (a == b).then(|| a.clone()) };
    let mut turns = x.clone();
    for turn in y {
        match turns.binary_search_by(|t| t.heading.cmp(&turn.heading)) {
            Err(place) => turns.insert(place, turn.clone()),
            // The start of a move takes the directions of both, if they are a King's steps.
            Ok(place) if turn.heading.is_none() && are_kings(&turns[place]) && are_kings(turn) => {
                turns[place].courses.extend(turn.courses.iter().cloned());
                sorted::sort(&mut turns[place].courses);
                turns[place].courses.dedup();
            }
            Ok(place) if turns[place] == *turn => {}
            Ok(_) => return None,
        }
    }
    let joined = Leg { steps: Steps::Turns(turns), ..a.clone() };
    (Leg { steps: joined.steps.clone(), ..b.clone() } == joined).then_some(joined)
}

/// Whether all courses are straight and made of King's steps.
fn are_kings(turn: &Turn) -> bool {
    turn.courses.iter().all(|Course(steps)| matches!(&steps[..], [v] if v.king_steps() == 1))
}

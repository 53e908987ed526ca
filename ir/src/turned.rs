//! The same moves in another form: in the frame of White's board, and by their first courses.

use crate::geometry::Side;
use crate::sorted;
use crate::{Chain, Course, Effect, Link, Move, Part, Sectors, Steps, Turn};

impl Move {
    /// The same move in the absolute frame of White's board, if `side` owns the piece: Black's are turned by 180
    /// degrees. Moves that no turn changes, as a Queen's, then equal White's.
    #[must_use]
    pub fn for_side(&self, side: Side) -> Move {
        let mut turned = self.clone();
        if side == Side::Black {
            turn(&mut turned);
        }
        turned
    }

    /// Moves that make the same together: one for each course that the first leg may take, if the move begins with a
    /// leg over given steps; otherwise the move itself.
    #[must_use]
    pub fn by_first_course(&self) -> Vec<Move> {
        let Some(Link { part: Part::Leg(leg), .. }) = self.chain.links.first() else { return vec![self.clone()] };
        let Steps::Turns(_) = &leg.steps else { return vec![self.clone()] };
        let only = |course: &Course| {
            let mut part = self.clone();
            if let Part::Leg(leg) = &mut part.chain.links[0].part {
                leg.steps = Steps::Turns(vec![Turn { heading: None, courses: vec![course.clone()] }]);
            }
            part
        };
        leg.steps.courses(None).iter().map(only).collect()
    }

    /// Whether the move is one leg that may take more than one step.
    #[must_use]
    pub fn is_single_ride(&self) -> bool {
        matches!(&self.chain.links[..], [Link { part: Part::Leg(leg), .. }] if leg.is_ride())
    }
}

fn turn(m: &mut Move) {
    // Sixteen sectors clockwise: half a turn is eight of them.
    m.sectors = Sectors(m.sectors.0.rotate_left(8));
    turn_chain(&mut m.chain);
}

fn turn_chain(chain: &mut Chain) {
    for link in &mut chain.links {
        match &mut link.part {
            Part::Leg(leg) => turn_steps(&mut leg.steps),
            Part::Group(group) => turn_chain(&mut group.body),
            Part::Choice(chains) => chains.iter_mut().for_each(turn_chain),
            Part::Effect(effect) => turn_effect(effect),
        }
    }
}

fn turn_steps(steps: &mut Steps) {
    let Steps::Turns(turns) = steps else { return };
    for turn in &mut *turns {
        turn.heading = turn.heading.map(|heading| -heading);
        for Course(vectors) in &mut turn.courses {
            vectors.iter_mut().for_each(|v| *v = -*v);
        }
        sorted::sort(&mut turn.courses);
    }
    sorted::sort_by_key(turns, |turn| turn.heading);
}

fn turn_effect(effect: &mut Effect) {
    match effect {
        Effect::Ranged(moves) | Effect::Custodial(moves) | Effect::SwapPlaces(moves) => moves.iter_mut().for_each(turn),
        Effect::Erupt { fragments, .. } => fragments.iter_mut().for_each(turn_chain),
        Effect::Approach | Effect::Withdraw | Effect::Return | Effect::Vanish | Effect::Imitate => {}
    }
}

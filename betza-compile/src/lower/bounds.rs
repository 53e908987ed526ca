//! Upper bounds of what a chain does on any position: the squares that it may capture on, depend on and end on.
//!
//! A program is explored over a board on which every square may hold anything. The bounds may be too large, because
//! lengths that depend on earlier legs and earlier side effects of the path are ignored; they are never too small.

use super::coords::{At, advance};
use super::program::{EffectPlan, LegPlan, MAX_NESTING, Op, Program};
use crate::scene::is_far_off;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::hash::QuickSet;
use betza_ir::{Acts, Footing, Joint, Landing, Modes, Pass};
use std::sync::Arc;

/// With more states than this in all, the bounds of the remaining origins are the whole board.
const STATES: usize = 1 << 17;

/// The same with more steps than this: states that are met again take time too.
const WORK: usize = 1 << 21;

/// Upper bounds of what a chain does, by square.
#[derive(Clone, Debug)]
pub(super) struct Bounds<const N: usize> {
    /// The squares whose piece it could capture.
    pub captures: Arc<[Bitboard<N>]>,
    /// The squares from which it could capture what stands here.
    pub captured_from: Arc<[Bitboard<N>]>,
    /// The squares whose occupant could matter.
    pub seen: Arc<[Bitboard<N>]>,
    /// The squares where it could end.
    pub ends: Arc<[Bitboard<N>]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pc: u32,
    at: At,
    heading: Option<Vector>,
    leg_start: At,
    copies: [u16; MAX_NESTING],
}

struct Explorer<'a, const N: usize> {
    program: &'a Program<N>,
    board: &'a Board,
    /// For each leg that is frozen, the courses of all its headings, each once.
    frozen: &'a [Vec<u16>],
    origin: Square,
    /// The steps that may still be taken.
    work: usize,
    stack: Vec<State>,
    visited: QuickSet<State>,
    captures: Bitboard<N>,
    seen: Bitboard<N>,
    ends: Bitboard<N>,
}

/// Explores a program from every square; returns the steps that it took, too.
pub(super) fn of<const N: usize>(program: &Program<N>, board: &Board) -> (Bounds<N>, usize) {
    let area = board.area();
    let all: Bitboard<N> = board.squares().collect();
    let (mut captures, mut seen, mut ends) =
        (vec![Bitboard::EMPTY; area], vec![Bitboard::EMPTY; area], vec![Bitboard::EMPTY; area]);
    let frozen: Vec<Vec<u16>> = program.legs.iter().map(|leg| frozen_courses(program, leg)).collect();
    let (mut left, mut work, mut spent) = (STATES, WORK, 0);
    for origin in board.squares() {
        let (stack, visited) = (Vec::new(), QuickSet::default());
        let none = Bitboard::EMPTY;
        let frozen = &frozen[..];
        let mut explorer =
            Explorer { program, board, frozen, origin, work, stack, visited, captures: none, seen: none, ends: none };
        let i = origin.index();
        let is_done = explorer.run(left);
        spent += work - explorer.work;
        if is_done {
            (left, work) = (left - explorer.visited.len(), explorer.work);
            (captures[i], seen[i], ends[i]) = (explorer.captures, explorer.seen, explorer.ends);
        } else {
            (left, work) = (0, 0);
            (captures[i], seen[i], ends[i]) = (all, all, all);
        }
    }
    let mut captured_from = vec![Bitboard::EMPTY; area];
    for from in board.squares() {
        for to in captures[from.index()] {
            captured_from[to.index()].insert(from);
        }
    }
    let bounds =
        Bounds { captures: captures.into(), captured_from: captured_from.into(), seen: seen.into(), ends: ends.into() };
    (bounds, spent)
}

/// Returns the courses that a frozen leg may take. The first copy may have entered the leg in any heading.
fn frozen_courses<const N: usize>(program: &Program<N>, leg: &LegPlan) -> Vec<u16> {
    let turns = leg.turns.iter().flatten().filter(|_| leg.frozen);
    let mut courses: Vec<u16> =
        turns.flat_map(|t| &program.choices[t.1.start as usize..t.1.end as usize]).copied().collect();
    courses.sort_unstable();
    courses.dedup();
    courses
}

impl<const N: usize> Explorer<'_, N> {
    /// Explores everything; false if there are too many states or steps.
    fn run(&mut self, limit: usize) -> bool {
        let at = self.place(self.origin);
        let leg_start = if self.program.needs_leg_start { at } else { (0, 0) };
        self.push(State { pc: 0, at, heading: None, leg_start, copies: [0; MAX_NESTING] });
        while let Some(state) = self.stack.pop() {
            if self.visited.len() > limit || self.work == 0 {
                return false;
            }
            self.step(state);
        }
        self.work > 0
    }

    fn spend(&mut self) {
        self.work = self.work.saturating_sub(1);
    }

    fn push(&mut self, state: State) {
        self.spend();
        if self.visited.insert(state) {
            self.stack.push(state);
        }
    }

    fn place(&self, square: Square) -> At {
        (self.board.file(square) as i16, self.board.rank(square) as i16)
    }

    fn square(&self, at: At) -> Option<Square> {
        self.board.at(at.0.into(), at.1.into())
    }

    fn see(&mut self, at: At) {
        self.spend();
        if let Some(square) = self.square(at) {
            self.seen.insert(square);
        }
    }

    fn capture(&mut self, at: At) {
        if let Some(square) = self.square(at) {
            self.captures.insert(square);
        }
    }

    fn step(&mut self, mut state: State) {
        let program = self.program;
        let op = program.ops[state.pc as usize];
        state.pc += 1;
        match op {
            Op::Leg(number) => self.leg(number, state),
            Op::Joint(joint) => self.joint(&joint, state),
            Op::Stop(landing) => self.stop(landing, state.at),
            Op::Enter { depth } => {
                state.copies[usize::from(depth)] = 0;
                self.push(state);
            }
            Op::Repeat { depth, count, between, body, .. } => {
                let copies = &mut state.copies[usize::from(depth)];
                *copies += 1;
                let done = *copies;
                if count.max.is_none() {
                    *copies = done.min(count.min);
                }
                if done >= count.min {
                    let mut out = state;
                    out.copies[usize::from(depth)] = 0;
                    self.push(out);
                }
                if count.goes_on(done) {
                    state.pc = body;
                    self.joint(&between, state);
                }
            }
            Op::Effect(number) => self.effect(&program.effects[usize::from(number)], state),
            Op::Jump(to) => {
                state.pc = to;
                self.push(state);
            }
            Op::Fork(other) => {
                self.push(state);
                state.pc = other;
                self.push(state);
            }
        }
    }

    fn stop(&mut self, landing: Option<Landing>, at: At) {
        let (Some(Landing { modes, .. }), Some(square)) = (landing, self.square(at)) else { return };
        self.seen.insert(square);
        self.ends.insert(square);
        if modes.intersects(Modes::CAPTURE | Modes::DESTROY | Modes::SWAP) {
            self.captures.insert(square);
        }
        if modes.contains(Modes::EN_PASSANT) {
            // Which square the victim stands on depends on the position.
            self.captures |= self.board.squares().collect();
        }
    }

    fn joint(&mut self, joint: &Joint, state: State) {
        self.stop(joint.stop, state.at);
        let rule = joint.onward;
        self.see(state.at);
        let acts = match self.square(state.at) {
            Some(_) => rule.empty | rule.friend | rule.foe,
            None if is_far_off((state.at.0.into(), state.at.1.into())) => Acts::empty(),
            None => rule.off,
        };
        if acts.intersects(Acts::TAKE | Acts::SWAP) {
            self.capture(state.at);
        }
        if !acts.is_empty() {
            self.push(state);
        }
    }

    fn leg(&mut self, number: u16, mut state: State) {
        let program = self.program;
        let leg = &program.legs[usize::from(number)];
        self.see(state.at);
        if program.needs_leg_start {
            state.leg_start = state.at;
        }
        let Some(turns) = &leg.turns else {
            for square in self.board.squares() {
                let to = self.place(square);
                let leap = Vector::new(to.0 - state.at.0, to.1 - state.at.1);
                self.push(State { at: to, heading: Some(leap), ..state });
            }
            return;
        };
        let courses = if leg.frozen {
            &self.frozen[usize::from(number)][..]
        } else {
            let Ok(turn) = turns.binary_search_by_key(&state.heading, |t| t.0) else { return };
            &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize]
        };
        for &course in courses {
            self.ride(leg, &program.courses[usize::from(course)].0, state);
        }
    }

    fn ride(&mut self, leg: &LegPlan, course: &[Vector], mut state: State) {
        let (mut steps, mut rounds) = (0, 0);
        let mut first = state.at;
        while leg.count.goes_on(steps) && self.work > 0 {
            self.spend();
            let phase = usize::from(steps) % course.len();
            let step = course[phase];
            if leg.footing != Footing::Leap {
                self.see_under(leg, state.at, step);
            }
            if matches!(leg.pass, Pass::TakeOne | Pass::TakeApart) {
                let unit = step.reduced();
                let (mut at, mut left) = (advance(self.board, leg.wrap, state.at, unit), step - unit);
                while left != Vector::ZERO {
                    self.see(at);
                    self.capture(at);
                    (at, left) = (advance(self.board, leg.wrap, at, unit), left - unit);
                }
            }
            state.at = advance(self.board, leg.wrap, state.at, step);
            if step != Vector::ZERO {
                state.heading = Some(step);
            }
            steps += 1;
            if steps == 1 {
                first = state.at;
            } else if phase == 0 && state.at == first && steps > leg.count.min {
                // After the least number of steps and one more round, a ride has met all its squares.
                rounds += 1;
                if rounds == 2 {
                    return;
                }
            }
            self.see(state.at);
            if leg.count.allows(steps) || leg.pass == Pass::UpToPiece {
                self.push(state);
            }
            if self.square(state.at).is_none() {
                return;
            }
            if matches!(leg.pass, Pass::TakeOne | Pass::TakeApart) {
                self.capture(state.at);
            }
        }
        if leg.pass == Pass::UpToPiece {
            let step = course[usize::from(steps) % course.len()];
            self.see(advance(self.board, leg.wrap, state.at, step));
        }
    }

    /// Adds the squares that a lame leap may pass.
    fn see_under(&mut self, leg: &LegPlan, at: At, step: Vector) {
        let unit = Vector::new(step.dx.signum(), step.dy.signum());
        for dx in 0..=step.dx.unsigned_abs().min(32) as i16 {
            for dy in 0..=step.dy.unsigned_abs().min(32) as i16 {
                self.see(advance(self.board, leg.wrap, at, Vector::new(dx * unit.dx, dy * unit.dy)));
            }
        }
    }

    fn effect(&mut self, effect: &EffectPlan<N>, mut state: State) {
        let here = self.square(state.at);
        match effect {
            EffectPlan::Beside { behind } => {
                let (from, to) = (state.leg_start, state.at);
                let ahead = Vector::new(to.0 - from.0, to.1 - from.1).reduced();
                let (step, at) = if *behind { (-ahead, from) } else { (ahead, to) };
                let beside = (at.0 + step.dx, at.1 + step.dy);
                self.see(beside);
                self.capture(beside);
                self.push(state);
            }
            EffectPlan::Ranged(tables) => {
                if let Some(here) = here {
                    self.captures |= tables.may_capture(here);
                    self.seen |= tables.depends_on(here);
                    self.push(state);
                }
            }
            EffectPlan::Custodial(tables) => {
                if let Some(here) = here {
                    self.seen |= tables.depends_on(here);
                    for friend in tables.may_reach(here) {
                        let to = self.place(friend);
                        let way = Vector::new(to.0 - state.at.0, to.1 - state.at.1);
                        let unit = way.reduced();
                        let mut at = state.at;
                        while at != to {
                            self.see(at);
                            self.capture(at);
                            at = (at.0 + unit.dx, at.1 + unit.dy);
                        }
                    }
                }
                self.push(state);
            }
            EffectPlan::SwapPlaces(tables) => {
                if let Some(here) = here {
                    self.seen |= tables.depends_on(here);
                    self.captures.insert(here);
                    let is_last = matches!(self.program.ops[state.pc as usize], Op::Stop(_));
                    if !is_last || self.program.effects.iter().any(|e| matches!(e, EffectPlan::Erupt { .. })) {
                        // A piece that was put here may be captured later on the path, whatever its origin. So may one
                        // of two pieces that fragments put on the same square.
                        self.captures |= tables.may_reach(here);
                    }
                    for victim in tables.may_reach(here) {
                        self.push(State { at: self.place(victim), ..state });
                    }
                }
            }
            EffectPlan::Return => {
                state.at = self.place(self.origin);
                self.push(state);
            }
            EffectPlan::Vanish => self.push(state),
            EffectPlan::Imitate => {
                let all: Bitboard<N> = self.board.squares().collect();
                self.captures |= all;
                self.seen |= all;
                self.ends |= all;
            }
            EffectPlan::Erupt { fragments, .. } => {
                for &fragment in fragments {
                    self.push(State { pc: fragment, ..state });
                }
                self.push(state);
                // A fragment that exchanges pieces may put the mover elsewhere.
                let swaps = |op: &Op| match op {
                    Op::Joint(Joint { onward: o, .. }) | Op::Repeat { between: Joint { onward: o, .. }, .. } => {
                        (o.empty | o.friend | o.foe).contains(Acts::SWAP)
                    }
                    Op::Stop(landing) => landing.is_some_and(|l| l.modes.contains(Modes::SWAP)),
                    _ => false,
                };
                if self.program.ops.iter().any(swaps) || self.program.legs.iter().any(|leg| leg.unloads) {
                    for square in self.board.squares() {
                        self.push(State { at: self.place(square), ..state });
                    }
                }
            }
        }
    }
}

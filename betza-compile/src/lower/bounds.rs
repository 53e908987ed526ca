//! Upper bounds of what a chain does on any position: the squares that it may capture on, depend on and end on.
//!
//! A program is explored over a board on which every square may hold anything. The bounds may be too large, because
//! lengths that depend on earlier legs and earlier side effects of the path are ignored; they are never too small.
//!
//! On a large board it would be explored from a thousand squares. There it is explored once, on a plane without edges,
//! and the bounds are the vectors that were found.

mod ahead;

pub(super) use ahead::Ahead;

use super::coords::{At, advance};
use super::program::{EffectPlan, LegPlan, MAX_NESTING, Op, Program};
use super::square_sets::{SquareSets, Vectors};
use crate::scene::is_far_off;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::hash::QuickSet;
use betza_ir::{Acts, Footing, Joint, Landing, Modes, Pass, Wrap};
use std::sync::Arc;

/// With more states than this in all, the bounds of the remaining origins are the whole board.
const STATES: usize = 1 << 17;

/// The same with more steps than this: states that are met again take time too.
const WORK: usize = 1 << 21;

/// Upper bounds of what a chain does, by square.
#[derive(Clone, Debug)]
pub(super) struct Bounds<const N: usize> {
    /// The squares whose piece it could capture.
    pub captures: SquareSets<N>,
    /// The squares from which it could capture what stands here.
    pub captured_from: SquareSets<N>,
    /// The squares whose occupant could matter.
    pub seen: SquareSets<N>,
    /// The squares where it could end.
    pub ends: SquareSets<N>,
}

/// Where a program is explored.
#[derive(Clone, Copy)]
enum Ground<'a> {
    /// On the board, from this square.
    Board(&'a Board, Square),
    /// On a plane as large as boards are in each direction. A square of it stands for a square of the board or for one
    /// off the board.
    Plane,
}

/// A set of squares that was found.
#[derive(Clone, Debug)]
enum Found<const N: usize> {
    /// Squares of the board.
    Squares(Bitboard<N>),
    /// Squares of the plane.
    Vectors(Vectors),
    /// The whole plane.
    Plane,
}

impl<const N: usize> Found<N> {
    /// Nothing was found yet.
    fn none(ground: Ground<'_>) -> Found<N> {
        match ground {
            Ground::Board(..) => Found::Squares(Bitboard::EMPTY),
            Ground::Plane => Found::Vectors(Vectors::none()),
        }
    }

    /// Adds what lies there, if anything does.
    #[inline]
    fn insert(&mut self, ground: Ground<'_>, at: At) {
        match (self, ground) {
            (Found::Squares(set), Ground::Board(board, _)) => {
                if let Some(square) = board.at(at.0.into(), at.1.into()) {
                    set.insert(square);
                }
            }
            (Found::Vectors(vectors), _) => vectors.insert(at),
            _ => {}
        }
    }

    /// Adds these squares of the board, or the whole plane.
    fn insert_all(&mut self, squares: Bitboard<N>) {
        match self {
            Found::Squares(set) => *set |= squares,
            _ => *self = Found::Plane,
        }
    }

    /// Returns the squares; no square of a plane.
    fn squares(&self) -> Bitboard<N> {
        if let Found::Squares(set) = self { *set } else { Bitboard::EMPTY }
    }

    /// Returns for each square of the board what was found around it, and around which squares it was found.
    fn around(self, board: &Arc<Board>) -> [SquareSets<N>; 2] {
        match self {
            Found::Vectors(vectors) => SquareSets::around(vectors, board),
            _ => [(); 2].map(|()| SquareSets::Everywhere(board.squares().collect())),
        }
    }
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
    ground: Ground<'a>,
    /// For each leg that is frozen, the courses of all its headings, each once.
    frozen: &'a [Vec<u16>],
    /// The steps that may still be taken.
    work: usize,
    stack: Vec<State>,
    visited: QuickSet<State>,
    captures: Found<N>,
    seen: Found<N>,
    ends: Found<N>,
}

/// Explores a program; returns the steps that it took, too.
pub(super) fn of<const N: usize>(program: &Program<N>, board: &Arc<Board>) -> (Bounds<N>, usize) {
    let frozen = frozen_courses(program);
    if is_large(N) { once(program, board, &frozen) } else { from_each_square(program, board, &frozen) }
}

/// Explores a program from every square.
fn from_each_square<const N: usize>(program: &Program<N>, board: &Board, frozen: &[Vec<u16>]) -> (Bounds<N>, usize) {
    let area = board.area();
    let all: Bitboard<N> = board.squares().collect();
    let (mut captures, mut seen, mut ends) =
        (vec![Bitboard::EMPTY; area], vec![Bitboard::EMPTY; area], vec![Bitboard::EMPTY; area]);
    let (mut left, mut work, mut spent) = (STATES, WORK, 0);
    for origin in board.squares() {
        let mut explorer = Explorer::new(program, board, Ground::Board(board, origin), frozen, work);
        let i = origin.index();
        let is_done = explorer.run(left);
        spent += work - explorer.work;
        if is_done {
            (left, work) = (left - explorer.visited.len(), explorer.work);
            (captures[i], seen[i], ends[i]) =
                (explorer.captures.squares(), explorer.seen.squares(), explorer.ends.squares());
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
    let [captures, captured_from, seen, ends] =
        [captures, captured_from, seen, ends].map(|sets| SquareSets::Listed(sets.into()));
    (Bounds { captures, captured_from, seen, ends }, spent)
}

/// Explores a program on the plane. If its moves are not the same from everywhere, the bounds are the whole board.
fn once<const N: usize>(program: &Program<N>, board: &Arc<Board>, frozen: &[Vec<u16>]) -> (Bounds<N>, usize) {
    let mut explorer = Explorer::new(program, board, Ground::Plane, frozen, WORK);
    let is_done = is_same_everywhere(program) && explorer.run(STATES);
    let spent = WORK - explorer.work;
    let Explorer { captures, seen, ends, .. } = explorer;
    let found = if is_done { [captures, seen, ends] } else { [Found::Plane, Found::Plane, Found::Plane] };
    let [[captures, captured_from], [seen, _], [ends, _]] = found.map(|found| found.around(board));
    (Bounds { captures, captured_from, seen, ends }, spent)
}

/// Returns whether a program does the same from every square, but for what the edges of the board end.
fn is_same_everywhere<const N: usize>(program: &Program<N>) -> bool {
    let is_plain =
        |effect: &EffectPlan<N>| matches!(effect, EffectPlan::Beside { .. } | EffectPlan::Return | EffectPlan::Vanish);
    program.legs.iter().all(|leg| leg.wrap == Wrap::None && leg.turns.is_some()) && program.effects.iter().all(is_plain)
}

/// Returns the courses of a leg in all headings, each once.
fn courses_of<const N: usize>(program: &Program<N>, leg: &LegPlan) -> Vec<u16> {
    let turns = leg.turns.iter().flatten();
    let mut courses: Vec<u16> =
        turns.flat_map(|t| &program.choices[t.1.start as usize..t.1.end as usize]).copied().collect();
    courses.sort_unstable();
    courses.dedup();
    courses
}

/// Returns for each leg that is frozen the courses that it may take: the first copy may have entered it in any heading.
fn frozen_courses<const N: usize>(program: &Program<N>) -> Vec<Vec<u16>> {
    let of = |leg: &LegPlan| if leg.frozen { courses_of(program, leg) } else { Vec::new() };
    program.legs.iter().map(of).collect()
}

impl<'a, const N: usize> Explorer<'a, N> {
    fn new(
        program: &'a Program<N>,
        board: &'a Board,
        ground: Ground<'a>,
        frozen: &'a [Vec<u16>],
        work: usize,
    ) -> Explorer<'a, N> {
        let [captures, seen, ends] = [(); 3].map(|()| Found::none(ground));
        let (stack, visited) = (Vec::new(), QuickSet::default());
        Explorer { program, board, ground, frozen, work, stack, visited, captures, seen, ends }
    }

    /// Explores everything; false if there are too many states or steps.
    fn run(&mut self, limit: usize) -> bool {
        let at = self.origin();
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

    /// Returns where it is explored from.
    fn origin(&self) -> At {
        match self.ground {
            Ground::Board(_, origin) => self.place(origin),
            Ground::Plane => (0, 0),
        }
    }

    /// Returns whether a square may lie there.
    fn is_on_ground(&self, at: At) -> bool {
        match self.ground {
            Ground::Board(..) => self.square(at).is_some(),
            Ground::Plane => Vectors::contains(at),
        }
    }

    fn see(&mut self, at: At) {
        self.spend();
        self.seen.insert(self.ground, at);
    }

    fn capture(&mut self, at: At) {
        self.captures.insert(self.ground, at);
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
        let Some(Landing { modes, .. }) = landing.filter(|_| self.is_on_ground(at)) else { return };
        self.seen.insert(self.ground, at);
        self.ends.insert(self.ground, at);
        if modes.intersects(Modes::CAPTURE | Modes::DESTROY | Modes::SWAP) {
            self.capture(at);
        }
        if modes.contains(Modes::EN_PASSANT) {
            // Which square the victim stands on depends on the position.
            self.captures.insert_all(self.board.squares().collect());
        }
    }

    fn joint(&mut self, joint: &Joint, state: State) {
        self.stop(joint.stop, state.at);
        let rule = joint.onward;
        self.see(state.at);
        let on_board = rule.empty | rule.friend | rule.foe;
        let acts = match self.ground {
            // What lies there may also be off the board.
            Ground::Plane if self.is_on_ground(state.at) => on_board | rule.off,
            _ if self.is_on_ground(state.at) => on_board,
            Ground::Plane if !Vectors::may_lead_near(state.at) => Acts::empty(),
            Ground::Board(..) if is_far_off((state.at.0.into(), state.at.1.into())) => Acts::empty(),
            _ => rule.off,
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
            if !self.is_on_ground(state.at) {
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
                    self.captures.insert_all(tables.may_capture(here));
                    self.seen.insert_all(tables.depends_on(here));
                    self.push(state);
                }
            }
            EffectPlan::Custodial(tables) => {
                if let Some(here) = here {
                    self.seen.insert_all(tables.depends_on(here));
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
                    self.seen.insert_all(tables.depends_on(here));
                    self.capture(state.at);
                    let is_last = matches!(self.program.ops[state.pc as usize], Op::Stop(_));
                    if !is_last || self.program.effects.iter().any(|e| matches!(e, EffectPlan::Erupt { .. })) {
                        // A piece that was put here may be captured later on the path, whatever its origin. So may one
                        // of two pieces that fragments put on the same square.
                        self.captures.insert_all(tables.may_reach(here));
                    }
                    for victim in tables.may_reach(here) {
                        self.push(State { at: self.place(victim), ..state });
                    }
                }
            }
            EffectPlan::Return => {
                state.at = self.origin();
                self.push(state);
            }
            EffectPlan::Vanish => self.push(state),
            EffectPlan::Imitate => {
                let all: Bitboard<N> = self.board.squares().collect();
                for found in [&mut self.captures, &mut self.seen, &mut self.ends] {
                    found.insert_all(all);
                }
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

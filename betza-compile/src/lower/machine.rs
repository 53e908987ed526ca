//! The machine that runs a [`Program`]. All its uses share the control flow.
//!
//! A partial path is a [`State`]: where it is in the program and on the board ([`Control`]), and what it knows of the
//! board or has changed there, which a [`World`] defines. On a position ([`super::chain`]) the contents of every square
//! are known. When fixed paths are searched ([`super::fixed`]) they are unknown at first, and a path forks at each
//! square that it looks at. Pending states are kept on a stack instead of recursion. Every step follows the rules of
//! [`crate::walk`].

use super::coords::At;
use super::error::ChainError;
use super::lists::{Entry, List, Lists};
use super::program::{Exit, MAX_NESTING, Op, Program, is_blind};
use super::ride::Riding;
use crate::scene::is_far_off;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::hash::QuickSet;
use betza_ir::{Acts, Count, Joint, Landing, Modes, Sectors, Victims};
use std::hash::Hash;

/// Limited repetitions with more copies than this check for repeated states.
const FEW_COPIES: u16 = 4;

/// Chains with more legs than this check for repeated states.
const FEW_LEGS: usize = 4;

/// Where a path is in the program and on the board, and what later steps need of its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Control {
    pub pc: u32,
    pub at: At,
    pub heading: Option<Vector>,
    /// Where the last leg started, if the program needs it.
    pub leg_start: At,
    /// Steps and king steps of the last leg, if the program needs them.
    pub steps: u16,
    pub king_steps: u16,
    /// The first step and the displacement of the whole path, if its sectors matter.
    pub first_step: Option<Vector>,
    pub displacement: Vector,
    pub survives: bool,
    /// The start squares of legs that unload. The last `waiting` of them wait for a capture, served in order.
    pub unloading: List,
    pub waiting: u16,
    /// The number of finished copies of each enclosing group.
    copies: [u16; MAX_NESTING],
    /// The courses of legs in frozen groups.
    frozen: List,
    pub trail: List,
    /// Squares where legs ended, and squares passed, if they are kept.
    pub path: List,
    pub passed: List,
}

/// A partial path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State<F> {
    pub control: Control,
    pub facts: F,
}

/// What a square holds, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Friend,
    Foe,
}

/// The contents of a square: one possibility, or two if they are unknown.
pub(super) struct Look<F> {
    pub found: (Content, F),
    pub or: Option<(Content, F)>,
}

/// The board that paths run over.
pub(super) trait World<const N: usize>: Sized {
    /// What a path knows of the board, or has done to it.
    type Facts: Copy + Eq + Hash + std::fmt::Debug;

    /// Whether a look may find two possibilities.
    const FORKS: bool;

    /// Returns what a square of the board holds.
    fn look(&mut self, lists: &mut Lists, facts: &Self::Facts, square: Square) -> Look<Self::Facts>;

    /// Returns whether what stands there may be taken.
    fn may_take(&self, lists: &Lists, facts: &Self::Facts, square: Square, content: Content, victims: Victims) -> bool;

    /// Returns whether less is asked for than all moves.
    fn is_asked(&self) -> bool {
        false
    }

    /// Returns whether anything that is asked for may lie ahead of a path.
    fn is_worth_following(&self, _: &Board, _: &State<Self::Facts>) -> bool {
        true
    }

    /// Returns the same of a path that takes this course of a leg.
    fn is_worth_riding(&self, _: &Board, _leg: u16, _course: u16, _: &State<Self::Facts>) -> bool {
        true
    }

    /// Lifts the piece on a square into the hand, or puts it where an earlier leg waits to unload.
    fn take(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, square: Square);

    /// Exchanges the last piece in hand, if any, with what a square holds.
    fn swap(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, square: Square);

    /// Puts the last captured piece down where a leg starts, or has the next one put down there.
    fn unload(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, place: Square);

    /// Ends the move here, as the landing allows.
    fn stop(machine: &mut Machine<'_, Self, N>, landing: Landing, state: &State<Self::Facts>);

    /// Brings equivalent states to one form, for comparison.
    fn settle(_: &mut Lists, _: &mut Self::Facts) {}

    /// Ends a move by a final leap with precomputed targets, in these modes; false if the shortcut does not apply.
    fn leap_home(_: &mut Machine<'_, Self, N>, _: &[Bitboard<N>], _: Modes, _: &State<Self::Facts>) -> bool {
        false
    }

    /// Carries out an effect and pushes the resulting states. The program counter is already on the next instruction.
    fn effect(machine: &mut Machine<'_, Self, N>, number: u16, state: State<Self::Facts>) -> Result<(), ChainError>;
}

/// Reusable memory.
#[derive(Clone, Debug)]
pub(super) struct Scratch<F> {
    pub stack: Vec<State<F>>,
    pub lists: Lists,
    pub rides: Vec<Riding<F>>,
    pub seen: QuickSet<State<F>>,
}

impl<F> Default for Scratch<F> {
    fn default() -> Self {
        Scratch { stack: Vec::new(), lists: Lists::default(), rides: Vec::new(), seen: QuickSet::default() }
    }
}

impl<F> Scratch<F> {
    /// Empties it and keeps the memory.
    pub fn clear(&mut self) {
        self.stack.clear();
        self.lists.clear();
        self.rides.clear();
        self.seen.clear();
    }
}

/// The machine: a program, a board and a world.
pub(super) struct Machine<'a, W: World<N>, const N: usize> {
    pub program: &'a Program<N>,
    pub board: &'a Board,
    pub origin: Square,
    pub world: W,
    pub scratch: &'a mut Scratch<W::Facts>,
    /// How many instructions may still be run.
    pub budget: u32,
    pub limit: u32,
}

impl<W: World<N>, const N: usize> Machine<'_, W, N> {
    /// Returns the state before the first step.
    pub fn start(&self, facts: W::Facts) -> State<W::Facts> {
        let at = self.place(self.origin);
        let control = Control {
            pc: 0,
            at,
            heading: None,
            leg_start: if self.program.needs_leg_start { at } else { (0, 0) },
            steps: 0,
            king_steps: 0,
            first_step: None,
            displacement: Vector::ZERO,
            survives: true,
            unloading: List::EMPTY,
            waiting: 0,
            copies: [0; MAX_NESTING],
            frozen: List::EMPTY,
            trail: List::EMPTY,
            path: List::EMPTY,
            passed: List::EMPTY,
        };
        State { control, facts }
    }

    pub fn place(&self, square: Square) -> At {
        (self.board.file(square) as i16, self.board.rank(square) as i16)
    }

    pub fn square(&self, at: At) -> Option<Square> {
        self.board.at(at.0.into(), at.1.into())
    }

    /// Walks all paths from this state to their ends.
    ///
    /// # Errors
    /// [`ChainError::TooManyPaths`] past the budget, and the errors of effects.
    pub fn run(&mut self, state: State<W::Facts>) -> Result<(), ChainError> {
        let base = self.scratch.stack.len();
        self.scratch.stack.push(state);
        while self.scratch.stack.len() > base {
            let Some(mut state) = self.scratch.stack.pop() else { break };
            if let Err(error) = self.step(&mut state) {
                self.scratch.stack.truncate(base);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Walks the paths that begin with the first leg on this course.
    ///
    /// # Errors
    /// As [`Machine::run`].
    pub fn run_first(&mut self, course: u16, mut state: State<W::Facts>) -> Result<(), ChainError> {
        let leg = &self.program.legs[0];
        state.control.pc = 1;
        if self.program.needs_leg_start {
            state.control.leg_start = state.control.at;
        }
        if leg.frozen {
            state.control.frozen = self.scratch.lists.push(state.control.frozen, Entry::Course(0, course));
        }
        self.ride(leg, course, &state)?;
        let arrivals = std::mem::take(&mut self.scratch.stack);
        arrivals.into_iter().try_for_each(|state| self.run(state))
    }

    /// Returns whether the displacement of the whole path lies in the move's sectors (docs/notation, E2).
    pub fn lies_in_sectors(&self, control: &Control) -> bool {
        if self.program.sectors == Sectors::ALL {
            return true;
        }
        let whole = control.displacement;
        let judged = if whole == Vector::ZERO { control.first_step } else { Some(whole) };
        judged.is_none_or(|v| self.program.sectors.contains(v))
    }

    pub(super) fn spend(&mut self) -> Result<(), ChainError> {
        self.budget = self.budget.checked_sub(1).ok_or(ChainError::TooManyPaths { limit: self.limit })?;
        Ok(())
    }

    /// Charges the budget for an instruction that does much work.
    pub(super) fn charge(&mut self, instructions: usize) {
        self.budget = self.budget.saturating_sub(u32::try_from(instructions).unwrap_or(u32::MAX));
    }

    pub fn push(&mut self, state: State<W::Facts>) {
        self.scratch.stack.push(state);
    }

    /// Runs one instruction and pushes the states that it leads to. The state itself is used up.
    fn step(&mut self, state: &mut State<W::Facts>) -> Result<(), ChainError> {
        self.spend()?;
        let op = self.program.ops[state.control.pc as usize];
        state.control.pc += 1;
        match op {
            Op::Leg(number) => return self.leg(number, state),
            Op::Joint(joint) => {
                if self.program.legs.len() <= FEW_LEGS || !self.comes_again(state) {
                    self.joint(&joint, state);
                }
            }
            Op::Stop(landing) => self.stop(landing, state),
            Op::Enter { depth } => {
                state.control.copies[usize::from(depth)] = 0;
                self.push(*state);
            }
            Op::Repeat { depth, exit, count, between, body } => self.repeat(depth, exit, count, &between, body, state),
            Op::Effect(number) => return W::effect(self, number, *state),
            Op::Jump(to) => {
                state.control.pc = to;
                self.push(*state);
            }
            Op::Fork(other) => {
                self.push(*state);
                state.control.pc = other;
                self.push(*state);
            }
        }
        Ok(())
    }

    /// Ends a copy of a group. A state that was reached before is not followed again (M6).
    fn repeat(&mut self, depth: u8, exit: Exit, count: Count, between: &Joint, body: u32, state: &mut State<W::Facts>) {
        let copies = &mut state.control.copies[usize::from(depth)];
        *copies += 1;
        let done = *copies;
        if count.max.is_none() {
            // Beyond the required number, the number of copies makes no difference.
            *copies = done.min(count.min);
        }
        // Equal states have the same continuations, so one is enough. For a few copies the check costs more than it
        // saves.
        let asks = count.max.map_or(done >= count.min, |max| max > FEW_COPIES);
        if asks && self.comes_again(state) {
            return;
        }
        if done >= count.min {
            let mut out = *state;
            out.control.copies[usize::from(depth)] = 0;
            if exit.thaws {
                out.control.frozen = List::EMPTY;
            }
            if exit.forgets {
                out.control.trail = List::EMPTY;
            }
            self.push(out);
        }
        if count.goes_on(done) {
            state.control.pc = body;
            self.joint(between, state);
        }
    }

    /// Returns whether this state was reached before, and keeps it for later.
    fn comes_again(&mut self, state: &mut State<W::Facts>) -> bool {
        self.settle(state);
        !self.scratch.seen.insert(*state)
    }

    /// Brings equivalent states to one form.
    fn settle(&mut self, state: &mut State<W::Facts>) {
        let lists = &mut self.scratch.lists;
        let Control { unloading, frozen, trail, path, passed, .. } = &mut state.control;
        for list in [unloading, frozen, trail, path, passed] {
            *list = lists.settle(*list);
        }
        W::settle(lists, &mut state.facts);
    }

    fn stop(&mut self, landing: Option<Landing>, state: &State<W::Facts>) {
        if let Some(landing) = landing {
            W::stop(self, landing, state);
        }
    }

    /// Ends the move here and continues it, as the joint allows.
    fn joint(&mut self, joint: &Joint, state: &State<W::Facts>) {
        self.stop(joint.stop, state);
        let rule = joint.onward;
        if rule.is_closed() {
            return;
        }
        let Some(square) = self.square(state.control.at) else {
            let (file, rank) = state.control.at;
            if !rule.off.is_empty() && !is_far_off((file.into(), rank.into())) {
                self.push(*state);
            }
            return;
        };
        if is_blind(&rule) {
            return self.push(*state);
        }
        let Look { found, or } = self.world.look(&mut self.scratch.lists, &state.facts, square);
        for (content, facts) in std::iter::once(found).chain(or) {
            let acts = match content {
                Content::Empty => rule.empty,
                Content::Friend => rule.friend,
                Content::Foe => rule.foe,
            };
            let mut next = State { facts, ..*state };
            if acts.contains(Acts::PASS) {
                self.push(next);
            }
            if acts.contains(Acts::TAKE)
                && self.world.may_take(&self.scratch.lists, &facts, square, content, rule.victims)
            {
                self.world.take(&mut self.scratch.lists, &mut next, square);
                self.push(next);
                next = State { facts, ..*state };
            }
            if acts.contains(Acts::SWAP) {
                self.world.swap(&mut self.scratch.lists, &mut next, square);
                self.push(next);
            }
        }
    }

    /// Walks a leg and pushes its arrivals.
    fn leg(&mut self, number: u16, state: &mut State<W::Facts>) -> Result<(), ChainError> {
        let program = self.program;
        let leg = &program.legs[usize::from(number)];
        let start = state.control.at;
        if program.needs_leg_start {
            state.control.leg_start = start;
        }
        if leg.unloads
            && let Some(place) = self.square(start)
        {
            self.world.unload(&mut self.scratch.lists, state, place);
        }
        let Some(turns) = &leg.turns else {
            self.anywhere(state);
            return Ok(());
        };
        if leg.frozen {
            let taken = self.scratch.lists.iter(state.control.frozen).find_map(|item| match item {
                Entry::Course(of, course) if of == leg.identity => Some(course),
                _ => None,
            });
            if let Some(course) = taken {
                return self.ride(leg, course, state);
            }
        }
        let Ok(turn) = turns.binary_search_by_key(&state.control.heading, |t| t.0) else { return Ok(()) };
        if let Some((modes, masks)) = &program.finals[usize::from(number)]
            && W::leap_home(self, &masks[turn], *modes, state)
        {
            return Ok(());
        }
        let is_asked = self.world.is_asked();
        for &course in &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize] {
            if is_asked && !self.world.is_worth_riding(self.board, number, course, state) {
                continue;
            }
            if !leg.frozen {
                self.ride(leg, course, state)?;
                continue;
            }
            let mut bound = *state;
            let item = Entry::Course(leg.identity, course);
            bound.control.frozen = self.scratch.lists.push(bound.control.frozen, item);
            self.ride(leg, course, &bound)?;
        }
        Ok(())
    }

    fn anywhere(&mut self, state: &State<W::Facts>) {
        let here = self.square(state.control.at);
        let (board, origin) = (self.board, self.origin);
        for square in board.squares().filter(|&s| Some(s) != here && s != origin) {
            let mut next = *state;
            let (from, to) = (state.control.at, self.place(square));
            next.control.at = to;
            let leap = Vector::new(to.0 - from.0, to.1 - from.1);
            self.note_step(&mut next.control, leap);
            if self.program.needs_lengths {
                (next.control.steps, next.control.king_steps) = (1, leap.king_steps());
            }
            self.arrive(next);
        }
    }

    pub(super) fn note_step(&self, control: &mut Control, step: Vector) {
        if step != Vector::ZERO {
            control.heading = Some(step);
        }
        if self.program.sectors != Sectors::ALL {
            if step != Vector::ZERO {
                control.first_step.get_or_insert(step);
            }
            control.displacement = control.displacement + step;
        }
    }

    pub(super) fn arrive(&mut self, mut state: State<W::Facts>) {
        if self.program.keeps_path
            && let Some(square) = self.square(state.control.at)
        {
            state.control.path = self.scratch.lists.push(state.control.path, Entry::Square(square));
        }
        self.push(state);
    }
}

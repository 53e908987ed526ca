//! What walks a [`Program`]: one control flow for every use.
//!
//! A path so far is a [`State`]: where it is in the program and on the board ([`Control`]), and what it knows of the board or has done to
//! it, which is the business of a [`World`]. On a position ([`super::chain`]) each square holds what it holds; where fixed paths are looked
//! for ([`super::fixed`]), a square that nobody has asked about yet holds both nothing and something, and the path forks. States
//! wait on a stack; nothing recurs. The rules are those of [`crate::walk`], state by state.

use super::chain::ChainError;
use super::program::{LegPlan, MAX_NESTING, Op, Program, is_blind};
use crate::bitboard::Bitboard;
use crate::geometry::{Board, Square, Vector};
use crate::ir::{Acts, Count, Footing, Joint, Landing, Modes, Pass, Sectors, Span, Victims, Wrap};
use crate::walk::is_far_off;
use std::collections::HashSet;
use std::hash::Hash;

/// File and rank; may lie off the board where a leg crosses the edge.
pub(super) type At = (i16, i16);

/// A list in [`Lists`], last item first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct List(u32);

impl List {
    pub const EMPTY: List = List(0);
}

/// An item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    /// A square.
    Square(Square),
    /// A square now holds the piece that stood on another before the move.
    Put(Square, Square),
    /// A leg took a course.
    Course(u16, u16),
    /// A leg has led to a place: leg, heading, phase, square (SEMANTICS M6).
    Place(u16, Option<Vector>, u16, At),
}

/// Lists that share their tails: a longer path keeps what it has in common with others.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists(Vec<(List, Item)>);

impl Lists {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[must_use]
    pub fn push(&mut self, list: List, item: Item) -> List {
        self.0.push((list, item));
        List(self.0.len() as u32)
    }

    /// The list without its last item, and that item.
    pub fn pop(&self, list: List) -> Option<(List, Item)> {
        self.0.get((list.0 as usize).wrapping_sub(1)).copied()
    }

    /// The items, last one first.
    pub fn iter(&self, mut list: List) -> impl Iterator<Item = Item> + '_ {
        std::iter::from_fn(move || {
            let (rest, item) = self.pop(list)?;
            list = rest;
            Some(item)
        })
    }

    /// The squares in the list, last one first.
    pub fn squares(&self, list: List) -> impl Iterator<Item = Square> + '_ {
        self.iter(list).filter_map(|item| if let Item::Square(s) = item { Some(s) } else { None })
    }
}

/// Where a path is in the program and on the board, and how it came there as far as that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Control {
    pub pc: u32,
    pub at: At,
    pub heading: Option<Vector>,
    /// Where the last leg started, if something asks.
    pub leg_start: At,
    /// Steps and king steps of the last leg, if something asks.
    pub steps: u16,
    pub king_steps: u16,
    /// Of the whole path, if its sectors are asked.
    pub first_step: Option<Vector>,
    pub displacement: Vector,
    pub survives: bool,
    /// Where legs that unload started; the last so many of them wait for a capture, the first one first.
    pub unloading: List,
    pub waiting: u16,
    /// Copies done of the groups around.
    copies: [u16; MAX_NESTING],
    /// The courses of legs in frozen groups.
    frozen: List,
    trail: List,
    /// Squares where legs ended, and squares passed, if they are kept.
    pub path: List,
    pub passed: List,
}

/// A path so far.
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

/// What a look at a square finds: one thing, or two if it is not known.
pub(super) struct Look<F> {
    pub found: (Content, F),
    pub or: Option<(Content, F)>,
}

/// The board under a path.
pub(super) trait World<const N: usize>: Sized {
    /// What a path knows of the board, or has done to it.
    type Facts: Copy + Eq + Hash + std::fmt::Debug;

    /// Whether a look may find two things.
    const FORKS: bool;

    /// What a square of the board holds.
    fn look(&mut self, lists: &mut Lists, facts: &Self::Facts, square: Square) -> Look<Self::Facts>;

    /// Whether what stands there may be taken.
    fn may_take(&self, lists: &Lists, facts: &Self::Facts, square: Square, content: Content, victims: Victims) -> bool;

    /// Lifts the piece on a square into the hand, or puts it where an earlier leg waits to unload.
    fn take(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, square: Square);

    /// Exchanges the last piece in hand, if any, with what a square holds.
    fn swap(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, square: Square);

    /// Puts the last captured piece down where a leg starts, or has the next one put down there.
    fn unload(&mut self, lists: &mut Lists, state: &mut State<Self::Facts>, place: Square);

    /// The move may end here.
    fn stop(machine: &mut Machine<'_, Self, N>, landing: Landing, state: State<Self::Facts>);

    /// Ends a move with a leap whose targets from each square are known, in these modes; false if it cannot be done so.
    fn leap_home(_: &mut Machine<'_, Self, N>, _: &[Bitboard<N>], _: Modes, _: &State<Self::Facts>) -> bool {
        false
    }

    /// Does an effect and pushes what it leads to, the program counter already on the next instruction.
    fn effect(machine: &mut Machine<'_, Self, N>, number: u16, state: State<Self::Facts>) -> Result<(), ChainError>;
}

/// Memory that is used again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<F> {
    pub stack: Vec<State<F>>,
    pub lists: Lists,
    rides: Vec<Riding<F>>,
    seen: HashSet<State<F>>,
}

impl<F> Default for Scratch<F> {
    fn default() -> Self {
        Scratch { stack: Vec::new(), lists: Lists::default(), rides: Vec::new(), seen: HashSet::new() }
    }
}

impl<F> Scratch<F> {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.stack.clear();
        self.lists.clear();
        self.rides.clear();
        self.seen.clear();
    }
}

/// A program, a board and a world.
pub(super) struct Machine<'a, W: World<N>, const N: usize> {
    pub program: &'a Program<N>,
    pub board: &'a Board,
    pub origin: Square,
    pub world: W,
    pub scratch: &'a mut Scratch<W::Facts>,
    /// How many instructions may still be done.
    pub budget: u32,
    pub limit: u32,
}

/// A ride under way.
#[derive(Clone, Copy, Debug)]
struct Riding<F> {
    state: State<F>,
    course: u16,
    steps: u16,
    king_steps: u16,
    first: At,
    hurdles: u8,
    /// The enemies met, for captures on the way; whether the last square held one.
    victims: List,
    victim_count: u16,
    last_was_victim: bool,
    /// The footing of the next step has been found good.
    is_footed: bool,
}

impl<W: World<N>, const N: usize> Machine<'_, W, N> {
    /// A path that has not begun.
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
    /// [`ChainError::TooManyPaths`] past the budget, and what effects have to say.
    pub fn run(&mut self, state: State<W::Facts>) -> Result<(), ChainError> {
        let base = self.scratch.stack.len();
        self.scratch.stack.push(state);
        while self.scratch.stack.len() > base {
            let Some(state) = self.scratch.stack.pop() else { break };
            if let Err(error) = self.step(state) {
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
            state.control.frozen = self.scratch.lists.push(state.control.frozen, Item::Course(0, course));
        }
        self.ride(0, leg, course, state)?;
        let arrivals = std::mem::take(&mut self.scratch.stack);
        arrivals.into_iter().try_for_each(|state| self.run(state))
    }

    /// Whether the path as a whole goes in one of the move's directions (SEMANTICS E2).
    pub fn lies_in_sectors(&self, control: &Control) -> bool {
        if self.program.sectors == Sectors::ALL {
            return true;
        }
        let whole = control.displacement;
        let judged = if whole == Vector::ZERO { control.first_step } else { Some(whole) };
        judged.is_none_or(|v| self.program.sectors.contains(v.for_side(self.program.side)))
    }

    fn spend(&mut self) -> Result<(), ChainError> {
        self.budget = self.budget.checked_sub(1).ok_or(ChainError::TooManyPaths { limit: self.limit })?;
        Ok(())
    }

    pub fn push(&mut self, state: State<W::Facts>) {
        self.scratch.stack.push(state);
    }

    fn step(&mut self, mut state: State<W::Facts>) -> Result<(), ChainError> {
        self.spend()?;
        let op = self.program.ops[state.control.pc as usize];
        state.control.pc += 1;
        match op {
            Op::Leg(number) => return self.leg(number, state),
            Op::Joint(joint) => self.joint(&joint, state),
            Op::Stop(landing) => self.stop(landing, state),
            Op::Enter { depth } => {
                state.control.copies[usize::from(depth)] = 0;
                self.push(state);
            }
            Op::Repeat { depth, thaws, count, between, body } => {
                self.repeat(depth, thaws, count, &between, body, state)
            }
            Op::Effect(number) => return W::effect(self, number, state),
            Op::Jump(to) => {
                state.control.pc = to;
                self.push(state);
            }
        }
        Ok(())
    }

    /// The end of a copy of a group. A path that comes back to a state in which one has been is not followed again (SEMANTICS M6).
    fn repeat(&mut self, depth: u8, thaws: bool, count: Count, between: &Joint, body: u32, mut state: State<W::Facts>) {
        let copies = &mut state.control.copies[usize::from(depth)];
        *copies += 1;
        let done = *copies;
        if count.max.is_none() {
            // More copies than must be are all alike.
            *copies = done.min(count.min);
            if done >= count.min && !self.scratch.seen.insert(state) {
                return;
            }
        }
        if done >= count.min {
            let mut out = state;
            out.control.copies[usize::from(depth)] = 0;
            if thaws {
                out.control.frozen = List::EMPTY;
            }
            self.push(out);
        }
        if count.goes_on(done) {
            state.control.pc = body;
            self.joint(between, state);
        }
    }

    fn stop(&mut self, landing: Option<Landing>, state: State<W::Facts>) {
        if let Some(landing) = landing {
            W::stop(self, landing, state);
        }
    }

    /// Stops and goes on as the joint allows.
    fn joint(&mut self, joint: &Joint, state: State<W::Facts>) {
        self.stop(joint.stop, state);
        let rule = joint.onward;
        if rule.is_closed() {
            return;
        }
        let Some(square) = self.square(state.control.at) else {
            let (file, rank) = state.control.at;
            if !rule.off.is_empty() && !is_far_off((file.into(), rank.into())) {
                self.push(state);
            }
            return;
        };
        if is_blind(&rule) {
            return self.push(state);
        }
        let Look { found, or } = self.world.look(&mut self.scratch.lists, &state.facts, square);
        for (content, facts) in std::iter::once(found).chain(or) {
            let acts = match content {
                Content::Empty => rule.empty,
                Content::Friend => rule.friend,
                Content::Foe => rule.foe,
            };
            let mut next = State { facts, ..state };
            if acts.contains(Acts::PASS) {
                self.push(next);
            }
            if acts.contains(Acts::TAKE)
                && self.world.may_take(&self.scratch.lists, &facts, square, content, rule.victims)
            {
                self.world.take(&mut self.scratch.lists, &mut next, square);
                self.push(next);
                next = State { facts, ..state };
            }
            if acts.contains(Acts::SWAP) {
                self.world.swap(&mut self.scratch.lists, &mut next, square);
                self.push(next);
            }
        }
    }

    /// Walks a leg and pushes its arrivals.
    fn leg(&mut self, number: u16, mut state: State<W::Facts>) -> Result<(), ChainError> {
        let program = self.program;
        let leg = &program.legs[usize::from(number)];
        let start = state.control.at;
        if program.needs_leg_start {
            state.control.leg_start = start;
        }
        if leg.unloads
            && let Some(place) = self.square(start)
        {
            self.world.unload(&mut self.scratch.lists, &mut state, place);
        }
        let Some(turns) = &leg.turns else {
            self.anywhere(state);
            return Ok(());
        };
        if leg.frozen {
            let taken = self.scratch.lists.iter(state.control.frozen).find_map(|item| match item {
                Item::Course(leg, course) if leg == number => Some(course),
                _ => None,
            });
            if let Some(course) = taken {
                return self.ride(number, leg, course, state);
            }
        }
        let Ok(turn) = turns.binary_search_by_key(&state.control.heading, |t| t.0) else { return Ok(()) };
        if let Some((modes, masks)) = &program.finals[usize::from(number)]
            && W::leap_home(self, &masks[turn], *modes, &state)
        {
            return Ok(());
        }
        for &course in &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize] {
            let mut state = state;
            if leg.frozen {
                let item = Item::Course(number, course);
                state.control.frozen = self.scratch.lists.push(state.control.frozen, item);
            }
            self.ride(number, leg, course, state)?;
        }
        Ok(())
    }

    fn anywhere(&mut self, state: State<W::Facts>) {
        let here = self.square(state.control.at);
        let (board, origin) = (self.board, self.origin);
        for square in board.squares().filter(|&s| Some(s) != here && s != origin) {
            let mut next = state;
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

    fn note_step(&self, control: &mut Control, step: Vector) {
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

    fn arrive(&mut self, mut state: State<W::Facts>) {
        if self.program.keeps_path
            && let Some(square) = self.square(state.control.at)
        {
            state.control.path = self.scratch.lists.push(state.control.path, Item::Square(square));
        }
        self.push(state);
    }

    /// Walks one course step by step and pushes the squares where the leg may end.
    fn ride(&mut self, number: u16, leg: &LegPlan, course: u16, state: State<W::Facts>) -> Result<(), ChainError> {
        let base = self.scratch.rides.len();
        self.scratch.rides.push(Riding {
            state,
            course,
            steps: 0,
            king_steps: 0,
            first: (0, 0),
            hurdles: 0,
            victims: List::EMPTY,
            victim_count: 0,
            last_was_victim: false,
            is_footed: false,
        });
        let (start_steps, start_king) = (state.control.steps, state.control.king_steps);
        while self.scratch.rides.len() > base {
            let Some(mut riding) = self.scratch.rides.pop() else { break };
            while self.ride_step(number, leg, &mut riding, start_steps, start_king)? {}
        }
        Ok(())
    }

    /// One step of a ride; false when it has ended. Where it forks, the others wait.
    fn ride_step(
        &mut self,
        number: u16,
        leg: &LegPlan,
        r: &mut Riding<W::Facts>,
        start_steps: u16,
        start_king: u16,
    ) -> Result<bool, ChainError> {
        if !leg.count.goes_on(r.steps) {
            return Ok(false);
        }
        let program = self.program;
        let course = &program.courses[usize::from(r.course)].0;
        let phase = usize::from(r.steps) % course.len();
        let step = course[phase];
        if leg.footing != Footing::Leap && !r.is_footed {
            self.spend()?;
            let mut ways = Vec::new();
            self.footing(leg, r.state.facts, r.state.control.at, step, &mut ways);
            let Some((&first, others)) = ways.split_first() else { return Ok(false) };
            for &facts in others {
                let mut other = Riding { is_footed: true, ..*r };
                other.state.facts = facts;
                self.scratch.rides.push(other);
            }
            r.state.facts = first;
        }
        r.is_footed = false;
        let takes = matches!(leg.pass, Pass::TakeOne | Pass::TakeApart);
        if (takes || program.keeps_passed) && !self.pass_between(leg, r, step, takes) {
            return Ok(false);
        }
        r.state.control.at = advance(self.board, leg.wrap, r.state.control.at, step);
        let at = r.state.control.at;
        self.note_step(&mut r.state.control, step);
        r.steps += 1;
        r.king_steps += step.king_steps();
        let square = self.square(at);
        if square == Some(self.origin) && (leg.avoids_origin || leg.wrap != Wrap::None) {
            return Ok(false);
        }
        // A course is a circle or never comes back, so the first place is the first that is met again.
        if r.steps == 1 {
            r.first = at;
        } else if leg.count.max.is_none() && phase == 0 && at == r.first {
            return Ok(false);
        }
        if leg.trails && !self.note_place(number, phase as u16, &mut r.state.control) {
            return Ok(false);
        }
        let right_length = match leg.span {
            Span::Free => true,
            Span::SameKingSteps => r.king_steps == start_king,
            Span::SameSteps => r.steps == start_steps,
        };
        if right_length && leg.count.allows(r.steps) && !(leg.skips_first && r.steps == 1) {
            self.end_ride(leg, r, square)?;
        }
        let Some(square) = square else { return Ok(false) };
        if program.keeps_passed {
            r.state.control.passed = self.scratch.lists.push(r.state.control.passed, Item::Square(square));
        }
        let is_skipped = leg.skips_first && r.steps == 1;
        if leg.pass == Pass::Any || is_skipped && !takes {
            return Ok(true);
        }
        let before = *r;
        let Look { found, or } = self.world.look(&mut self.scratch.lists, &r.state.facts, square);
        let mut goes_on = false;
        for (content, facts) in std::iter::once(found).chain(or) {
            let mut next = before;
            next.state.facts = facts;
            let occupied = content != Content::Empty;
            let ends_here = !is_skipped
                && match leg.pass {
                    Pass::Clear | Pass::UpToPiece => occupied,
                    Pass::Hop => occupied && next.hurdles == 1,
                    Pass::HopOnto => next.hurdles == 1,
                    Pass::Any => false,
                    Pass::TakeOne | Pass::TakeApart => content == Content::Friend,
                };
            next.hurdles = next.hurdles.saturating_add(u8::from(occupied));
            if ends_here || takes && !self.note_victim(&mut next, content, square) {
                continue;
            }
            if goes_on {
                self.scratch.rides.push(next);
            } else {
                *r = next;
                goes_on = true;
            }
        }
        Ok(goes_on)
    }

    /// Notes a square passed by a ride that captures on the way; false if it cannot end any more.
    fn note_victim(&mut self, r: &mut Riding<W::Facts>, content: Content, square: Square) -> bool {
        let is_victim = content == Content::Foe;
        if content == Content::Friend || is_victim && r.last_was_victim {
            return false;
        }
        r.last_was_victim = is_victim;
        if is_victim {
            r.victims = self.scratch.lists.push(r.victims, Item::Square(square));
            r.victim_count += 1;
        }
        true
    }

    /// The squares in a straight line between the ends of one step; false if the ride cannot end any more.
    fn pass_between(&mut self, leg: &LegPlan, r: &mut Riding<W::Facts>, step: Vector, takes: bool) -> bool {
        let unit = step.reduced();
        let mut at = advance(self.board, leg.wrap, r.state.control.at, unit);
        let mut left = step - unit;
        while left != Vector::ZERO {
            match self.square(at) {
                None => r.last_was_victim = false,
                Some(square) => {
                    if self.program.keeps_passed {
                        let item = Item::Square(square);
                        r.state.control.passed = self.scratch.lists.push(r.state.control.passed, item);
                    }
                    if takes {
                        let Look { found, .. } = self.world.look(&mut self.scratch.lists, &r.state.facts, square);
                        if !self.note_victim(r, found.0, square) {
                            return false;
                        }
                    }
                }
            }
            at = advance(self.board, leg.wrap, at, unit);
            left = left - unit;
        }
        true
    }

    /// Notes a place on the trail; false if the path has been there.
    fn note_place(&mut self, leg: u16, phase: u16, control: &mut Control) -> bool {
        let place = Item::Place(leg, control.heading, phase, control.at);
        if self.scratch.lists.iter(control.trail).any(|item| item == place) {
            return false;
        }
        control.trail = self.scratch.lists.push(control.trail, place);
        true
    }

    /// The arrival at the square reached, if what was passed allows it.
    fn end_ride(&mut self, leg: &LegPlan, r: &Riding<W::Facts>, square: Option<Square>) -> Result<(), ChainError> {
        self.spend()?;
        let mut arrival = r.state;
        if self.program.needs_lengths {
            (arrival.control.steps, arrival.control.king_steps) = (r.steps, r.king_steps);
        }
        match leg.pass {
            Pass::Clear | Pass::Any => {}
            Pass::Hop | Pass::HopOnto => {
                if r.hurdles != 1 {
                    return Ok(());
                }
            }
            Pass::UpToPiece => {
                self.end_before_piece(leg, r, arrival, square);
                return Ok(());
            }
            Pass::TakeOne | Pass::TakeApart => {
                if r.victim_count == 0 || leg.pass == Pass::TakeOne && r.victim_count != 1 {
                    return Ok(());
                }
                self.take_all(&mut arrival, r.victims);
            }
        }
        self.arrive(arrival);
        Ok(())
    }

    /// Takes the pieces on these squares, in the order in which they were met.
    fn take_all(&mut self, state: &mut State<W::Facts>, victims: List) {
        if let Some((before, Item::Square(victim))) = self.scratch.lists.pop(victims) {
            self.take_all(state, before);
            self.world.take(&mut self.scratch.lists, state, victim);
        }
    }

    /// The arrival on the last empty square before a piece.
    fn end_before_piece(
        &mut self,
        leg: &LegPlan,
        r: &Riding<W::Facts>,
        arrival: State<W::Facts>,
        square: Option<Square>,
    ) {
        if !leg.count.goes_on(r.steps) {
            return;
        }
        let Some(square) = square else { return };
        let course = &self.program.courses[usize::from(r.course)].0;
        let step = course[usize::from(r.steps) % course.len()];
        let Some(beyond) = self.square(advance(self.board, leg.wrap, r.state.control.at, step)) else { return };
        let here = self.world.look(&mut self.scratch.lists, &arrival.facts, square);
        for (content, facts) in std::iter::once(here.found).chain(here.or) {
            if content != Content::Empty {
                continue;
            }
            let mut ways = Vec::new();
            self.footing(leg, facts, r.state.control.at, step, &mut ways);
            for facts in ways {
                let there = self.world.look(&mut self.scratch.lists, &facts, beyond);
                for (content, facts) in std::iter::once(there.found).chain(there.or) {
                    if content != Content::Empty {
                        self.arrive(State { facts, ..arrival });
                    }
                }
            }
        }
    }

    /// The ways in which a single step finds its footing (SEMANTICS L1): what each knows.
    fn footing(&mut self, leg: &LegPlan, facts: W::Facts, at: At, step: Vector, ways: &mut Vec<W::Facts>) {
        let (long, short) = step.size();
        let diagonal = Vector::new(step.dx.signum(), step.dy.signum());
        let orthogonal = if step.dx.unsigned_abs() > step.dy.unsigned_abs() {
            Vector::new(diagonal.dx, 0)
        } else {
            Vector::new(0, diagonal.dy)
        };
        let way = Way { at, diagonals: short, orthogonals: long - short, hurdles: 0, at_end: false };
        match leg.footing {
            _ if long <= 1 => {
                let is_hop = matches!(leg.footing, Footing::Hurdle | Footing::HurdleAtEnd);
                ways.extend((!is_hop).then_some(facts));
            }
            Footing::Leap => ways.push(facts),
            Footing::Clear => self.lattice(leg, facts, way, (diagonal, orthogonal), ways),
            Footing::Hurdle => self.lattice(leg, facts, Way { hurdles: 1, ..way }, (diagonal, orthogonal), ways),
            Footing::HurdleAtEnd => {
                self.lattice(leg, facts, Way { hurdles: 1, at_end: true, ..way }, (diagonal, orthogonal), ways);
            }
            Footing::OrthogonalFirst => {
                let straight = std::iter::repeat_n(orthogonal, way.orthogonals.into());
                let steps = straight.chain(std::iter::repeat_n(diagonal, way.diagonals.into()));
                let mut at = at;
                let mut facts = facts;
                for step in steps.take(usize::from(long) - 1) {
                    at = advance(self.board, leg.wrap, at, step);
                    let Some(square) = self.square(at) else { return };
                    let Look { found, or } = self.world.look(&mut self.scratch.lists, &facts, square);
                    let empty = std::iter::once(found).chain(or).find(|l| l.0 == Content::Empty);
                    let Some((_, known)) = empty else { return };
                    facts = known;
                }
                ways.push(facts);
            }
        }
    }

    /// The shortest paths of king steps under one leap that meet so many pieces.
    fn lattice(&mut self, leg: &LegPlan, facts: W::Facts, way: Way, units: (Vector, Vector), ways: &mut Vec<W::Facts>) {
        if way.diagonals + way.orthogonals == 1 {
            if way.hurdles == 0 && ways.last() != Some(&facts) {
                ways.push(facts);
            }
            return;
        }
        let on_diagonal =
            (way.diagonals > 0).then(|| (units.0, Way { diagonals: way.diagonals.wrapping_sub(1), ..way }));
        let on_orthogonal =
            (way.orthogonals > 0).then(|| (units.1, Way { orthogonals: way.orthogonals.wrapping_sub(1), ..way }));
        for (unit, rest) in on_diagonal.into_iter().chain(on_orthogonal) {
            let at = advance(self.board, leg.wrap, way.at, unit);
            let Some(square) = self.square(at) else { continue };
            let Look { found, or } = self.world.look(&mut self.scratch.lists, &facts, square);
            for (content, known) in std::iter::once(found).chain(or) {
                let pieces = u8::from(content != Content::Empty);
                if way.at_end && (pieces == 1) != (rest.diagonals + rest.orthogonals == 1) {
                    continue;
                }
                if let Some(hurdles) = rest.hurdles.checked_sub(pieces) {
                    self.lattice(leg, known, Way { at, hurdles, ..rest }, units, ways);
                    // One way is enough where nothing forks.
                    if !ways.is_empty() && !W::FORKS {
                        return;
                    }
                }
            }
        }
    }
}

/// What is left of a way under a leap.
#[derive(Clone, Copy)]
struct Way {
    at: At,
    diagonals: u16,
    orthogonals: u16,
    hurdles: u8,
    /// The hurdle is the last square before the end.
    at_end: bool,
}

/// Where a step leads; off the board if no edge is joined there.
pub(super) fn advance(board: &Board, wrap: Wrap, at: At, step: Vector) -> At {
    let (mut file, mut rank) = (at.0.saturating_add(step.dx), at.1.saturating_add(step.dy));
    if wrap != Wrap::None {
        file = file.rem_euclid(board.files() as i16);
    }
    if wrap == Wrap::Torus {
        rank = rank.rem_euclid(board.ranks() as i16);
    }
    (file, rank)
}

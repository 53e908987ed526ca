//! A leg in the machine: its course step by step, and where it may end.

use super::coords::{At, advance};
use super::error::ChainError;
use super::lists::{Entry, List};
use super::machine::{Content, Control, Look, Machine, State, World};
use super::program::LegPlan;
use betza_ir::geometry::{Square, Vector};
use betza_ir::{Footing, Pass, Span};

/// A ride under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Riding<F> {
    state: State<F>,
    course: u16,
    steps: u16,
    king_steps: u16,
    start: At,
    first: At,
    hurdles: u8,
    /// The enemies met, for captures on the way; whether the last square held one.
    victims: List,
    victim_count: u16,
    last_was_victim: bool,
    /// The squares under the next step are known to allow it.
    is_footed: bool,
}

impl<W: World<N>, const N: usize> Machine<'_, W, N> {
    /// Walks one course step by step and pushes the squares where the leg may end.
    pub(super) fn ride(&mut self, leg: &LegPlan, course: u16, state: &State<W::Facts>) -> Result<(), ChainError> {
        let base = self.scratch.rides.len();
        let (start_steps, start_king) = (state.control.steps, state.control.king_steps);
        let mut riding = Riding {
            start: state.control.at,
            state: *state,
            course,
            steps: 0,
            king_steps: 0,
            first: (0, 0),
            hurdles: 0,
            victims: List::EMPTY,
            victim_count: 0,
            last_was_victim: false,
            is_footed: false,
        };
        loop {
            while self.ride_step(leg, &mut riding, start_steps, start_king)? {}
            if self.scratch.rides.len() == base {
                return Ok(());
            }
            let Some(next) = self.scratch.rides.pop() else { return Ok(()) };
            riding = next;
        }
    }

    /// Makes one step of a ride; returns false when the ride has ended. If it forks, the other branches are pushed.
    fn ride_step(
        &mut self,
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
        if leg.goes_round && at == r.start {
            return Ok(false);
        }
        // A course is a circle or never comes back, so the first square is the first one to be met again.
        if r.steps == 1 {
            r.first = at;
        } else if leg.count.max.is_none() && phase == 0 && at == r.first {
            return Ok(false);
        }
        if leg.trails && !self.note_place(leg.identity, phase as u16, &mut r.state.control) {
            return Ok(false);
        }
        let right_length = match leg.span {
            Span::Free => true,
            Span::SameKingSteps => r.king_steps == start_king,
            Span::SameSteps => r.steps == start_steps,
        };
        let is_forbidden = leg.skips_first && r.steps == 1 || leg.never_ends_at_home && square == Some(self.origin);
        if right_length && leg.count.allows(r.steps) && !is_forbidden {
            self.end_ride(leg, r, square)?;
        }
        let Some(square) = square else { return Ok(false) };
        if program.keeps_passed {
            r.state.control.passed = self.scratch.lists.push(r.state.control.passed, Entry::Square(square));
        }
        let is_skipped = leg.skips_first && r.steps == 1;
        if leg.pass == Pass::Any || is_skipped && !takes {
            return Ok(true);
        }
        let Look { found, or } = self.world.look(&mut self.scratch.lists, &r.state.facts, square);
        let other = or.map(|or| (or, *r));
        let goes_on = self.pass(leg, r, found, square, is_skipped);
        let Some((or, mut other)) = other else { return Ok(goes_on) };
        if self.pass(leg, &mut other, or, square, is_skipped) {
            if goes_on {
                self.scratch.rides.push(other);
            } else {
                *r = other;
            }
            return Ok(true);
        }
        Ok(goes_on)
    }

    /// Passes a square that holds this, or ends there; returns whether the ride goes on.
    #[inline]
    fn pass(
        &mut self,
        leg: &LegPlan,
        r: &mut Riding<W::Facts>,
        (content, facts): (Content, W::Facts),
        square: Square,
        is_skipped: bool,
    ) -> bool {
        r.state.facts = facts;
        let occupied = content != Content::Empty;
        let takes = matches!(leg.pass, Pass::TakeOne | Pass::TakeApart);
        let ends_here = !is_skipped
            && match leg.pass {
                Pass::Clear | Pass::UpToPiece => occupied,
                Pass::Hop => occupied && r.hurdles == 1,
                Pass::HopOnto => r.hurdles == 1,
                Pass::Any => false,
                Pass::TakeOne | Pass::TakeApart => content == Content::Friend,
            };
        r.hurdles = r.hurdles.saturating_add(u8::from(occupied));
        !ends_here && (!takes || self.note_victim(r, content, square))
    }

    /// Notes a square passed by a ride that captures on the way; returns false if the ride can no longer end.
    fn note_victim(&mut self, r: &mut Riding<W::Facts>, content: Content, square: Square) -> bool {
        let is_victim = content == Content::Foe;
        if content == Content::Friend || is_victim && r.last_was_victim {
            return false;
        }
        r.last_was_victim = is_victim;
        if is_victim {
            r.victims = self.scratch.lists.push(r.victims, Entry::Square(square));
            r.victim_count += 1;
        }
        true
    }

    /// Passes the squares in a straight line between the ends of one step; returns false if the ride can no longer end.
    fn pass_between(&mut self, leg: &LegPlan, r: &mut Riding<W::Facts>, step: Vector, takes: bool) -> bool {
        let unit = step.reduced();
        let mut at = advance(self.board, leg.wrap, r.state.control.at, unit);
        let mut left = step - unit;
        while left != Vector::ZERO {
            match self.square(at) {
                None => r.last_was_victim = false,
                Some(square) => {
                    if self.program.keeps_passed {
                        let item = Entry::Square(square);
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

    /// Notes a place on the trail; returns false if the path has been there.
    fn note_place(&mut self, leg: u16, phase: u16, control: &mut Control) -> bool {
        let place = Entry::Place(leg, control.heading, phase, control.at);
        if self.scratch.lists.iter(control.trail).any(|item| item == place) {
            return false;
        }
        control.trail = self.scratch.lists.push(control.trail, place);
        true
    }

    /// Arrives at the square reached, if the squares passed allow it.
    fn end_ride(&mut self, leg: &LegPlan, r: &Riding<W::Facts>, square: Option<Square>) -> Result<(), ChainError> {
        self.spend()?;
        let takes = matches!(leg.pass, Pass::TakeOne | Pass::TakeApart);
        if !takes && !self.is_worth_following(&r.state) {
            return Ok(());
        }
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
                if !self.is_worth_following(&arrival) {
                    return Ok(());
                }
            }
        }
        self.arrive(arrival);
        Ok(())
    }

    /// Returns whether anything that is asked for may lie ahead of a path.
    #[inline(always)]
    fn is_worth_following(&self, state: &State<W::Facts>) -> bool {
        !self.world.is_asked() || self.world.is_worth_following(self.board, state)
    }

    /// Takes the pieces on these squares, in the order in which they were met.
    fn take_all(&mut self, state: &mut State<W::Facts>, victims: List) {
        if let Some((before, Entry::Square(victim))) = self.scratch.lists.pop(victims) {
            self.take_all(state, before);
            self.world.take(&mut self.scratch.lists, state, victim);
        }
    }

    /// Arrives on the last empty square before a piece.
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
}

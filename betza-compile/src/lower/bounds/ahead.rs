//! What a path can still capture, by where it stands in the program and on the board.
//!
//! Who asks whether one piece can be captured leaves a path as soon as nothing that lies ahead of it can capture there.
//! From each instruction on each square one step is explored, and so is each course of a leg. What lies ahead is what
//! that step captures, and all that lies ahead of where it leads. It is an upper bound, as the others are: how a path
//! came there is not known.

use super::{Explorer, Found, Ground, State, WORK, courses_of, frozen_courses};
use crate::lower::coords::At;
use crate::lower::program::{EffectPlan, MAX_NESTING, Op, Program};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};

/// On boards of more words than this nothing is found out. Few games there have chains that give check, and each width of
/// boards is code of its own.
const WORDS: usize = 2;

/// With more instructions and courses than this, times squares, nothing is found out: it would take longer than it
/// saves.
const POINTS: usize = 1 << 13;

/// Upper bounds of what is captured from a point on. Points are the instructions, then the courses of each leg, on each
/// square.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Ahead<const N: usize> {
    /// The numbers of instructions, courses and squares.
    ops: usize,
    courses: usize,
    area: usize,
    captures: Box<[Bitboard<N>]>,
}

impl<const N: usize> Ahead<N> {
    /// Explores a program; `None` if it is too long or the board too large, and on the web, where code is small before it
    /// is fast.
    pub fn of(program: &Program<N>, board: &Board) -> Option<Ahead<N>> {
        let (ops, courses, area) = (program.ops.len(), program.courses.len(), board.area());
        let points = (ops + program.legs.len() * courses) * area;
        if cfg!(target_family = "wasm") || N > WORDS || points > POINTS {
            return None;
        }
        let mut ahead = Ahead { ops, courses, area, captures: vec![Bitboard::EMPTY; points].into() };
        let frozen = frozen_courses(program);
        let mut explorer = Explorer::new(program, board, Ground::Board(board, board.squares().next()?), &frozen, WORK);
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); points];
        for square in board.squares() {
            let at = explorer.place(square);
            for (pc, op) in program.ops.iter().enumerate() {
                let point = ahead.instruction(pc as u32, square);
                match op {
                    Op::Leg(number) if program.legs[usize::from(*number)].turns.is_some() => {
                        let leg = &program.legs[usize::from(*number)];
                        for course in courses_of(program, leg) {
                            let way = ahead.course(*number, course, square);
                            next[point].push(way);
                            let arrival = State::from_any(pc as u32 + 1, at);
                            explorer.ride(leg, &program.courses[usize::from(course)].0, arrival);
                            (ahead.captures[way], next[way]) = explorer.found(&ahead);
                        }
                    }
                    _ => {
                        explorer.step_from_any(pc as u32, at);
                        (ahead.captures[point], next[point]) = explorer.found(&ahead);
                    }
                }
            }
        }
        if explorer.work == 0 {
            return None;
        }
        ahead.follow(&next);
        Some(ahead)
    }

    /// Adds to each point what lies ahead of those to which it leads. Most lead to later ones, so few rounds are needed.
    fn follow(&mut self, next: &[Vec<usize>]) {
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for point in (0..next.len()).rev() {
                let all = next[point].iter().fold(self.captures[point], |all, &next| all | self.captures[next]);
                is_settled &= all == self.captures[point];
                self.captures[point] = all;
            }
        }
    }

    fn instruction(&self, pc: u32, at: Square) -> usize {
        pc as usize * self.area + at.index()
    }

    fn course(&self, leg: u16, course: u16, at: Square) -> usize {
        (self.ops + usize::from(leg) * self.courses + usize::from(course)) * self.area + at.index()
    }

    /// Returns whether a path that stands on `at` before this instruction may capture the piece on `victim`, if that
    /// has not moved.
    #[inline]
    pub fn may_capture(&self, pc: u32, at: Square, victim: Square) -> bool {
        self.captures[self.instruction(pc, at)].contains(victim)
    }

    /// Returns the same of a path that takes this course of a leg.
    #[inline]
    pub fn may_capture_along(&self, leg: u16, course: u16, at: Square, victim: Square) -> bool {
        self.captures[self.course(leg, course, at)].contains(victim)
    }
}

impl State {
    /// A path with any past, before this instruction.
    fn from_any(pc: u32, at: At) -> State {
        State { pc, at, heading: None, leg_start: at, copies: [0; MAX_NESTING] }
    }
}

impl<const N: usize> Explorer<'_, N> {
    /// Returns what the steps since the last call captured, and the points to which they led. Where they led off the
    /// board they are followed until they come back.
    fn found(&mut self, ahead: &Ahead<N>) -> (Bitboard<N>, Vec<usize>) {
        let mut points = Vec::new();
        while let Some(State { pc, at, .. }) = self.stack.pop() {
            match self.square(at) {
                Some(square) => points.push(ahead.instruction(pc, square)),
                None => self.step_from_any(pc, at),
            }
        }
        self.visited.clear();
        let none = Found::none(self.ground);
        (std::mem::replace(&mut self.captures, none).squares(), points)
    }

    /// Explores one step of a path with any past.
    fn step_from_any(&mut self, pc: u32, at: At) {
        let program = self.program;
        let state = State::from_any(pc, at);
        match &program.ops[pc as usize] {
            // They depend on where the path came from.
            Op::Effect(number)
                if matches!(program.effects[usize::from(*number)], EffectPlan::Beside { .. } | EffectPlan::Return) =>
            {
                self.captures.insert_all(self.board.squares().collect());
            }
            Op::Leg(number) => {
                let turns = program.legs[usize::from(*number)].turns.as_ref();
                for (heading, _) in turns.into_iter().flatten() {
                    self.step(State { heading: *heading, ..state });
                }
                if turns.is_none() {
                    self.step(state);
                }
            }
            // After the first copy, and after as many as there must be.
            Op::Repeat { depth, count, .. } => {
                self.step(state);
                let mut copies = state.copies;
                copies[usize::from(*depth)] = count.min.saturating_sub(1);
                self.step(State { copies, ..state });
            }
            _ => self.step(state),
        }
    }
}

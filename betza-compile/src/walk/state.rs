//! A partial path: where the mover is, how it came there, and what it has done to the board.

use super::men::{Looks, Men, Token};
use super::{Man, Outcome, Scene};
use betza_ir::geometry::{Board, Side, Square, Vector};
use betza_ir::{Course, Sectors, Steps};
use std::rc::Rc;

/// What a square holds, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Off,
    Empty,
    Friend(Man),
    Foe(Man),
}

/// The courses taken inside a frozen group, by the leg that took them: its later copies take them again.
type Frame = Vec<(LegId, Course)>;

/// Which leg of a chain, by its address in the IR.
pub(super) type LegId = usize;

/// A place in the repetition of a chain: leg, heading, phase of the ride and square (docs/notation, M6).
type Place = (LegId, Option<Vector>, usize, (i32, i32));

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The contents of each square.
    pub men: Men,
    /// File and rank of the mover; may lie off the board where a leg crosses the edge.
    pub at: (i32, i32),
    /// The last step walked, in the owner's frame; `None` at the start.
    pub heading: Option<Vector>,
    /// Where the last leg started.
    pub leg_start: (i32, i32),
    /// Steps and king steps of the last leg.
    pub steps: u16,
    pub king_steps: u16,
    /// The mover is still there at the end.
    pub survives: bool,
    /// What was captured and not put down again, last one last (T4).
    pub hand: Vec<Token>,
    /// Where legs that unload started and wait for a capture, the first one first (`u` in `xbetza`).
    pub unloading: Vec<Square>,
    /// Squares whose own piece was captured and put down there again.
    put_back: Vec<Square>,
    first_step: Option<Vector>,
    displacement: Vector,
    /// Squares where legs ended.
    pub path: Vec<Square>,
    /// Squares passed on the way.
    pub passed: Vec<Square>,
    frames: Vec<Frame>,
    /// Where an unlimited group has led, if it may come back to a place in another state.
    trail: Vec<Place>,
}

impl State {
    pub fn new(scene: &Scene<'_>, origin: Square, looks: Rc<Looks>) -> State {
        let at = (scene.board.file(origin), scene.board.rank(origin));
        State {
            men: Men::new(&scene.men, origin, looks),
            at,
            heading: None,
            leg_start: at,
            steps: 0,
            king_steps: 0,
            survives: true,
            hand: Vec::new(),
            unloading: Vec::new(),
            put_back: Vec::new(),
            first_step: None,
            displacement: Vector::ZERO,
            path: Vec::new(),
            passed: Vec::new(),
            frames: Vec::new(),
            trail: Vec::new(),
        }
    }

    pub fn at_square(&self, board: &Board) -> Option<Square> {
        board.at(self.at.0, self.at.1)
    }

    pub fn content(&self, board: &Board, side: Side, at: (i32, i32)) -> Content {
        match board.at(at.0, at.1).map(|s| self.men.on(s)) {
            None => Content::Off,
            Some(None) => Content::Empty,
            Some(Some(token)) if token.man.side == side => Content::Friend(token.man),
            Some(Some(token)) => Content::Foe(token.man),
        }
    }

    /// Notes a step of the mover in the owner's frame.
    pub fn note_step(&mut self, v: Vector) {
        if v != Vector::ZERO {
            self.heading = Some(v);
            self.first_step.get_or_insert(v);
        }
        self.displacement = self.displacement + v;
    }

    /// Lifts the piece on a square into the hand, or puts it where an earlier leg waits to unload.
    pub fn take(&mut self, square: Option<Square>) {
        let Some(token) = square.and_then(|s| self.lift(s)) else { return };
        self.hand.push(token);
        if !self.unloading.is_empty() {
            let place = self.unloading.remove(0);
            self.put_down(place);
        }
    }

    /// As [`State::take`], for a mover that ends on `here`. A piece that would be put down there stays captured.
    pub fn take_and_land(&mut self, square: Option<Square>, here: Option<Square>) {
        self.take(square);
        let there = here.and_then(|s| self.lift(s));
        self.hand.extend(there);
    }

    /// Takes what stands on a square off the board.
    pub fn lift(&mut self, square: Square) -> Option<Token> {
        self.men.replace(square, None)
    }

    /// Puts a piece on a square. A piece that stands there under the mover is captured.
    pub fn put(&mut self, square: Square, token: Option<Token>) {
        let under = self.men.replace(square, token);
        self.hand.extend(under);
    }

    /// Exchanges the last piece in hand, if any, with what a square holds.
    pub fn swap(&mut self, square: Option<Square>) {
        let Some(square) = square else { return };
        let put = self.hand.pop();
        let lifted = self.men.replace(square, put);
        self.hand.extend(lifted);
    }

    /// Puts the last captured piece down where a leg starts, or has the next one put down there.
    pub fn unload(&mut self, place: Option<Square>) {
        let Some(place) = place else { return };
        if self.hand.is_empty() { self.unloading.push(place) } else { self.put_down(place) }
    }

    /// Puts the last captured piece down; on an occupied square it stays captured.
    fn put_down(&mut self, place: Square) {
        if self.men.on(place).is_none() {
            let token = self.hand.pop();
            self.put_back.extend(token.filter(|t| t.from == place).map(|_| place));
            self.men.replace(place, token);
        }
    }

    /// Enters a frozen group, whose first copy records its courses.
    pub fn freeze(mut self) -> State {
        self.frames.push(Frame::new());
        self
    }

    /// Leaves a frozen group.
    pub fn thaw(mut self) -> State {
        self.frames.pop();
        self
    }

    /// The courses that a leg may take now: those of its heading, or in a later copy of a frozen group the recorded
    /// one.
    pub fn courses(&self, id: LegId, steps: &Steps) -> Vec<Course> {
        let recorded = self.frames.iter().flatten().find(|(leg, _)| *leg == id);
        recorded.map_or_else(|| steps.courses(self.heading).to_vec(), |(_, course)| vec![course.clone()])
    }

    /// Notes the course that a leg takes.
    pub fn note_course(&mut self, id: LegId, course: &Course) {
        for frame in &mut self.frames {
            if !frame.iter().any(|(leg, _)| *leg == id) {
                frame.push((id, course.clone()));
            }
        }
    }

    /// Notes a place on the trail; false if the path has been there (M6).
    pub fn note_place(&mut self, leg: LegId, phase: usize) -> bool {
        let place = (leg, self.heading, phase, self.at);
        let new = !self.trail.contains(&place);
        self.trail.push(place);
        new
    }

    /// Leaves the outermost group that notes places.
    pub fn forget_trail(mut self) -> State {
        self.trail.clear();
        self
    }

    /// Whether the displacement of the whole path lies in these sectors (E2), or its first step if it returns. A path
    /// without steps always does, as letters before `O` select it.
    pub fn lies_in(&self, sectors: Sectors) -> bool {
        if sectors == Sectors::ALL {
            return true;
        }
        let judged = if self.displacement == Vector::ZERO { self.first_step } else { Some(self.displacement) };
        judged.is_none_or(|v| sectors.contains(v))
    }

    /// The move: the differences between the board before and after the path.
    pub fn outcome(&self, board: &Board) -> Outcome {
        let to = self.at_square(board).filter(|_| self.survives);
        let mut captures: Vec<Square> = self.hand.iter().map(|t| t.from).collect();
        captures.sort_unstable();
        let mut relocations: Vec<(Square, Square)> = self
            .men
            .tokens()
            .map(|(now, token)| (token.from, now))
            .filter(|(from, now)| from != now || self.put_back.contains(now))
            .collect();
        relocations.sort_unstable();
        Outcome { to, captures, relocations, path: self.path.clone(), passed: self.passed.clone() }
    }
}

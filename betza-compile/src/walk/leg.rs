//! How one leg is walked: leaps, rides, what they pass, and how far they go.

use super::state::{Content, LegId, State};
use super::{Walk, Wants};
use betza_ir::geometry::{Square, Vector};
use betza_ir::{Course, Footing, Leg, Pass, Span, Steps, Wrap};

impl Walk<'_> {
    /// All arrivals of a leg, whatever the squares of arrival hold.
    pub(super) fn leg(&self, leg: &Leg, mut state: State) -> Vec<State> {
        state.leg_start = state.at;
        if leg.unloads {
            let start = state.at_square(self.scene.board);
            state.unload(start);
        }
        let mut arrivals = match &leg.steps {
            Steps::Anywhere => self.anywhere(&state),
            steps => state.courses(id(leg), steps).iter().flat_map(|c| self.ride(leg, c, &state)).collect(),
        };
        if self.wants == Wants::Paths {
            for s in &mut arrivals {
                s.path.extend(s.at_square(self.scene.board));
            }
        }
        arrivals
    }

    fn anywhere(&self, state: &State) -> Vec<State> {
        let board = self.scene.board;
        let here = state.at_square(board);
        let others = board.squares().filter(|&s| Some(s) != here && s != self.origin);
        let to = |square: Square| {
            let mut next = state.clone();
            next.at = (board.file(square), board.rank(square));
            let leap = Vector::new((next.at.0 - state.at.0) as i16, (next.at.1 - state.at.1) as i16);
            next.note_step(self.vector(leap));
            (next.steps, next.king_steps) = (1, leap.king_steps());
            next
        };
        others.map(to).collect()
    }

    /// Walks one course step by step and collects the squares where the leg may end.
    fn ride(&self, leg: &Leg, course: &Course, start: &State) -> Vec<State> {
        let mut arrivals = Vec::new();
        let mut state = start.clone();
        state.note_course(id(leg), course);
        (state.steps, state.king_steps) = (0, 0);
        // The squares of the ride so far, in order, and how many of them are occupied.
        let mut trodden: Vec<(i32, i32)> = Vec::new();
        let mut hurdles = 0;
        let mut been = Vec::new();
        while leg.count.goes_on(state.steps) {
            let phase = usize::from(state.steps);
            let step = course.step(phase);
            if !self.has_footing(leg, &state, step) {
                break;
            }
            trodden.extend(self.between(leg, state.at, step));
            state.at = self.advance(leg.wrap, state.at, step);
            state.note_step(step);
            state.steps += 1;
            state.king_steps += step.king_steps();
            let place = (phase % course.0.len(), state.at);
            if (leg.goes_round() && state.at == start.at) || (leg.count.max.is_none() && been.contains(&place)) {
                break;
            }
            been.push(place);
            if self.trailing > 0 && !state.note_place(id(leg), place.0) {
                break;
            }
            let content = self.content(&state, state.at);
            if self.may_end(leg, start, &state) {
                arrivals.extend(self.end(leg, course, &state, &trodden, hurdles, content));
            }
            let occupied = matches!(content, Content::Friend(_) | Content::Foe(_));
            let ends_here = match leg.pass {
                _ if leg.skips_first && state.steps == 1 => false,
                Pass::Clear | Pass::UpToPiece => occupied,
                Pass::Hop => occupied && hurdles == 1,
                Pass::HopOnto => hurdles == 1,
                Pass::Any => false,
                Pass::TakeOne | Pass::TakeApart => matches!(content, Content::Friend(_)),
            };
            if ends_here || content == Content::Off {
                break;
            }
            if !(leg.skips_first && state.steps == 1) {
                hurdles += u16::from(occupied);
            }
            trodden.push(state.at);
        }
        arrivals
    }

    /// Whether the number of steps, the length and the square are right for an end.
    fn may_end(&self, leg: &Leg, start: &State, state: &State) -> bool {
        let comes_home = state.at_square(self.scene.board) == Some(self.origin);
        let right_length = match leg.span {
            Span::Free => true,
            Span::SameKingSteps => state.king_steps == start.king_steps,
            Span::SameSteps => state.steps == start.steps,
        };
        let is_forbidden = leg.skips_first && state.steps == 1 || leg.never_ends_at_home() && comes_home;
        right_length && leg.count.allows(state.steps) && !is_forbidden
    }

    /// The arrival at the square reached, if what was passed allows it.
    fn end(
        &self,
        leg: &Leg,
        course: &Course,
        state: &State,
        trodden: &[(i32, i32)],
        hurdles: u16,
        content: Content,
    ) -> Option<State> {
        let mut arrival = state.clone();
        match leg.pass {
            Pass::Clear | Pass::Any => {}
            Pass::Hop | Pass::HopOnto => {
                if hurdles != 1 {
                    return None;
                }
            }
            Pass::UpToPiece => {
                let next = course.step(usize::from(state.steps));
                let beyond = self.content(state, self.advance(leg.wrap, state.at, next));
                let in_range = leg.count.goes_on(state.steps) && self.has_footing(leg, state, next);
                let is_piece = matches!(beyond, Content::Friend(_) | Content::Foe(_));
                if content != Content::Empty || !in_range || !is_piece {
                    return None;
                }
            }
            Pass::TakeOne | Pass::TakeApart => {
                let victims = self.victims(state, trodden)?;
                if leg.pass == Pass::TakeOne && victims.len() != 1 {
                    return None;
                }
                victims.into_iter().for_each(|v| arrival.take(Some(v)));
            }
        }
        if self.keeps_passed {
            arrival.passed.extend(trodden.iter().filter_map(|&(x, y)| self.scene.board.at(x, y)));
        }
        Some(arrival)
    }

    /// The enemies on the squares passed: at least one, no friend among them, no two on successive squares.
    fn victims(&self, state: &State, trodden: &[(i32, i32)]) -> Option<Vec<Square>> {
        let mut victims = Vec::new();
        let mut last = None;
        for (i, &at) in trodden.iter().enumerate() {
            match self.content(state, at) {
                Content::Foe(_) if last.is_some_and(|l| l + 1 == i) => return None,
                Content::Foe(_) => {
                    last = Some(i);
                    victims.extend(self.scene.board.at(at.0, at.1));
                }
                Content::Friend(_) => return None,
                Content::Empty | Content::Off => {}
            }
        }
        (!victims.is_empty()).then_some(victims)
    }

    /// The squares in a straight line between the ends of one step, where the leg counts them: for captures on the way
    /// and for squares left open to en passant capture.
    fn between(&self, leg: &Leg, at: (i32, i32), step: Vector) -> Vec<(i32, i32)> {
        if !self.keeps_passed && !matches!(leg.pass, Pass::TakeOne | Pass::TakeApart) {
            return Vec::new();
        }
        let unit = step.reduced();
        let mut squares = Vec::new();
        let mut here = self.advance(leg.wrap, at, unit);
        let mut left = step - unit;
        while left != Vector::ZERO {
            squares.push(here);
            here = self.advance(leg.wrap, here, unit);
            left = left - unit;
        }
        squares
    }

    /// Where a step in the owner's frame leads; off the board if no edge is joined there.
    pub(super) fn advance(&self, wrap: Wrap, at: (i32, i32), step: Vector) -> (i32, i32) {
        let v = self.vector(step);
        let (mut file, mut rank) = (at.0 + i32::from(v.dx), at.1 + i32::from(v.dy));
        if wrap != Wrap::None {
            file = file.rem_euclid(self.scene.board.files() as i32);
        }
        if wrap == Wrap::Torus {
            rank = rank.rem_euclid(self.scene.board.ranks() as i32);
        }
        (file, rank)
    }

    /// Whether the squares under a single step are as its [`Footing`] needs them (docs/notation, L1).
    fn has_footing(&self, leg: &Leg, state: &State, step: Vector) -> bool {
        let (long, short) = step.size();
        let diagonal = Vector::new(step.dx.signum(), step.dy.signum());
        let orthogonal = if step.dx.unsigned_abs() > step.dy.unsigned_abs() {
            Vector::new(diagonal.dx, 0)
        } else {
            Vector::new(0, diagonal.dy)
        };
        let lattice = Lattice { walk: self, leg, state, diagonal, orthogonal };
        match leg.footing {
            _ if long <= 1 => !matches!(leg.footing, Footing::Hurdle | Footing::HurdleAtEnd),
            Footing::Leap => true,
            Footing::Clear => lattice.ways(short, long - short).clear,
            Footing::Hurdle => {
                let ways = lattice.ways(short, long - short);
                ways.over_one || ways.over_last
            }
            Footing::HurdleAtEnd => lattice.ways(short, long - short).over_last,
            Footing::OrthogonalFirst => lattice.is_clear(state.at, short, long - short),
        }
    }
}

/// The key of a leg's course and places: its number in [`Leg::same_as`], or its address, which is always larger than
/// such a number.
fn id(leg: &Leg) -> LegId {
    leg.same_as.map_or_else(|| std::ptr::from_ref(leg).addr(), usize::from)
}

/// The shortest paths of king steps under one leap.
struct Lattice<'a, 'b> {
    walk: &'a Walk<'b>,
    leg: &'a Leg,
    state: &'a State,
    diagonal: Vector,
    orthogonal: Vector,
}

/// What the paths to a square of a lattice meet, that square included.
#[derive(Clone, Copy, Default)]
struct Met {
    /// Some path meets no piece.
    clear: bool,
    /// Some path meets exactly one piece, before this square.
    over_one: bool,
    /// Some path meets exactly one piece, on this square.
    over_last: bool,
}

impl Met {
    fn or(self, other: Met) -> Met {
        Met {
            clear: self.clear || other.clear,
            over_one: self.over_one || other.over_one,
            over_last: self.over_last || other.over_last,
        }
    }

    /// One step further, onto a square that holds this.
    fn onto(self, content: Content) -> Met {
        match content {
            Content::Off => Met::default(),
            Content::Empty => Met { clear: self.clear, over_one: self.over_one || self.over_last, over_last: false },
            Content::Friend(_) | Content::Foe(_) => Met { over_last: self.clear, ..Met::default() },
        }
    }
}

impl Lattice<'_, '_> {
    /// What the paths with this many diagonal and orthogonal steps, in any order, meet before their end. Squares at the
    /// same distance are handled together, because there are far more paths than squares.
    fn ways(&self, diagonals: u16, orthogonals: u16) -> Met {
        let mut ways = vec![Met::default(); usize::from(diagonals) + 1];
        ways[0].clear = true;
        for steps in 1..diagonals + orthogonals {
            let reached = |d: u16| {
                let o = steps.checked_sub(d).filter(|&o| o <= orthogonals)?;
                let straight = if o > 0 { ways[usize::from(d)] } else { Met::default() };
                let slanted = if d > 0 { ways[usize::from(d) - 1] } else { Met::default() };
                let (dx, dy) = (
                    self.diagonal.dx * d as i16 + self.orthogonal.dx * o as i16,
                    self.diagonal.dy * d as i16 + self.orthogonal.dy * o as i16,
                );
                let at = self.walk.advance(self.leg.wrap, self.state.at, Vector::new(dx, dy));
                Some(straight.or(slanted).onto(self.walk.content(self.state, at)))
            };
            ways = (0..=diagonals).map(|d| reached(d).unwrap_or_default()).collect();
        }
        ways.into_iter().fold(Met::default(), Met::or)
    }

    /// Whether the path with the orthogonal steps first is empty before its end.
    fn is_clear(&self, mut at: (i32, i32), diagonals: u16, orthogonals: u16) -> bool {
        let steps = std::iter::repeat_n(self.orthogonal, orthogonals.into())
            .chain(std::iter::repeat_n(self.diagonal, diagonals.into()));
        for step in steps.take(usize::from(diagonals + orthogonals) - 1) {
            at = self.walk.advance(self.leg.wrap, at, step);
            if self.walk.content(self.state, at) != Content::Empty {
                return false;
            }
        }
        true
    }
}

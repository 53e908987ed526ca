//! Finds the fixed paths of a move: those that are open or closed by occupancy alone.
//!
//! The program is run from every square over a board whose occupancy is unknown. When it looks at a square, the path
//! forks: one continues with the square empty, the other with it occupied. The assumptions of a path that ends are what
//! the path needs.

use super::classify::{FixedPath, lies_on_rays};
use super::effort::Effort;
use super::error::{ChainError, LowerError};
use super::lists::{Entry, List, Lists};
use super::machine::{Content, Look, Machine, Scratch, State, World};
use super::program::{Op, Program};
use super::reach::Path;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::hash::QuickMap;
use betza_ir::sorted::{self, ListMap};
use betza_ir::{Footing, Landing, Victims};

/// A move with more instructions or paths than this from one square stays a chain.
const STEPS: u32 = 1 << 14;
const PATHS: usize = 1 << 11;

/// A move with more paths than this, divided by the words of a set, from all squares together stays a chain, because
/// all paths are in memory while tables are made.
pub(super) const ALL_PATHS: usize = 1 << 18;

/// A lame leap with more shortest paths than this stays a chain.
const WAYS: u64 = 64;

/// The paths of a move by landing, in components: the paths of one first course, or all plain leaps together.
pub(super) type Paths<const N: usize> = Vec<(Landing, Vec<Vec<Ended<N>>>)>;

/// A path, and the squares that it passes if the move leaves en-passant rights.
#[derive(Clone, Debug)]
pub(super) struct Ended<const N: usize> {
    pub path: FixedPath<N>,
    pub passed: Vec<Square>,
}

/// Finds the fixed paths of a move; returns `None` if there are too many.
///
/// # Errors
/// The piece's effort is spent.
pub(super) fn paths<const N: usize>(
    program: &Program<N>,
    board: &Board,
    effort: &mut Effort,
) -> Result<Option<Paths<N>>, LowerError> {
    if program.legs.iter().any(|leg| leg.footing != Footing::Leap && has_too_many_ways(program)) {
        return Ok(None);
    }
    // All leaps of one leg form one component.
    let together = program.is_single_leg() && program.legs[0].count.max == Some(1);
    let mut all: ListMap<(u8, u8), ListMap<u16, Vec<Ended<N>>>> = ListMap::new();
    let (mut scratch, mut ends) = (Scratch::default(), Vec::new());
    let mut total = 0;
    for origin in board.squares() {
        scratch.clear();
        let world = Unknown { origin, ends };
        let mut machine = Machine { program, board, origin, world, scratch: &mut scratch, budget: STEPS, limit: STEPS };
        for first in first_courses(program) {
            let start = machine.start(Facts { empty: Bitboard::EMPTY, occupied: Bitboard::EMPTY, way: List::EMPTY });
            let before = machine.budget;
            let run = match first {
                Some(course) => machine.run_first(course, start),
                None => machine.run(start),
            };
            effort.spend((before - machine.budget) as usize)?;
            if run.is_err() {
                return Ok(None);
            }
            let component = if together { 0 } else { first.unwrap_or(0) };
            effort.spend_paths(machine.world.ends.len())?;
            total += machine.world.ends.len();
            if total > ALL_PATHS / N {
                return Ok(None);
            }
            for (landing, end) in machine.world.ends.drain(..) {
                let key = (landing.modes.bits(), landing.victims.bits());
                let components = sorted::at_key(&mut all, key, Vec::new);
                sorted::at_key(components, component, Vec::new).push(end);
            }
        }
        ends = machine.world.ends;
    }
    let landing = |(modes, victims)| Landing {
        modes: betza_ir::Modes::from_bits_retain(modes),
        victims: Victims::from_bits_retain(victims),
    };
    let ends = |components: ListMap<u16, Vec<Ended<N>>>| components.into_iter().map(|(_, ends)| ends).collect();
    Ok(Some(all.into_iter().map(|(key, components)| (landing(key), ends(components))).collect()))
}

/// Returns the courses that the first leg may take; `None` if the move does not begin with a leg that has courses.
fn first_courses<const N: usize>(program: &Program<N>) -> Vec<Option<u16>> {
    let Some(Op::Leg(0)) = program.ops.first() else { return vec![None] };
    let Some(turns) = &program.legs[0].turns else { return vec![None] };
    let turns = turns.iter().filter(|t| t.0.is_none());
    turns.flat_map(|t| &program.choices[t.1.start as usize..t.1.end as usize]).map(|&c| Some(c)).collect()
}

fn has_too_many_ways<const N: usize>(program: &Program<N>) -> bool {
    let ways = |v: &Vector| {
        let (long, short) = v.size();
        (1..=u64::from(short.min(32))).try_fold(1_u64, |all, i| Some(all.checked_mul(u64::from(long) + 1 - i)? / i))
    };
    program.courses.iter().flat_map(|c| &c.0).any(|v| ways(v).is_none_or(|n| n > WAYS))
}

/// What a path knows of the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Facts<const N: usize> {
    empty: Bitboard<N>,
    occupied: Bitboard<N>,
    /// The empty squares in the order in which they were met.
    way: List,
}

/// A board of unknown occupancy from which the mover is lifted.
struct Unknown<const N: usize> {
    origin: Square,
    ends: Vec<(Landing, Ended<N>)>,
}

impl<const N: usize> World<N> for Unknown<N> {
    type Facts = Facts<N>;
    const FORKS: bool = true;

    fn look(&mut self, lists: &mut Lists, facts: &Facts<N>, square: Square) -> Look<Facts<N>> {
        if square == self.origin || facts.empty.contains(square) {
            return Look { found: (Content::Empty, *facts), or: None };
        }
        if facts.occupied.contains(square) {
            return Look { found: (Content::Foe, *facts), or: None };
        }
        let (mut if_empty, mut if_occupied) = (*facts, *facts);
        if_empty.empty.insert(square);
        if_empty.way = lists.push(facts.way, Entry::Square(square));
        if_occupied.occupied.insert(square);
        Look { found: (Content::Empty, if_empty), or: Some((Content::Foe, if_occupied)) }
    }

    fn stop(machine: &mut Machine<'_, Self, N>, landing: Landing, state: &State<Facts<N>>) {
        let State { control, facts } = state;
        if !machine.lies_in_sectors(control) {
            return;
        }
        let Some(to) = machine.square(control.at) else { return };
        let lists = &machine.scratch.lists;
        let needs = Path { empty: facts.empty, occupied: facts.occupied, one_of: Bitboard::EMPTY };
        let mut way = Vec::new();
        if !lies_on_rays(machine.origin, to, &needs) {
            way.extend(lists.squares(facts.way));
            way.reverse();
        }
        let mut passed: Vec<Square> = lists.squares(control.passed).collect();
        passed.reverse();
        let path = FixedPath { from: machine.origin, to, needs, way };
        machine.world.ends.push((landing, Ended { path, passed }));
        if machine.world.ends.len() > PATHS {
            machine.budget = 0;
        }
    }

    // The remaining operations change the board, and such moves have no fixed paths.

    fn may_take(&self, _: &Lists, _: &Facts<N>, _: Square, _: Content, _: Victims) -> bool {
        false
    }

    fn take(&mut self, _: &mut Lists, _: &mut State<Facts<N>>, _: Square) {}

    fn swap(&mut self, _: &mut Lists, _: &mut State<Facts<N>>, _: Square) {}

    fn unload(&mut self, _: &mut Lists, _: &mut State<Facts<N>>, _: Square) {}

    fn effect(machine: &mut Machine<'_, Self, N>, _: u16, _: State<Facts<N>>) -> Result<(), ChainError> {
        Err(ChainError::TooManyPaths { limit: machine.limit })
    }
}

/// Merges paths that differ only in the occupied square into one path that needs exactly one of these squares occupied.
pub(super) fn unite_hurdles<const N: usize>(paths: Vec<FixedPath<N>>) -> Vec<FixedPath<N>> {
    let mut united = Vec::with_capacity(paths.len());
    let mut hurdles: QuickMap<(Square, Square, Bitboard<N>), Bitboard<N>> = QuickMap::default();
    for p in paths {
        if p.needs.occupied.count() == 1 {
            let known = hurdles.entry((p.from, p.to, p.needs.squares())).or_default();
            *known |= p.needs.occupied;
        } else {
            united.push(p);
        }
    }
    let one = hurdles.into_iter().map(|((from, to, squares), one_of)| {
        let empty = squares.without(one_of);
        let is_one = one_of.count() == 1 && !empty.is_empty();
        let (occupied, one_of) = if is_one { (one_of, Bitboard::EMPTY) } else { (Bitboard::EMPTY, one_of) };
        FixedPath { from, to, needs: Path { empty, occupied, one_of }, way: Vec::new() }
    });
    united.extend(one);
    // A path with a hurdle and empty squares shows that the piece lands right behind its hurdle. Then every single
    // hurdle is a square that must be occupied.
    let onto = united.iter().any(|p| !p.needs.occupied.is_empty() && !p.needs.empty.is_empty());
    if onto {
        for p in united.iter_mut().filter(|p| p.needs.one_of.count() == 1) {
            p.needs.occupied |= p.needs.one_of;
            p.needs.one_of = Bitboard::EMPTY;
        }
    }
    sorted::sort_by_key(&mut united, |p| (p.from, p.to, p.needs));
    united
}

//! Chains of two legs whose second leg is a leap, generated from masks: Lions, Locusts, Checkers men and similar
//! pieces.
//!
//! For each origin and each square where the first leg may end, the table holds what may be done there (pass over the
//! piece, or capture it) and where the last leap leads. All such chains of a piece go into one table, so that no move
//! is generated twice. The moves are those of the [`machine`](super::machine). The instructions of a chain show whether
//! it has this form.

use super::chain::{ChainTable, View};
use super::moves::MoveGroup;
use super::program::{LegPlan, Op};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::{Acts, Condition, Count, Joint, Landing, Modes, Pass, Sectors, Transit};

/// Where the last leap leads, by what it may find there: an empty square, an enemy, a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ends<const N: usize>([Bitboard<N>; 3]);

impl<const N: usize> Ends<N> {
    const NONE: Ends<N> = Ends([Bitboard::EMPTY; 3]);

    fn of(mask: Bitboard<N>, modes: Modes) -> Ends<N> {
        let of = |mode| if modes.contains(mode) { mask } else { Bitboard::EMPTY };
        Ends([of(Modes::MOVE), of(Modes::CAPTURE), of(Modes::DESTROY)])
    }

    fn unite(&mut self, other: Ends<N>) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }

    #[inline]
    fn among(&self, own: Bitboard<N>, enemy: Bitboard<N>) -> Bitboard<N> {
        (self.0[0].without(own | enemy)) | (self.0[1] & enemy) | (self.0[2] & own)
    }

    fn all(&self) -> Bitboard<N> {
        self.0[0] | self.0[1] | self.0[2]
    }
}

/// What a square may hold, in the order of [`Ends`].
const CONTENTS: usize = 3;

/// A leap to a square, and the leap from there.
#[derive(Clone, Debug)]
struct Stop<const N: usize> {
    place: Square,
    /// By what the square holds: whether the path passes it and leaves it as it is.
    passes: [bool; CONTENTS],
    /// By what the square holds: whether the path captures it.
    takes: [bool; CONTENTS],
    ends: Ends<N>,
}

/// Squares that are passed with these contents and have the same continuation.
#[derive(Clone, Debug)]
struct Crossing<const N: usize> {
    content: usize,
    places: Bitboard<N>,
    ends: Ends<N>,
}

/// A ride to the first piece on its way, which is captured, and the leap from there.
#[derive(Clone, Debug)]
struct CaptureRide<const N: usize> {
    way: Bitboard<N>,
    /// The first square of the way is the lowest.
    rises: bool,
    /// Among [`TwoLegs::onward`].
    onward: u16,
    takes: [bool; CONTENTS],
}

/// From one square.
#[derive(Clone, Debug, Default)]
struct Origin<const N: usize> {
    crossings: Vec<Crossing<N>>,
    stops: Vec<Stop<N>>,
    rides: Vec<CaptureRide<N>>,
    /// The squares where a leap may capture, by what they hold.
    takeable: [Bitboard<N>; CONTENTS],
}

/// All chains of a piece.
#[derive(Clone, Debug)]
pub(super) struct TwoLegs<const N: usize> {
    origins: Box<[Origin<N>]>,
    /// By heading of the first leg and square: the last leap.
    onward: Vec<Box<[Ends<N>]>>,
    condition: Condition,
}

/// A chain of this form.
struct Shape<'a> {
    first: &'a LegPlan,
    onward: Transit,
    last: &'a LegPlan,
    modes: Modes,
}

/// Returns the form of a chain, if it is this one.
fn shape<const N: usize>(chain: &ChainTable<N>) -> Option<Shape<'_>> {
    let program = &*chain.program;
    let [Op::Leg(0), Op::Joint(Joint { stop: None, onward }), Op::Leg(1), Op::Stop(Some(landing))] = program.ops[..]
    else {
        return None;
    };
    let Landing { modes, victims } = landing;
    let is_plain = program.sectors == Sectors::ALL && !program.keeps_path && !program.keeps_passed;
    let (first, last) = (&program.legs[0], &program.legs[1]);
    let is_leap = |leg: &LegPlan| leg.count == Count::ONCE && matches!(leg.pass, Pass::Clear | Pass::Any);
    let acts = onward.empty | onward.friend | onward.foe;
    let fits = is_plain
        && is_simple(first)
        && is_simple(last)
        && is_leap(last)
        && (is_leap(first) || first.pass == Pass::Clear && onward.empty.is_empty())
        && onward.victims.is_empty()
        && victims.is_empty()
        && !modes.intersects(Modes::EN_PASSANT | Modes::SWAP)
        && !acts.contains(Acts::SWAP)
        && onward.off.is_empty();
    fits.then_some(Shape { first, onward, last, modes })
}

fn is_simple(leg: &LegPlan) -> bool {
    leg.is_simple() && leg.turns.is_some()
}

/// Returns for each content whether the rule allows these acts.
fn allowed(rule: &Transit, act: Acts) -> [bool; CONTENTS] {
    [rule.empty.contains(act), rule.foe.contains(act), rule.friend.contains(act)]
}

impl<const N: usize> TwoLegs<N> {
    /// Returns the table of a piece's chains; `None` if one of them has another form, or two of them could give the
    /// same move.
    pub fn of(chains: &[ChainTable<N>], board: &Board) -> Option<TwoLegs<N>> {
        let condition = chains.first()?.condition();
        if chains.iter().any(|chain| chain.condition() != condition) {
            return None;
        }
        let origins = vec![Origin::default(); board.area()].into();
        let mut table = TwoLegs { origins, onward: Vec::new(), condition };
        for chain in chains {
            table.add(chain, &shape(chain)?, board)?;
        }
        table.origins.iter_mut().for_each(Origin::settle);
        Some(table)
    }

    fn add(&mut self, chain: &ChainTable<N>, shape: &Shape<'_>, board: &Board) -> Option<()> {
        let program = &*chain.program;
        let courses = |leg: &LegPlan, heading: Option<Vector>| -> Vec<Vector> {
            let turns = leg.turns.as_deref().unwrap_or_default();
            let Ok(turn) = turns.binary_search_by_key(&heading, |t| t.0) else { return Vec::new() };
            let range = turns[turn].1.start as usize..turns[turn].1.end as usize;
            // A leap takes the first step of its course; a ride of one vector takes it again and again.
            program.choices[range].iter().map(|&c| program.courses[usize::from(c)].0[0]).collect()
        };
        let is_ride = shape.first.count != Count::ONCE;
        if is_ride && program.courses.iter().any(|course| course.0.len() != 1) {
            return None;
        }
        let (passes, takes) = (allowed(&shape.onward, Acts::PASS), allowed(&shape.onward, Acts::TAKE));
        // A capture on an empty square takes nothing, which is the same as passing it.
        let passes = [passes[0] || takes[0], passes[1], passes[2]];
        let takes = [false, takes[1], takes[2]];
        for step in courses(shape.first, None) {
            if step == Vector::ZERO {
                return None;
            }
            let lasts = courses(shape.last, Some(step));
            let ends_from = |place: Square| {
                let mask = lasts.iter().filter_map(|&last| board.step(place, last)).collect();
                Ends::of(mask, shape.modes)
            };
            if is_ride {
                let onward = u16::try_from(self.onward.len()).ok()?;
                let mut all = vec![Ends::NONE; board.area()];
                board.squares().for_each(|s| all[s.index()] = ends_from(s));
                self.onward.push(all.into());
                for from in board.squares() {
                    let way = ride(board, from, step, shape.first.count);
                    // A ride with a least number of steps must also be clear before them, so only rides that may end at
                    // the first step are tables.
                    if !shape.first.count.allows(1) {
                        return None;
                    }
                    if way.is_empty() {
                        continue;
                    }
                    let rises = way.first().is_some_and(|first| Some(first) == board.step(from, step));
                    self.origins[from.index()].rides.push(CaptureRide { way, rises, onward, takes });
                }
                if passes[1] || passes[2] {
                    return None;
                }
            } else {
                for from in board.squares() {
                    let Some(place) = board.step(from, step) else { continue };
                    let ends = ends_from(place);
                    let origin = &mut self.origins[from.index()];
                    origin.stops.push(Stop { place, passes, takes, ends });
                }
            }
        }
        self.are_disjoint(board).then_some(())
    }

    /// Returns whether no piece can be captured both by two rides or by a ride and a leap.
    fn are_disjoint(&self, board: &Board) -> bool {
        board.squares().all(|from| {
            let origin = &self.origins[from.index()];
            let mut seen: Bitboard<N> = origin.stops.iter().map(|stop| stop.place).collect();
            origin.rides.iter().all(|ride| {
                let is_new = seen.is_disjoint(&ride.way);
                seen |= ride.way;
                is_new
            })
        })
    }

    /// Reports all moves from a square, grouped by the piece captured where the first leg ends.
    #[inline]
    pub fn each(&self, view: &View<'_, N>, from: Square, is_pass: bool, mut report: impl FnMut(MoveGroup<'_, N>)) {
        let mut own = view.own;
        own.remove(from);
        let enemy = view.enemy;
        let mut plain = if is_pass { Bitboard::of(from) } else { Bitboard::EMPTY };
        if !view.mover.contains(self.condition) {
            if is_pass {
                report(group(plain, &[]));
            }
            return;
        }
        let origin = &self.origins[from.index()];
        let contents = [!(own | enemy), enemy, own];
        for crossing in &origin.crossings {
            if !crossing.places.is_disjoint(&contents[crossing.content]) {
                plain |= crossing.ends.among(own, enemy);
            }
        }
        if !plain.is_empty() {
            report(group(plain, &[]));
        }
        let taken = (origin.takeable[1] & enemy) | (origin.takeable[2] & own);
        if !taken.is_empty() {
            for stop in &origin.stops {
                if !taken.contains(stop.place) || !stop.takes[if enemy.contains(stop.place) { 1 } else { 2 }] {
                    continue;
                }
                self.report_captures(stop.place, &stop.ends, own, enemy, &mut report);
            }
        }
        for ride in &origin.rides {
            let met = ride.way & (own | enemy);
            let Some(place) = (if ride.rises { met.first() } else { met.last() }) else { continue };
            if ride.takes[if enemy.contains(place) { 1 } else { 2 }] {
                let ends = &self.onward[usize::from(ride.onward)][place.index()];
                self.report_captures(place, ends, own, enemy, &mut report);
            }
        }
    }

    #[inline]
    fn report_captures(
        &self,
        place: Square,
        ends: &Ends<N>,
        mut own: Bitboard<N>,
        mut enemy: Bitboard<N>,
        report: &mut impl FnMut(MoveGroup<'_, N>),
    ) {
        own.remove(place);
        enemy.remove(place);
        let to = ends.among(own, enemy);
        if !to.is_empty() {
            report(group(to, &[place]));
        }
    }

    /// Returns the squares on which a capture of an enemy on `to` from here may depend.
    pub fn depends_on(&self, from: Square, to: Square) -> Bitboard<N> {
        let origin = &self.origins[from.index()];
        let mut seen = Bitboard::EMPTY;
        for stop in &origin.stops {
            if stop.place == to {
                seen |= stop.ends.all();
            } else if stop.ends.0[1].contains(to) {
                seen.insert(stop.place);
            }
        }
        for crossing in &origin.crossings {
            if crossing.ends.0[1].contains(to) {
                seen |= crossing.places;
            }
        }
        for ride in &origin.rides {
            let onward = &self.onward[usize::from(ride.onward)];
            if ride.way.contains(to) {
                seen |= ride.way | onward[to.index()].all();
            }
            if ride.way.into_iter().any(|place| onward[place.index()].0[1].contains(to)) {
                seen |= ride.way;
            }
        }
        seen
    }

    /// Returns the bytes that it takes.
    pub fn bytes(&self) -> usize {
        let origin = |o: &Origin<N>| {
            size_of::<Origin<N>>() + size_of_val(&*o.crossings) + size_of_val(&*o.stops) + size_of_val(&*o.rides)
        };
        self.origins.iter().map(origin).sum::<usize>() + self.onward.iter().map(|o| size_of_val(&**o)).sum::<usize>()
    }
}

/// Returns the squares of a ride.
fn ride<const N: usize>(board: &Board, from: Square, step: Vector, count: Count) -> Bitboard<N> {
    let mut way = Bitboard::EMPTY;
    let (mut at, mut steps) = (from, 0);
    while count.goes_on(steps)
        && let Some(next) = board.step(at, step)
    {
        way.insert(next);
        (at, steps) = (next, steps + 1);
    }
    way
}

fn group<const N: usize>(to: Bitboard<N>, captures: &[Square]) -> MoveGroup<'_, N> {
    MoveGroup { to, vanishes: false, captures, relocations: &[], path: &[], passed: Bitboard::EMPTY }
}

impl<const N: usize> Origin<N> {
    /// Merges stops on the same square, and merges stops that are only passed and lead to the same squares.
    fn settle(&mut self) {
        let mut stops: Vec<Stop<N>> = Vec::new();
        let mut crossings: Vec<Crossing<N>> = Vec::new();
        for stop in std::mem::take(&mut self.stops) {
            for content in (0..CONTENTS).filter(|&c| stop.passes[c]) {
                match crossings.iter_mut().find(|c| c.content == content && c.ends == stop.ends) {
                    Some(known) => known.places.insert(stop.place),
                    None => crossings.push(Crossing { content, places: Bitboard::of(stop.place), ends: stop.ends }),
                }
            }
            for content in (1..CONTENTS).filter(|&c| stop.takes[c]) {
                self.takeable[content].insert(stop.place);
                let mut takes = [false; CONTENTS];
                takes[content] = true;
                match stops.iter_mut().find(|s| s.place == stop.place && s.takes == takes) {
                    Some(known) => known.ends.unite(stop.ends),
                    None => stops.push(Stop { takes, passes: [false; CONTENTS], ..stop.clone() }),
                }
            }
        }
        (self.stops, self.crossings) = (stops, crossings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{ChainMoves, ChainScratch, Lowering};
    use betza_ir::geometry::Side;
    use betza_notation::{Dialect, read};
    use quickcheck::quickcheck;

    /// Pieces that pass over pieces of one side, or over empty squares and friends, and that capture on the way.
    const PIECES: [(&str, Dialect); 5] = [
        ("W!W", Dialect::Extended),
        ("mtW-W", Dialect::Betza2),
        ("cFcafmF", Dialect::Xbetza),
        ("KNADcaKmcabK", Dialect::Xbetza),
        ("paW", Dialect::Xbetza),
    ];

    quickcheck! {
        /// Checks that squares outside the bound do not matter to whether a piece captures an enemy on a square.
        fn captures_depend_on_no_other_squares(which: usize, at: (u8, u8), boards: [(u64, u64); 2]) -> bool {
            let board = Board::new(8, 8).expect("a board");
            let (text, dialect) = PIECES[which % PIECES.len()];
            let piece = read(text, dialect).expect("reads").piece;
            let lowered = Lowering::<1>::new(&board).expect("fits").lower(&piece, Side::White).expect("lowers");
            let (from, to) = (Square::from_index(usize::from(at.0 % 64)), Square::from_index(usize::from(at.1 % 64)));
            if from == to {
                return true;
            }
            let named = lowered.capture_depends_on(from, to);
            let captures = |own: Bitboard<1>, enemy: Bitboard<1>| {
                let (own, enemy) = (own.without(Bitboard::of(to)) | Bitboard::of(from), enemy | Bitboard::of(to));
                let mut found = false;
                let view = View::of(own, enemy.without(own));
                let (mut scratch, mut moves) = (ChainScratch::default(), ChainMoves::default());
                let result = lowered.each_chain_group(&view, from, &mut scratch, &mut moves, |group| {
                    found |= group.to.contains(to) || group.captures.contains(&to);
                });
                result.expect("few paths");
                found
            };
            let [one, other] = boards.map(|(own, enemy)| (Bitboard([own]), Bitboard([enemy])));
            let (own, enemy) = (one.0 & named | other.0.without(named), one.1 & named | other.1.without(named));
            captures(one.0, one.1.without(one.0)) == captures(own, enemy.without(own))
        }
    }
}

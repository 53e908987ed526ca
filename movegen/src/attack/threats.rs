//! What a side threatens: the capturing moves of its pieces seen from the square that they would capture on.
//!
//! Fixed paths are turned round. A leap needs nothing; a path that must be clear gives check, or is held up by one piece; a path
//! that must hold exactly one piece (a cannon's) gives check, or would with one piece more or less. What else there is (a
//! grasshopper's hurdle, several paths between two squares, chains) is asked by playing it out on the occupancy after the
//! move, and only for moves that touch a square on which it depends.

use crate::attack::chains::{AttackQuery, ChainPlan, ChainThreats};
use crate::attack::reverse::{LEAPERS, ReverseAttacks, SimpleThreat};
use crate::compile::between::{Between, Form, PathShape, Singles, add_paths, path_shape};
use crate::compile::component::Component;
use crate::compile::lookup::{Lookups, Targets};
use crate::compile::mover::Mover;
use crate::compile::program::{Method, Program};
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use betza_compile::lower::{PieceTables, Reach};
use std::sync::Arc;

/// Single paths of one form.
pub(crate) struct PathThreat<const N: usize> {
    pub kind: KindId,
    pub sources: Box<[Bitboard<N>]>,
    pub between: Arc<Between<N>>,
    /// The square next to the end, where the form asks for it.
    pub hurdles: Arc<Between<N>>,
    pub form: Form,
    pub unmoved: bool,
}

/// Anything else with fixed paths.
pub(crate) struct OtherThreat<const N: usize> {
    pub kind: KindId,
    pub reach: Reach<N>,
    pub sources: Box<[Bitboard<N>]>,
    /// Pieces of these kinds are walls to it.
    pub barriers: Vec<KindId>,
    /// Its paths, where it barriers and they are single ones.
    pub singles: Option<Arc<Singles<N>>>,
    /// Its reach by the best means.
    targets: Targets<N>,
    /// For each square, all squares on which an attack on it may depend.
    pub depends: Box<[Bitboard<N>]>,
    /// For each square, all squares on which attacks from it may depend.
    pub watches: Box<[Bitboard<N>]>,
    pub unmoved: bool,
}

/// All threats of a side.
///
/// Leaps and lines are what most games have; no two lines differ between the same two squares.
pub(crate) struct Threats<const N: usize> {
    pub side: Side,
    pub reverse: ReverseAttacks<N>,
    /// What lies between two squares of a line.
    pub lines: Arc<Between<N>>,
    pub paths: Vec<PathThreat<N>>,
    pub others: Vec<OtherThreat<N>>,
    pub chains: ChainThreats<N>,
    /// All threats but those with barriers as steps, by which all attacked squares are found at once; `None` where they depend on more than
    /// who stands where.
    pub steps: Option<Program<N>>,
    /// Of each kind its lookups, by place in `steps` and, of those with barriers, in `others`.
    pub by_kind: Box<[Vec<(Method, u32)>]>,
    /// For each square those from which some leap or line leads to it.
    pub toward: Box<[Bitboard<N>]>,
    /// There is something in `paths`, `others` or `chains`.
    unusual: bool,
    /// Nothing but leaps and paths that must be clear, chains apart: a further piece on the board never opens an attack.
    pub only_clear: bool,
}

impl<const N: usize> Threats<N> {
    pub fn new<'a>(
        variant: &Variant,
        side: Side,
        movers: impl Iterator<Item = &'a Mover<N>>,
        mut chain_plans: Vec<ChainPlan<N>>,
        steps: Program<N>,
        tables: &Arc<[PieceTables<N>]>,
    ) -> Threats<N> {
        let mut chains = ChainThreats::new(variant, [].into(), Arc::clone(tables));
        let (mut leaps, mut others) = (Vec::<SimpleThreat<N>>::new(), Vec::new());
        let squares: Vec<Square> = variant.board.squares().collect();
        let area = variant.board.area();
        let mut betweens: Vec<Between<N>> = Vec::new();
        let mut pending: Vec<(PathThreat<N>, usize, Option<usize>)> = Vec::new();
        let none = Arc::new(Between::new(0));
        for mover in movers {
            for (part, singles) in mover.components.iter().zip(&mover.singles) {
                if !part.threatens() {
                    continue;
                }
                let (origins, unmoved) = part.from.narrowed();
                let sources = sources_by_target(part, &squares, area, origins);
                match path_shape(part, &squares) {
                    _ if !mover.barriers.is_empty() => {
                        let singles = singles.clone();
                        others.push(OtherThreat {
                            singles,
                            ..other_threat(mover, part, &squares, area, sources, unmoved)
                        });
                    }
                    PathShape::Leap if !unmoved && leaps.len() < LEAPERS => {
                        add_threat(&mut leaps, SimpleThreat { kind: mover.kind, from: sources })
                    }
                    PathShape::Single { form, paths, hurdles } => {
                        let slot = add_paths(&mut betweens, &paths, area);
                        let hurdle = (form == Form::FixedHurdle).then(|| add_paths(&mut betweens, &hurdles, area));
                        let kind = mover.kind;
                        let (between, hurdles) = (Arc::clone(&none), Arc::clone(&none));
                        pending.push((PathThreat { kind, sources, between, hurdles, form, unmoved }, slot, hurdle));
                    }
                    PathShape::Leap | PathShape::Other => {
                        others.push(other_threat(mover, part, &squares, area, sources, unmoved));
                    }
                }
            }
        }
        let betweens: Vec<Arc<Between<N>>> = betweens.into_iter().map(Arc::new).collect();
        for plan in &mut chain_plans {
            // Where a leap captures anyway, nobody need ask a chain.
            if let (Some(sources), Some(leap)) = (&mut plan.capture_sources, leaps.iter().find(|l| l.kind == plan.kind))
            {
                sources.iter_mut().zip(&leap.from).for_each(|(sources, leap)| *sources = sources.without(*leap));
            }
            plan.capture_sources.take_if(|sources| sources.iter().all(|m| m.is_empty()));
        }
        chains.plans = chain_plans.into();
        let (mut lines, mut paths) = (Vec::new(), Vec::new());
        for (threat, slot, hurdle) in pending {
            let is_line = threat.form == Form::Clear && !threat.unmoved && slot == 0;
            if is_line {
                add_threat(&mut lines, SimpleThreat { kind: threat.kind, from: threat.sources });
            } else {
                let between = Arc::clone(&betweens[slot]);
                let hurdles = hurdle.map_or_else(|| Arc::clone(&none), |slot| Arc::clone(&betweens[slot]));
                paths.push(PathThreat { between, hurdles, ..threat });
            }
        }
        let (reverse, left) = ReverseAttacks::new(&variant.board, side, variant.kinds.len(), leaps, lines);
        let lines = betweens.first().map_or_else(|| Arc::clone(&none), Arc::clone);
        paths.extend(left.into_iter().map(|line| PathThreat {
            kind: line.kind,
            sources: line.from,
            between: Arc::clone(&lines),
            hurdles: Arc::clone(&none),
            form: Form::Clear,
            unmoved: false,
        }));
        let only_clear = others.is_empty() && paths.iter().all(|path| path.form == Form::Clear);
        let unusual = !paths.is_empty() || !others.is_empty() || !chains.plans.is_empty();
        let is_lookup = |other: &OtherThreat<N>| other.barriers.is_empty() || other.singles.is_some();
        let only_lookups = chains.plans.is_empty() && others.iter().all(is_lookup);
        let mut by_kind = steps.by_kind(variant.kinds.len());
        for (index, other) in others.iter().enumerate().filter(|(_, other)| !other.barriers.is_empty()) {
            by_kind[other.kind.index()].push((Method::Barred, index as u32));
        }
        let (steps, by_kind) = (only_lookups.then_some(steps), by_kind.into());
        let toward = (0..area).map(|to| reverse.sources(Square::from_index(to))).collect();
        Threats { side, reverse, lines, paths, others, chains, steps, by_kind, toward, unusual, only_clear }
    }

    /// Whether the side attacks a square of a position.
    pub fn attacks_now(&self, position: &Position<N>, to: Square) -> bool {
        self.attacks(position, to, &position.occupied(), &Bitboard::EMPTY)
    }

    /// Whether the side attacks a square, with these squares occupied and these of its own pieces gone.
    #[inline(always)]
    pub fn attacks(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        self.attacks_simply(position, to, occupied, gone)
            || (self.has_unusual() && self.attacks_otherwise(position, to, occupied, gone))
    }

    /// Whether there are threats other than leaps and lines.
    #[inline(always)]
    pub fn has_unusual(&self) -> bool {
        self.unusual
    }

    /// Whether leaps or lines attack a square.
    #[inline(always)]
    fn attacks_simply(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        let (leapers, sliders) = self.reverse.attacking(position, to);
        if !leapers.without(*gone).is_empty() {
            return true;
        }
        for from in sliders.without(*gone) {
            if self.lines.get(from, to).is_disjoint(occupied) {
                return true;
            }
        }
        false
    }

    /// Whether anything else attacks a square.
    #[inline(never)]
    fn attacks_otherwise(
        &self,
        position: &Position<N>,
        to: Square,
        occupied: &Bitboard<N>,
        gone: &Bitboard<N>,
    ) -> bool {
        let side = self.side;
        for threat in &self.paths {
            for from in threat.candidates(position, side, to).without(*gone) {
                let on_path = threat.between.get(from, to) & *occupied;
                if threat.form.is_open(on_path, || threat.hurdle(from, to)) {
                    return true;
                }
            }
        }
        for threat in &self.others {
            for from in threat.candidates(position, side, to).without(*gone) {
                if threat.hits(position, from, to, occupied, gone) {
                    return true;
                }
            }
        }
        !self.chains.plans.is_empty() && self.chains.attack(&AttackQuery { position, side, occupied, gone }, to)
    }

    /// The bytes that it takes, lowered tables apart.
    pub fn memory_usage(&self) -> usize {
        let mut betweens: Vec<*const Between<N>> = vec![Arc::as_ptr(&self.lines)];
        let mut bytes = self.reverse.memory_usage() + self.lines.memory_usage();
        let singles = |o: &OtherThreat<N>| o.singles.as_ref().map_or(0, |singles| singles.memory_usage());
        bytes +=
            self.others.iter().map(|o| size_of_val(&*o.sources) + size_of_val(&*o.depends) + singles(o)).sum::<usize>();
        for path in &self.paths {
            bytes += size_of_val(&*path.sources);
            for between in [&path.between, &path.hurdles] {
                if !betweens.contains(&Arc::as_ptr(between)) {
                    betweens.push(Arc::as_ptr(between));
                    bytes += between.memory_usage();
                }
            }
        }
        bytes
            + self
                .chains
                .plans
                .iter()
                .flat_map(|plan| &plan.capture_sources)
                .map(|sources| size_of_val(&**sources))
                .sum::<usize>()
    }

    /// The pieces on paths to a square that one or two pieces close: a path may open if they go.
    pub fn nearly_open_blockers(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut found = Bitboard::EMPTY;
        let (_, sliders) = self.reverse.attacking(position, to);
        for from in sliders {
            let on_path = self.lines.get(from, to) & *occupied;
            if on_path.count() <= 2 {
                found |= on_path;
            }
        }
        for threat in &self.paths {
            for from in threat.candidates(position, self.side, to) {
                let on_path = threat.between.get(from, to) & *occupied;
                if on_path.count() <= 2 {
                    found |= on_path;
                }
            }
        }
        found
    }

    /// The pieces that attack a square of a position.
    pub fn attackers(&self, position: &Position<N>, to: Square) -> Bitboard<N> {
        let (side, occupied, gone) = (self.side, &position.occupied(), &Bitboard::EMPTY);
        let mut found = self.chains.attackers(&AttackQuery { position, side, occupied, gone }, to);
        let (leapers, sliders) = self.reverse.attacking(position, to);
        found |= leapers;
        found |= sliders.into_iter().filter(|&from| self.lines.get(from, to).is_disjoint(occupied)).collect();
        for threat in &self.paths {
            let is_open = |from: &Square| {
                threat.form.is_open(threat.between.get(*from, to) & *occupied, || threat.hurdle(*from, to))
            };
            found |= threat.candidates(position, side, to).into_iter().filter(is_open).collect();
        }
        for threat in &self.others {
            let reaches = |from: &Square| threat.reach.targets(*from, occupied).contains(to);
            found |= threat.candidates(position, side, to).into_iter().filter(reaches).collect();
        }
        found.without(Bitboard::of(to))
    }
}

/// The pieces of a kind, or those of them that have not moved.
#[inline]
fn pieces_of<const N: usize>(position: &Position<N>, side: Side, kind: KindId, unmoved: bool) -> Bitboard<N> {
    let pieces = position.pieces(side, kind);
    if unmoved { pieces & position.state.unmoved } else { pieces }
}

/// Adds a threat to those of its kind.
fn add_threat<const N: usize>(all: &mut Vec<SimpleThreat<N>>, threat: SimpleThreat<N>) {
    match all.iter_mut().find(|t| t.kind == threat.kind) {
        Some(known) => known.from.iter_mut().zip(&threat.from).for_each(|(a, b)| *a |= *b),
        None => all.push(threat),
    }
}

impl<const N: usize> PathThreat<N> {
    /// The square on which a path's hurdle must stand.
    #[inline]
    pub fn hurdle(&self, from: Square, to: Square) -> Bitboard<N> {
        self.hurdles.get(from, to)
    }

    /// The pieces that stand where a path to the square begins.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & pieces_of(position, side, self.kind, self.unmoved)
    }
}

impl<const N: usize> OtherThreat<N> {
    /// Whether the piece on `from` attacks a square.
    pub fn hits(
        &self,
        position: &Position<N>,
        from: Square,
        to: Square,
        occupied: &Bitboard<N>,
        gone: &Bitboard<N>,
    ) -> bool {
        if let Some(singles) = &self.singles {
            let walls = (position.of_kinds(&self.barriers) & *occupied).without(*gone);
            return singles.is_open(from, to, occupied) && singles.between(from, to).is_disjoint(&walls);
        }
        let reaches = self.reach.targets(from, occupied).contains(to);
        if !reaches || self.barriers.is_empty() {
            return reaches;
        }
        let walls = (position.of_kinds(&self.barriers) & *occupied).without(*gone);
        self.reach.paths(from, to).any(|p| p.is_open(occupied) && p.squares().is_disjoint(&walls))
    }

    /// The pieces that stand where a path to the square begins.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & self.pieces(position, side)
    }

    /// The squares on which one move could open a path from here to a square, of those that move and capture one piece each; all that
    /// matter where it is not known.
    pub fn sensitive(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let Some(singles) = &self.singles else { return self.depends[to.index()] };
        let path = singles.between(from, to);
        let on_path = (path & *occupied).count();
        // A move takes one piece off a path or puts one on it.
        let needed = if singles.form == Form::Clear { 0 } else { 1 };
        if on_path.abs_diff(needed) <= 1 { path } else { Bitboard::EMPTY }
    }

    /// The pieces that threaten so.
    #[inline]
    pub fn pieces(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        pieces_of(position, side, self.kind, self.unmoved)
    }

    /// The squares that a piece that barriers attacks from here, its paths being single ones.
    pub fn attacked(
        &self,
        lookups: &Lookups<N>,
        position: &Position<N>,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(singles) = &self.singles else { return Bitboard::EMPTY };
        let walls = position.of_kinds(&self.barriers) & *occupied;
        let mut attacked = Bitboard::EMPTY;
        lookups.targets(&self.targets, from, occupied).for_each(|to| {
            if singles.between(from, to).is_disjoint(&walls) {
                attacked.insert(to);
            }
        });
        attacked
    }
}

fn other_threat<const N: usize>(
    mover: &Mover<N>,
    part: &Component<N>,
    squares: &[Square],
    area: usize,
    sources: Box<[Bitboard<N>]>,
    unmoved: bool,
) -> OtherThreat<N> {
    let reach = part.table.reach.clone();
    let [depends, watches] = dependencies(part, squares, area);
    OtherThreat {
        kind: mover.kind,
        reach,
        sources,
        barriers: mover.barriers.clone(),
        singles: None,
        targets: part.targets.clone(),
        depends,
        watches,
        unmoved,
    }
}

fn sources_by_target<const N: usize>(
    part: &Component<N>,
    squares: &[Square],
    area: usize,
    origins: Bitboard<N>,
) -> Box<[Bitboard<N>]> {
    let mut sources = vec![Bitboard::EMPTY; area];
    for &to in squares {
        sources[to.index()] = *part.table.reach.may_come_from(to) & origins;
    }
    sources.into()
}

/// The squares on which attacks depend, by the square attacked and by that of the attacker.
fn dependencies<const N: usize>(part: &Component<N>, squares: &[Square], area: usize) -> [Box<[Bitboard<N>]>; 2] {
    let (mut on, mut by) = (vec![Bitboard::EMPTY; area], vec![Bitboard::EMPTY; area]);
    for &from in squares {
        for to in *part.table.reach.may_reach(from) {
            for path in part.table.reach.paths(from, to) {
                on[to.index()] |= path.squares();
                by[from.index()] |= path.squares();
            }
        }
    }
    [on.into(), by.into()]
}

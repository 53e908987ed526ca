//! The threats of a side: the capturing moves of its pieces, found from the square that they capture on.
//!
//! A leap has no condition. A path that must be clear gives check, or pins the only piece on it. A path with one
//! hurdle (a cannon's) gives check, or would do so with one piece more or less. The rest (several paths between two
//! squares, barriers, chains) is tested on the occupancy after a move, and only for moves that touch a square on
//! which it depends.

use crate::attack::chains::{AttackQuery, ChainPlan, ChainThreats};
use crate::attack::reverse::{Classes, LEAPERS, ReverseAttacks, SimpleThreat};
use crate::compile::between::{Between, Form, PathShape, Singles, add_paths, path_shape};
use crate::compile::component::Component;
use crate::compile::lookup::{Lookups, Targets};
use crate::compile::mover::Mover;
use crate::compile::program::{Method, Program};
use crate::position::board::Position;
use crate::units::each_square;
use betza_compile::lower::{PieceTables, Reach};
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};
use std::sync::Arc;

/// The captures of a kind along paths of one form, with at most one path between two squares.
pub(crate) struct PathThreat<const N: usize> {
    pub kind: KindId,
    /// The squares from which a path leads to each square, by attacked square.
    pub sources: Box<[Bitboard<N>]>,
    /// The squares between attacker and attacked square.
    pub between: Arc<Between<N>>,
    /// The hurdle square of each path; empty unless the form is [`Form::FixedHurdle`].
    pub hurdles: Arc<Between<N>>,
    pub form: Form,
    /// Only pieces that have not moved have this threat.
    pub unmoved: bool,
}

/// The captures of a kind along fixed paths that fit neither leaps, lines nor [`PathThreat`].
pub(crate) struct OtherThreat<const N: usize> {
    pub kind: KindId,
    pub reach: Reach<N>,
    /// The squares from which a path leads to each square, by attacked square.
    pub sources: Box<[Bitboard<N>]>,
    /// Kinds that it can neither capture nor pass, not even as hurdles.
    pub barriers: Vec<KindId>,
    /// Its paths, if it has barriers and there is at most one path between two squares.
    pub singles: Option<Arc<Singles<N>>>,
    /// Its destinations, by the fastest lookup.
    targets: Targets<N>,
    /// By attacked square, all squares on which an attack on it may depend.
    pub depends: Box<[Bitboard<N>]>,
    /// By origin, all squares on which the attacks of a piece there may depend.
    pub watches: Box<[Bitboard<N>]>,
    /// Only pieces that have not moved have this threat.
    pub unmoved: bool,
}

/// All threats of a side.
///
/// Most games have only leaps and lines, which are paths that must be clear. The lines between two squares all pass
/// over the same squares.
pub(crate) struct Threats<const N: usize> {
    pub side: Side,
    pub reverse: ReverseAttacks<N>,
    /// The squares between the two ends of a line.
    pub lines: Arc<Between<N>>,
    /// Whether each line passes over all squares straight between its ends, and over no others.
    pub lines_are_straight: bool,
    pub paths: Vec<PathThreat<N>>,
    pub others: Vec<OtherThreat<N>>,
    pub chains: ChainThreats<N>,
    /// The captures without barriers as a program, by which all attacked squares are found at once; `None` if attacks
    /// depend on more than occupancy.
    pub program: Option<Program<N>>,
    /// The lookups of each kind, as method and number: of a step in `program`, or of a threat with barriers in
    /// `others`.
    pub by_kind: Box<[Vec<(Method, u32)>]>,
    /// By attacked square, the origins of all threats to it but chains.
    pub toward: Box<[Bitboard<N>]>,
    /// Whether there is anything in `paths`, `others` or `chains`.
    unusual: bool,
    /// Whether all threats but chains are leaps or paths that must be clear. Then a further piece on the board never
    /// opens an attack.
    pub only_clear: bool,
}

impl<const N: usize> Threats<N> {
    /// Sorts the captures of `movers` and `chain_plans` into threats. `program` holds the captures without barriers;
    /// `tables` are the lowered moves by kind.
    #[inline(never)]
    pub fn new<'a>(
        variant: &Variant,
        side: Side,
        movers: impl Iterator<Item = &'a Mover<N>>,
        mut chain_plans: Vec<ChainPlan<N>>,
        program: Program<N>,
        tables: &Arc<[PieceTables<N>]>,
    ) -> Threats<N> {
        let mut chains = ChainThreats::new(variant, [].into(), Arc::clone(tables));
        let (mut leaps, mut others) = (Vec::<SimpleThreat<N>>::new(), Vec::new());
        let squares: Vec<Square> = variant.board.squares().collect();
        let area = variant.board.area();
        let mut betweens: Vec<Between<N>> = Vec::new();
        let mut pending: Vec<(PathThreat<N>, usize, Option<usize>)> = Vec::new();
        let none = Arc::new(Between::new(0));
        // Pieces that move alike share their paths.
        let mut shapes: Vec<(&Reach<N>, PathShape<N>)> = Vec::new();
        for mover in movers {
            for (part, singles) in mover.components.iter().zip(&mover.singles) {
                if !part.threatens() {
                    continue;
                }
                let (origins, unmoved) = part.from.narrowed();
                let sources = sources_by_target(part, &squares, area, origins);
                let reach = &part.table.reach;
                let shape = shapes.iter().position(|(known, _)| known.is_shared_with(reach)).unwrap_or_else(|| {
                    shapes.push((reach, path_shape(part, &squares)));
                    shapes.len() - 1
                });
                match &shapes[shape].1 {
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
                        let (form, kind) = (*form, mover.kind);
                        let slot = add_paths(&mut betweens, paths, area);
                        let hurdle = (form == Form::FixedHurdle).then(|| add_paths(&mut betweens, hurdles, area));
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
            // A square that the kind attacks by a leap needs no test of its chains.
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
        let mut by_kind = program.by_kind(variant.kinds.len());
        for (index, other) in others.iter().enumerate().filter(|(_, other)| !other.barriers.is_empty()) {
            by_kind[other.kind.index()].push((Method::Barred, index as u32));
        }
        let (program, by_kind) = (only_lookups.then_some(program), by_kind.into());
        let sources = paths.iter().map(|path| &path.sources).chain(others.iter().map(|other| &other.sources));
        let mut toward: Box<[Bitboard<N>]> = (0..area).map(|to| reverse.sources(Square::from_index(to))).collect();
        for sources in sources {
            toward.iter_mut().zip(sources).for_each(|(toward, sources)| *toward |= *sources);
        }
        let lines_are_straight = lines.are_straight(&variant.board);
        Threats {
            side,
            reverse,
            lines,
            lines_are_straight,
            paths,
            others,
            chains,
            program,
            by_kind,
            toward,
            unusual,
            only_clear,
        }
    }

    /// Whether the side attacks a square of the position as it stands.
    pub fn attacks_now(&self, position: &Position<N>, to: Square) -> bool {
        self.attacks(position, to, &position.occupied(), &Bitboard::EMPTY)
    }

    /// Whether the side attacks `to` with this occupancy and without its own pieces on `gone`.
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
        !leapers.without(*gone).is_empty() || self.is_line_open(sliders.without(*gone), to, occupied)
    }

    /// Whether the line from one of these pieces to a square is clear.
    #[inline(always)]
    fn is_line_open(&self, sliders: Bitboard<N>, to: Square, occupied: &Bitboard<N>) -> bool {
        for from in sliders {
            if self.lines.get(from, to).is_disjoint(occupied) {
                return true;
            }
        }
        false
    }

    /// Those of some squares that the side attacks with this occupancy.
    #[inline(always)]
    pub fn attacked_among(&self, position: &Position<N>, squares: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut pieces = Classes::new();
        self.reverse.unite(position, &mut pieces);
        let mut attacked = Bitboard::EMPTY;
        each_square!(squares, |to| {
            if self.reverse.is_attacked_by(&pieces, to, |sliders| self.is_line_open(sliders, to, occupied))
                || self.has_unusual() && self.attacks_otherwise(position, to, occupied, &Bitboard::EMPTY)
            {
                attacked.insert(to);
            }
        });
        attacked
    }

    /// Whether threats other than leaps and lines attack a square.
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

    /// The bytes that it takes, without the lowered tables.
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

    /// The pieces on paths to `to` that hold at most two pieces: such a path may open if they leave.
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

    /// The pieces that attack a square of the position as it stands.
    pub fn attackers(&self, position: &Position<N>, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let (side, gone) = (self.side, &Bitboard::EMPTY);
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
            let hits = |from: &Square| threat.hits(position, *from, to, occupied, gone);
            found |= threat.candidates(position, side, to).into_iter().filter(hits).collect();
        }
        found.without(Bitboard::of(to))
    }
}

/// The side's pieces of a kind; only those that have not moved if `unmoved` is set.
#[inline]
fn pieces_of<const N: usize>(position: &Position<N>, side: Side, kind: KindId, unmoved: bool) -> Bitboard<N> {
    let pieces = position.pieces(side, kind);
    if unmoved { pieces & position.state.unmoved } else { pieces }
}

/// Merges a threat into that of the same kind, if there is one.
fn add_threat<const N: usize>(all: &mut Vec<SimpleThreat<N>>, threat: SimpleThreat<N>) {
    match all.iter_mut().find(|t| t.kind == threat.kind) {
        Some(known) => known.from.iter_mut().zip(&threat.from).for_each(|(a, b)| *a |= *b),
        None => all.push(threat),
    }
}

impl<const N: usize> PathThreat<N> {
    /// The hurdle square of the path.
    #[inline]
    pub fn hurdle(&self, from: Square, to: Square) -> Bitboard<N> {
        self.hurdles.get(from, to)
    }

    /// The pieces from which a path leads to `to`, whether or not it is open.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & pieces_of(position, side, self.kind, self.unmoved)
    }
}

impl<const N: usize> OtherThreat<N> {
    /// Whether the piece on `from` attacks `to` with this occupancy and without the pieces on `gone`.
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

    /// The pieces from which a path leads to `to`, whether or not it is open.
    #[inline]
    pub fn candidates(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.sources[to.index()] & self.pieces(position, side)
    }

    /// The squares on which a single move could open the path between two squares; all squares that matter if there
    /// may be several paths. This is valid only where `Strategy::moves_singly` holds.
    pub fn sensitive(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match self.single(from, to, occupied) {
            None => self.depends[to.index()],
            // A move adds one piece to the path or removes one.
            Some((path, 0 | 1)) => path,
            Some(_) => Bitboard::EMPTY,
        }
    }

    /// The single path between two squares, with how many pieces it has too many or too few to be open; `None` if there may
    /// be several paths.
    pub fn single(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> Option<(Bitboard<N>, u32)> {
        let singles = self.singles.as_ref()?;
        let path = singles.between(from, to);
        let needed = if singles.form == Form::Clear { 0 } else { 1 };
        Some((path, (path & *occupied).count().abs_diff(needed)))
    }

    /// The pieces that have this threat.
    #[inline]
    pub fn pieces(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        pieces_of(position, side, self.kind, self.unmoved)
    }

    /// The squares that a piece with barriers attacks from `from`; none unless its paths are single ones.
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

/// The threat of a part that needs a test of its own.
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

/// The origins, within `origins`, from which the part may reach each square; indexed by target.
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

/// The squares on which attacks depend: by attacked square, and by origin.
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

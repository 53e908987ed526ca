//! The threats of a side: the capturing moves of its pieces, found from the square that they capture on.
//!
//! A leap always gives check. A path that must be clear gives check, or pins the only piece on it. A path with one
//! hurdle (a cannon's) gives check, or would do so with one piece more or less. The rest (several paths between two
//! squares, barriers, chains) is tested on the occupancy after a move, and only for moves that touch a square on which
//! it depends.

use crate::compile::between::{Between, Form, PathShape, Singles, add_paths, path_shape};
use crate::compile::chain_plans::{CaptureSources, ChainPlan, ChainThreats};
use crate::compile::component::Component;
use crate::compile::lookup::Targets;
use crate::compile::mover::Mover;
use crate::compile::program::{AttackMethod, Program};
use crate::compile::reverse::{LEAPERS, ReverseAttacks, SimpleThreat};
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
    pub targets: Targets<N>,
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
    pub paths: Vec<PathThreat<N>>,
    pub others: Vec<OtherThreat<N>>,
    pub chains: ChainThreats<N>,
    /// The captures without barriers as a program, by which all attacked squares are found at once; `None` if attacks
    /// depend on more than occupancy.
    pub program: Option<Program<N>>,
    /// The lookups of each kind, as method and number: of a step in `program`, or of a threat with barriers in
    /// `others`.
    pub by_kind: Box<[Vec<(AttackMethod, u32)>]>,
    /// By attacked square, the origins of all threats to it except chains.
    pub toward: Box<[Bitboard<N>]>,
    /// Whether there is anything in `paths`, `others` or `chains`.
    pub unusual: bool,
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
        if let Some(lines) = betweens.first_mut() {
            lines.find_straight(&variant.board);
        }
        let betweens: Vec<Arc<Between<N>>> = betweens.into_iter().map(Arc::new).collect();
        for plan in &mut chain_plans {
            // A square that the kind attacks by a leap needs no test of its chains.
            let CaptureSources::Listed(sources) = &mut plan.capture_sources else { continue };
            if let Some(leap) = leaps.iter().find(|l| l.kind == plan.kind) {
                sources.iter_mut().zip(&leap.from).for_each(|(sources, leap)| *sources = sources.without(*leap));
            }
            if sources.iter().all(|m| m.is_empty()) {
                plan.capture_sources = CaptureSources::Nowhere;
            }
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
            by_kind[other.kind.index()].push((AttackMethod::Barred, index as u32));
        }
        let (program, by_kind) = (only_lookups.then_some(program), by_kind.into());
        let sources = paths.iter().map(|path| &path.sources).chain(others.iter().map(|other| &other.sources));
        let mut toward: Box<[Bitboard<N>]> = (0..area).map(|to| reverse.sources(Square::from_index(to))).collect();
        for sources in sources {
            toward.iter_mut().zip(sources).for_each(|(toward, sources)| *toward |= *sources);
        }
        Threats { side, reverse, lines, paths, others, chains, program, by_kind, toward, unusual, only_clear }
    }

    /// Returns whether there are threats other than leaps and lines.
    #[inline(always)]
    pub fn has_unusual(&self) -> bool {
        self.unusual
    }

    /// Returns the bytes that it takes, without the lowered tables.
    pub fn memory_usage(&self) -> usize {
        let mut betweens: Vec<*const Between<N>> = vec![Arc::as_ptr(&self.lines)];
        let mut bytes = self.reverse.memory_usage() + self.lines.memory_usage();
        let singles = |o: &OtherThreat<N>| o.singles.as_ref().map_or(0, |singles| singles.memory_usage());
        let bytes_of = |o: &OtherThreat<N>| {
            size_of_val(&*o.sources) + size_of_val(&*o.depends) + size_of_val(&*o.watches) + singles(o)
        };
        bytes += self.others.iter().map(bytes_of).sum::<usize>() + size_of_val(&*self.toward);
        for path in &self.paths {
            bytes += size_of_val(&*path.sources);
            for between in [&path.between, &path.hurdles] {
                if !betweens.contains(&Arc::as_ptr(between)) {
                    betweens.push(Arc::as_ptr(between));
                    bytes += between.memory_usage();
                }
            }
        }
        let listed = |plan: &ChainPlan<N>| match &plan.capture_sources {
            CaptureSources::Listed(sources) => size_of_val(&**sources),
            _ => 0,
        };
        bytes + self.chains.plans.iter().map(listed).sum::<usize>()
    }
}

/// Merges a threat into that of the same kind, if there is one.
fn add_threat<const N: usize>(all: &mut Vec<SimpleThreat<N>>, threat: SimpleThreat<N>) {
    match all.iter_mut().find(|t| t.kind == threat.kind) {
        Some(known) => known.from.iter_mut().zip(&threat.from).for_each(|(a, b)| *a |= *b),
        None => all.push(threat),
    }
}

/// Builds the threat of a part that needs a test of its own.
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

/// Returns the origins, within `origins`, from which the part may reach each square; indexed by target.
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

/// Returns the squares on which attacks depend: by attacked square, and by origin.
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

//! Attacks by chains: moves of several legs.

use crate::position::board::Position;
use crate::position::royals::royals_of;
use betza_compile::lower::{ChainMoves, ChainScratch, Kinds, MoveGroup, PieceTables, View};
use betza_compile::walk::EnPassant;
use betza_game::KindId;
use betza_game::rules::royalty::Royalty;
use betza_game::variant::Variant;
use betza_ir::Condition;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square};
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

/// Buffers for generating the chain moves of a piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<const N: usize> {
    /// Working memory of the chain interpreter.
    pub chain: ChainScratch<N>,
    /// The moves of one piece, grouped by their effects.
    pub moves: ChainMoves<N>,
    /// The en-passant rights, as chains see them.
    pub rights: Vec<EnPassant>,
    /// The effects of one group of moves.
    pub effects: Vec<crate::position::effects::Effect>,
}

thread_local! {
    /// Buffers that are not in use, at index `N - 1` for boards of `N` words.
    static SCRATCH: RefCell<[Vec<Box<dyn Any>>; 4]> = const { RefCell::new([const { Vec::new() }; 4]) };
}

/// Runs `work` with buffers that the thread keeps, so that nothing is allocated once it is warm. Calls may nest; each
/// gets buffers of its own.
pub(crate) fn with_scratch<const N: usize, R>(work: impl FnOnce(&mut Scratch<N>) -> R) -> R {
    let kept = SCRATCH.with(|kept| kept.borrow_mut()[N - 1].pop());
    let mut scratch: Box<Scratch<N>> = kept.and_then(|scratch| scratch.downcast().ok()).unwrap_or_default();
    let result = work(&mut scratch);
    SCRATCH.with(|kept| kept.borrow_mut()[N - 1].push(scratch));
    result
}

/// What the moves of a kind by chains need besides its tables. Kinds with turn passes and kinds that immobilize have
/// a plan too.
pub(crate) struct ChainPlan<const N: usize> {
    pub kind: KindId,
    /// The index of its mover: in `SidePlan::royals` if it is royal, else in `SidePlan::movers`.
    pub mover: usize,
    pub is_royal: bool,
    /// The squares where its moves may end, by origin; `None` if there is no limit.
    pub keep: Option<Box<[Bitboard<N>]>>,
    /// The squares where the kind starts.
    pub starts: Bitboard<N>,
    /// The squares from which it may take double steps.
    pub double_step: Bitboard<N>,
    /// Its moves depend on more than which squares hold friends and enemies, such as the kinds of other pieces.
    pub depends_on_more: bool,
    /// By target square, all squares from which it could capture there by a chain in some position; `None` if it
    /// never does.
    pub capture_sources: Option<Box<[Bitboard<N>]>>,
}

impl<const N: usize> ChainPlan<N> {
    /// The plan of a kind; `None` if it has no chains, no turn pass and immobilizes nothing. `keep` is where its
    /// moves may end, by origin; `mover` is the index of its mover.
    #[inline(never)]
    pub fn new(
        variant: &Variant,
        side: Side,
        kind: KindId,
        tables: &PieceTables<N>,
        keep: &[Bitboard<N>],
        starts: Bitboard<N>,
        mover: usize,
    ) -> Option<ChainPlan<N>> {
        if tables.chains.is_empty() && tables.passes.is_empty() && tables.immobilizes.is_none() {
            return None;
        }
        let rules = &variant.kinds[kind.index()];
        Some(ChainPlan {
            kind,
            mover,
            is_royal: rules.royal,
            keep: keep.iter().any(|k| *k != Bitboard::FULL).then(|| keep.into()),
            starts,
            double_step: betza_game::narrow(&rules.double_step_region[side.index()]),
            depends_on_more: crate::compile::component::depends_on_more(tables),
            capture_sources: capture_sources(tables, &variant.board),
        })
    }

    /// The squares where moves from `from` may end.
    #[inline]
    pub fn keep(&self, from: Square) -> Bitboard<N> {
        self.keep.as_ref().map_or(Bitboard::FULL, |keep| keep[from.index()])
    }

    /// The conditions that hold for a piece of the kind on `from`.
    pub fn conditions(&self, position: &Position<N>, from: Square) -> Condition {
        let mut mover = Condition::empty();
        mover.set(Condition::UNMOVED, position.state.unmoved.contains(from));
        mover.set(Condition::ON_START, self.starts.contains(from));
        mover.set(Condition::IN_DOUBLE_STEP_REGION, self.double_step.contains(from));
        mover
    }
}

/// By target square, all squares from which chains could capture there in some position; `None` if they never do.
fn capture_sources<const N: usize>(tables: &PieceTables<N>, board: &Board) -> Option<Box<[Bitboard<N>]>> {
    let mut sources = vec![Bitboard::EMPTY; board.area()];
    for chain in &tables.chains {
        for to in board.squares() {
            sources[to.index()] |= *chain.may_capture_from(to);
        }
    }
    sources.iter().any(|m| !m.is_empty()).then(|| sources.into())
}

/// The kinds of the pieces on the board, for moves that imitate other pieces.
pub(crate) struct KindsOf<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// The moves of each kind, for the side that moves.
    pub tables: &'a [PieceTables<N>],
}

impl<const N: usize> Kinds<N> for KindsOf<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        let cell = self.position.cell(square);
        cell.is_piece().then(|| cell.kind().index())
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        &self.tables[kind]
    }
}

/// The captures of a side by chains.
pub(crate) struct ChainThreats<const N: usize> {
    pub plans: Arc<[ChainPlan<N>]>,
    /// The moves of each kind of the side.
    pub tables: Arc<[PieceTables<N>]>,
    royal_kinds: Vec<KindId>,
    royalty: Royalty,
}

/// A position with a changed occupancy, on which attacks by chains are tested.
#[derive(Clone, Copy)]
pub(crate) struct AttackQuery<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// The attacking side.
    pub side: Side,
    pub occupied: &'a Bitboard<N>,
    /// Pieces of the attacking side that count as captured.
    pub gone: &'a Bitboard<N>,
}

impl<const N: usize> ChainThreats<N> {
    #[inline(never)]
    pub fn new(variant: &Variant, plans: Arc<[ChainPlan<N>]>, tables: Arc<[PieceTables<N>]>) -> ChainThreats<N> {
        let royal_kinds = (0..variant.kinds.len()).filter(|&k| variant.kinds[k].royal).map(|k| KindId(k as u8));
        ChainThreats { plans, tables, royal_kinds: royal_kinds.collect(), royalty: variant.royalty.clone() }
    }

    /// The royal pieces of both sides.
    fn royals(&self, position: &Position<N>) -> Bitboard<N> {
        let of = |side| royals_of(position, side, self.royal_kinds.iter().copied(), &self.royalty);
        of(Side::White) | of(Side::Black)
    }

    /// Whether some piece would capture an enemy on `to` by a chain.
    #[inline(never)]
    pub fn attack(&self, query: &AttackQuery<'_, N>, to: Square) -> bool {
        self.plans.iter().any(|plan| self.attackers_of(plan, query, to).next().is_some())
    }

    /// The pieces that would capture an enemy on `to` by a chain.
    pub fn attackers(&self, query: &AttackQuery<'_, N>, to: Square) -> Bitboard<N> {
        self.plans.iter().flat_map(|plan| self.attackers_of(plan, query, to)).collect()
    }

    /// The squares on which a piece of this kind on `from` would capture an enemy by a chain.
    pub fn attacks_from(&self, position: &Position<N>, side: Side, kind: KindId, from: Square) -> Bitboard<N> {
        let (occupied, none) = (&position.occupied(), &Bitboard::EMPTY);
        let query = AttackQuery { position, side, occupied, gone: none };
        let tables = &self.tables[kind.index()];
        let sources = tables.chains.iter().fold(Bitboard::EMPTY, |all, chain| all | *chain.may_capture(from));
        let plans = self.plans.iter().filter(|plan| plan.kind == kind);
        plans
            .flat_map(|plan| sources.into_iter().filter(|&to| to != from && self.captures(plan, &query, from, to)))
            .collect()
    }

    /// The pieces of the plan's kind that would capture an enemy on `to` by a chain.
    fn attackers_of(
        &self,
        plan: &ChainPlan<N>,
        query: &AttackQuery<'_, N>,
        to: Square,
    ) -> impl Iterator<Item = Square> {
        let sources = plan.capture_sources.as_ref().map_or(Bitboard::EMPTY, |sources| sources[to.index()]);
        let pieces = sources & query.position.pieces(query.side, plan.kind);
        let found = pieces.without(*query.gone);
        found.into_iter().filter(move |&from| from != to && self.captures(plan, query, from, to))
    }

    /// The position as pieces of a kind see it. The caller sets `mover` to [`ChainPlan::conditions`] of each piece.
    /// A wall stands in the way as a friend does; [`off_walls`] removes the moves that do something to it.
    pub fn view<'a>(
        &self,
        plan: &ChainPlan<N>,
        position: &Position<N>,
        side: Side,
        kinds: &'a dyn Kinds<N>,
        en_passant: &'a [EnPassant],
    ) -> View<'a, N> {
        View {
            own: position.side(side) | position.walls(),
            enemy: position.side(side.other()),
            unmoved: position.state.unmoved,
            royal: if plan.depends_on_more { self.royals(position) } else { Bitboard::EMPTY },
            mover: Condition::empty(),
            en_passant,
            kinds: Some(kinds),
        }
    }

    /// Whether the piece on `from` would capture an enemy on `to` by a chain.
    fn captures(&self, plan: &ChainPlan<N>, query: &AttackQuery<'_, N>, from: Square, to: Square) -> bool {
        let AttackQuery { position, side, occupied, gone, .. } = *query;
        let target = Bitboard::of(to);
        let own = (position.side(side) | position.walls()).without(*gone | target);
        let enemy = occupied.without(own) | target;
        with_scratch(|scratch: &mut Scratch<N>| {
            let kinds = KindsOf { position, tables: &self.tables };
            let mover = plan.conditions(position, from);
            let mut view = View { own, enemy, mover, ..self.view(plan, position, side, &kinds, &[]) };
            view.royal |= target;
            let tables = &self.tables[plan.kind.index()];
            let keep = plan.keep(from);
            let mut found = false;
            let result = tables.each_chain_group(&view, from, &mut scratch.chain, &mut scratch.moves, |group| {
                found |= off_walls(group, position.walls()).is_some_and(|group| captures_on(&group, keep, to));
            });
            // A piece whose chains exceed the step limit counts as an attacker.
            result.is_err() || found
        })
    }
}

/// The moves of a group that leave the walls alone; `None` if all captures or relocations of the group touch one.
#[inline]
pub(crate) fn off_walls<const N: usize>(mut group: MoveGroup<'_, N>, walls: Bitboard<N>) -> Option<MoveGroup<'_, N>> {
    if !walls.is_empty() {
        let touched = group.relocations.iter().flat_map(|&(was, now)| [was, now]).chain(group.captures.iter().copied());
        if touched.into_iter().any(|square| walls.contains(square)) {
            return None;
        }
        group.to = group.to.without(walls);
    }
    Some(group)
}

/// Whether some move of a group captures the piece on `square`.
fn captures_on<const N: usize>(group: &MoveGroup<'_, N>, keep: Bitboard<N>, square: Square) -> bool {
    let ends = group.to & keep;
    let lands = ends.contains(square) && group.relocations.iter().all(|r| r.0 != square);
    lands || (group.captures.contains(&square) && (group.vanishes || !ends.is_empty()))
}

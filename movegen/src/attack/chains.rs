//! What pieces that move by chains threaten.

use crate::rules::royalty::Royalty;
use crate::rules::royalty::which::royals_of;
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side, Square};
use betza_compile::ir::Condition;
use betza_compile::lower::{ChainMoves, ChainScratch, Kinds, MoveGroup, PieceTables, View};
use betza_compile::walk::EnPassant;
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

/// Memory for the moves of such pieces, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<const N: usize> {
    pub chain: ChainScratch<N>,
    pub moves: ChainMoves<N>,
    pub rights: Vec<EnPassant>,
    pub effects: Vec<crate::state::effects::Effect>,
}

thread_local! {
    /// Rooms that are not in use, by width.
    static SCRATCH: RefCell<[Vec<Box<dyn Any>>; 4]> = const { RefCell::new([const { Vec::new() }; 4]) };
}

/// Does something with memory that the thread keeps, so that nothing is allocated once it is warm. One use may lie within another.
pub(crate) fn with_scratch<const N: usize, R>(work: impl FnOnce(&mut Scratch<N>) -> R) -> R {
    let kept = SCRATCH.with(|kept| kept.borrow_mut()[N - 1].pop());
    let mut scratch: Box<Scratch<N>> = kept.and_then(|scratch| scratch.downcast().ok()).unwrap_or_default();
    let result = work(&mut scratch);
    SCRATCH.with(|kept| kept.borrow_mut()[N - 1].push(scratch));
    result
}

/// What the moves of a kind with chains, passes or a standing effect depend on besides its tables.
pub(crate) struct ChainPlan<const N: usize> {
    pub kind: KindId,
    /// Its place among the movers of its sort.
    pub mover: usize,
    pub is_royal: bool,
    /// Where its moves may end, by square of origin, if not anywhere.
    pub keep: Option<Box<[Bitboard<N>]>>,
    /// The squares where the kind starts.
    pub starts: Bitboard<N>,
    /// From where it may take double steps.
    pub double_step: Bitboard<N>,
    /// What it does depends on what the pieces on the board are.
    pub depends_on_more: bool,
    /// From where, at most, it captures by a chain on each square; `None` if never.
    pub capture_sources: Option<Box<[Bitboard<N>]>>,
}

impl<const N: usize> ChainPlan<N> {
    /// The plan of a kind; `None` if all its moves are of one leg.
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
            double_step: crate::units::narrow(&rules.double_step_region[side.index()]),
            depends_on_more: crate::compile::component::depends_on_more(tables),
            capture_sources: capture_sources(tables, &variant.board),
        })
    }

    /// Where moves from a square may end.
    #[inline]
    pub fn keep(&self, from: Square) -> Bitboard<N> {
        self.keep.as_ref().map_or(Bitboard::FULL, |keep| keep[from.index()])
    }

    /// Which conditions hold of a piece of the kind.
    pub fn conditions(&self, position: &Position<N>, from: Square) -> Condition {
        let mut mover = Condition::empty();
        mover.set(Condition::UNMOVED, position.state.unmoved.contains(from));
        mover.set(Condition::ON_START, self.starts.contains(from));
        mover.set(Condition::IN_DOUBLE_STEP_REGION, self.double_step.contains(from));
        mover
    }
}

/// From where, at most, chains capture on each square.
fn capture_sources<const N: usize>(tables: &PieceTables<N>, board: &Board) -> Option<Box<[Bitboard<N>]>> {
    let mut sources = vec![Bitboard::EMPTY; board.area()];
    for chain in &tables.chains {
        for to in board.squares() {
            sources[to.index()] |= *chain.may_capture_from(to);
        }
    }
    sources.iter().any(|m| !m.is_empty()).then(|| sources.into())
}

/// The types of the pieces on the board, for moves that imitate.
pub(crate) struct KindsOf<'a, const N: usize> {
    pub position: &'a Position<N>,
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

/// What the kinds of a side threaten by chains.
pub(crate) struct ChainThreats<const N: usize> {
    pub plans: Arc<[ChainPlan<N>]>,
    pub tables: Arc<[PieceTables<N>]>,
    royal_kinds: Vec<KindId>,
    royalty: Royalty,
}

/// A board as an attack is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct AttackQuery<'a, const N: usize> {
    pub position: &'a Position<N>,
    pub side: Side,
    pub occupied: &'a Bitboard<N>,
    /// Pieces of the side that are not there.
    pub gone: &'a Bitboard<N>,
}

impl<const N: usize> ChainThreats<N> {
    pub fn new(variant: &Variant, plans: Arc<[ChainPlan<N>]>, tables: Arc<[PieceTables<N>]>) -> ChainThreats<N> {
        let royal_kinds = (0..variant.kinds.len()).filter(|&k| variant.kinds[k].royal).map(|k| KindId(k as u8));
        ChainThreats { plans, tables, royal_kinds: royal_kinds.collect(), royalty: variant.royalty.clone() }
    }

    /// The royal pieces of both sides.
    fn royals(&self, position: &Position<N>) -> Bitboard<N> {
        let of = |side| royals_of(position, side, self.royal_kinds.iter().copied(), &self.royalty);
        of(Side::White) | of(Side::Black)
    }

    /// Whether some piece would capture an enemy on this square by a chain.
    #[inline(never)]
    pub fn attack(&self, query: &AttackQuery<'_, N>, to: Square) -> bool {
        self.plans.iter().any(|plan| self.attackers_of(plan, query, to).next().is_some())
    }

    /// The pieces that would capture an enemy on this square by a chain.
    pub fn attackers(&self, query: &AttackQuery<'_, N>, to: Square) -> Bitboard<N> {
        self.plans.iter().flat_map(|plan| self.attackers_of(plan, query, to)).collect()
    }

    /// The squares on which a piece would capture an enemy by a chain.
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

    /// The position as pieces of a kind see it; [`ChainPlan::conditions`] are each piece's own.
    pub fn view<'a>(
        &self,
        plan: &ChainPlan<N>,
        position: &Position<N>,
        side: Side,
        kinds: &'a dyn Kinds<N>,
        en_passant: &'a [EnPassant],
    ) -> View<'a, N> {
        View {
            own: position.side(side),
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
        let own = position.side(side).without(*gone | target);
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
                found |= captures_on(&group, keep, to);
            });
            // A piece with too many ways to go counts as an attacker.
            result.is_err() || found
        })
    }
}

/// Whether some move of a group takes what stands on a square off the board.
fn captures_on<const N: usize>(group: &MoveGroup<'_, N>, keep: Bitboard<N>, square: Square) -> bool {
    let ends = group.to & keep;
    let lands = ends.contains(square) && group.relocations.iter().all(|r| r.0 != square);
    lands || (group.captures.contains(&square) && (group.vanishes || !ends.is_empty()))
}

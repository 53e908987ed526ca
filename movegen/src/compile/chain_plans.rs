//! What chains, which are moves of several legs, need besides their tables.

use crate::position::board::Position;
use betza_compile::lower::PieceTables;
use betza_game::KindId;
use betza_game::rules::royalty::Royalty;
use betza_game::variant::Variant;
use betza_ir::Condition;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::Board;
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;
use std::sync::Arc;

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
    /// Its moves depend on more than which squares hold friends and enemies, for example on the kinds of other pieces.
    pub depends_on_more: bool,
    pub capture_sources: CaptureSources<N>,
    /// The kinds that its range captures may take ([`betza_ir::Piece::sweeps`]).
    pub sweeps: Vec<KindId>,
    /// Royal pieces are among them, so that a royal that came to an empty square would be captured there.
    pub sweeps_royals: bool,
}

/// From where a kind could capture by chains.
pub(crate) enum CaptureSources<const N: usize> {
    /// It never does, or its other moves attack the same squares.
    Nowhere,
    /// By target square, all squares from which it could capture there in some position.
    Listed(Box<[Bitboard<N>]>),
    /// On large boards: what the bounds of its chains say.
    Bounds,
}

impl<const N: usize> ChainPlan<N> {
    /// Returns the plan of a kind; `None` if it has no chains, no turn pass and immobilizes nothing. `keep` is where
    /// its moves may end, by origin; `mover` is the index of its mover.
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
            sweeps: rules.sweeps(side).collect(),
            sweeps_royals: rules.sweeps(side).any(|kind| variant.may_be_royal(kind)),
        })
    }

    /// Returns all squares from which it could capture on `to` by a chain in some position. `tables` are its own.
    #[inline]
    pub fn capture_sources(&self, tables: &PieceTables<N>, to: Square) -> Bitboard<N> {
        match &self.capture_sources {
            CaptureSources::Nowhere => Bitboard::EMPTY,
            CaptureSources::Listed(sources) => sources[to.index()],
            CaptureSources::Bounds => {
                tables.chains.iter().fold(Bitboard::EMPTY, |all, chain| all | chain.may_capture_from(to))
            }
        }
    }

    /// Returns the squares where moves from `from` may end.
    #[inline]
    pub fn keep(&self, from: Square) -> Bitboard<N> {
        self.keep.as_ref().map_or(Bitboard::FULL, |keep| keep[from.index()])
    }

    /// Returns the conditions that hold for a piece of the kind on `from`.
    pub fn conditions(&self, position: &Position<N>, from: Square) -> Condition {
        let mut mover = Condition::empty();
        mover.set(Condition::UNMOVED, position.state.unmoved.contains(from));
        mover.set(Condition::ON_START, self.starts.contains(from));
        mover.set(Condition::IN_DOUBLE_STEP_REGION, self.double_step.contains(from));
        mover
    }
}

/// Returns from where chains could capture.
fn capture_sources<const N: usize>(tables: &PieceTables<N>, board: &Board) -> CaptureSources<N> {
    if is_large(N) {
        return CaptureSources::Bounds;
    }
    let mut sources = vec![Bitboard::EMPTY; board.area()];
    for chain in &tables.chains {
        for to in board.squares() {
            sources[to.index()] |= chain.may_capture_from(to);
        }
    }
    let captures = sources.iter().any(|m| !m.is_empty());
    if captures { CaptureSources::Listed(sources.into()) } else { CaptureSources::Nowhere }
}

/// The captures of a side by chains.
pub(crate) struct ChainThreats<const N: usize> {
    pub plans: Arc<[ChainPlan<N>]>,
    /// The moves of each kind of the side.
    pub tables: Arc<[PieceTables<N>]>,
    pub royal_kinds: Vec<KindId>,
    pub royalty: Royalty,
}

impl<const N: usize> ChainThreats<N> {
    #[inline(never)]
    pub fn new(variant: &Variant, plans: Arc<[ChainPlan<N>]>, tables: Arc<[PieceTables<N>]>) -> ChainThreats<N> {
        let royal_kinds = (0..variant.kinds.len()).filter(|&k| variant.kinds[k].royal).map(KindId::from_index);
        ChainThreats { plans, tables, royal_kinds: royal_kinds.collect(), royalty: variant.royalty.clone() }
    }
}

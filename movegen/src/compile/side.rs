//! The moves and threats of one side, compiled.

use crate::compile::chain_plans::ChainPlan;
use crate::compile::component::components;
use crate::compile::confine::confine;
use crate::compile::error::CompileError;
use crate::compile::mover::Mover;
use crate::compile::program::Program;
use crate::compile::tables::Tables;
use crate::compile::threats::Threats;
use crate::position::cell::Cell;
use crate::rules::promotion::plan::PromotionPlan;
use betza_compile::lower::{LowersPieces, PieceTables};
use betza_game::rules::royalty::SeveralRoyals;
use betza_game::variant::Variant;
use betza_game::{KindId, narrow};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;
use betza_notation::{Dialect, read};
use std::sync::Arc;

/// The moves and threats of one side.
pub(crate) struct SidePlan<const N: usize> {
    /// The kinds that are not royal.
    pub movers: Vec<Mover<N>>,
    /// The royal kinds.
    pub royals: Vec<Mover<N>>,
    /// The cells of the first two royal kinds; [`Cell::EMPTY`] where there are fewer.
    pub royal_cells: [Cell; 2],
    /// Whether finding the royals takes more than looking up these two kinds.
    pub picks_royals: bool,
    /// The captures by which facing generals threaten each other. No moves are generated from them.
    pub flying_generals: Vec<Mover<N>>,
    /// The moves of `movers`, for nodes in which no move needs a test.
    pub program: Program<N>,
    /// The moves of `royals`.
    pub royal_program: Program<N>,
    /// The index of each kind in `movers`; `None` if it is royal.
    pub mover_of: Vec<Option<usize>>,
    /// The captures, by the square that they attack.
    pub threats: Threats<N>,
    /// The lowered moves of each kind.
    pub tables: Arc<[PieceTables<N>]>,
}

/// Compiles the moves of one side. `starts` has the squares where each kind of each side starts, as in
/// `Game::starts`.
#[inline(never)]
pub(crate) fn side_plan<const N: usize>(
    variant: &Variant,
    side: Side,
    lowering: &mut impl LowersPieces<N>,
    tables: &mut Tables<'_, N>,
    starts: &[Bitboard<N>],
) -> Result<SidePlan<N>, CompileError> {
    let mut movers = Vec::new();
    let mut royals = Vec::new();
    let mut chains = Vec::new();
    let mut lowered_kinds = Vec::new();
    let starts_of = |kind: KindId| starts[side.index() * variant.kinds.len() + kind.index()];
    let at_start = |kind: KindId| starts_of(kind).count();
    for (i, kind) in variant.kinds.iter().enumerate() {
        let id = KindId::from_index(i);
        let quiet = variant.never_captures(id).then(|| kind.moves[side.index()].without_captures());
        let piece = quiet.as_ref().unwrap_or(&kind.moves[side.index()]);
        let mut lowered: PieceTables<N> =
            lowering.piece(piece, side).map_err(|error| CompileError::Piece { name: kind.name.clone(), error })?;
        let keep = confine(variant, side, kind, lowering, &mut lowered)?;
        if !kind.barriers.is_empty() && !lowered.chains.is_empty() {
            let what = format!("the piece {} moves by chains to which other pieces are walls", kind.name);
            return Err(CompileError::Unsupported(what));
        }
        let starts_here = starts_of(id);
        let components =
            components(&lowered.parts, starts_here, narrow(&kind.double_step_region[side.index()]), tables);
        let promotion = PromotionPlan::new(variant, side, id, &lowered, at_start);
        let mover = Mover::new(variant, id, components, promotion);
        let list = if kind.royal { &mut royals } else { &mut movers };
        chains.extend(ChainPlan::new(variant, side, id, &lowered, &keep, starts_here, list.len()));
        list.push(mover);
        lowered_kinds.push(lowered);
    }
    let flying_generals = flying_generals(variant, side, lowering, tables)?;
    let tables: Arc<[PieceTables<N>]> = lowered_kinds.into();
    let all = movers.iter().chain(&royals).chain(&flying_generals);
    let start_of = |kind: KindId| starts[side.index() * variant.kinds.len() + kind.index()];
    let steps = Program::of_threats(variant, side, all.clone().filter(|mover| mover.barriers.is_empty()), start_of);
    let threats = Threats::new(variant, side, all, chains, steps, &tables);
    let index = |kind: usize| movers.iter().position(|m| m.kind.index() == kind);
    Ok(SidePlan {
        program: Program::new(variant, side, &movers, start_of),
        // There are no shifts: each royal is looked up alone, because its destinations must be tested for safety.
        royal_program: Program::new(variant, side, &royals, |_| Bitboard::EMPTY),
        mover_of: (0..variant.kinds.len()).map(index).collect(),
        movers,
        royal_cells: [0, 1].map(|i| royals.get(i).map_or(Cell::EMPTY, |m: &Mover<N>| Cell::new(side, m.kind))),
        picks_royals: royals.len() > 2
            || !variant.royalty.pseudo.is_empty()
            || variant.royalty.several == SeveralRoyals::First,
        royals,
        flying_generals,
        threats,
        tables,
    })
}

/// Generals that may not face each other threaten each other along open lines. No moves are generated for this,
/// because no legal move leaves them face to face.
#[inline(never)]
fn flying_generals<const N: usize>(
    variant: &Variant,
    side: Side,
    lowering: &mut impl LowersPieces<N>,
    tables: &mut Tables<'_, N>,
) -> Result<Vec<Mover<N>>, CompileError> {
    let Ok(line) = read("cR", Dialect::Betza) else { return Ok(Vec::new()) };
    let mover = |&kind: &KindId| {
        let error = |error| CompileError::Piece { name: variant.kinds[kind.index()].name.clone(), error };
        let lowered = lowering.piece(&line.piece, side).map_err(error)?;
        let components = components(&lowered.parts, Bitboard::EMPTY, Bitboard::EMPTY, tables);
        Ok(Mover::new(variant, kind, components, None))
    };
    variant.flying_generals.iter().map(mover).collect()
}

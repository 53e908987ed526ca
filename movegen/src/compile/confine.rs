//! Moves confined to regions or to other cells of a grid, and moves that exist only inside a region.

use crate::compile::error::CompileError;
use betza_compile::lower::{LowersPieces, PieceTables};
use betza_game::narrow;
use betza_game::variant::{Kind, Variant};
use betza_ir::Condition;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// Restricts a kind's tables to the squares where its moves may start and end, and adds the moves that exist only
/// inside a region. Returns where moves from each square may end: chains have no such tables, and need it.
#[inline(never)]
pub(crate) fn confine<const N: usize>(
    variant: &Variant,
    side: Side,
    kind: &Kind,
    lowering: &mut impl LowersPieces<N>,
    lowered: &mut PieceTables<N>,
) -> Result<Vec<Bitboard<N>>, CompileError> {
    let board = &variant.board;
    let area = board.area();
    // By origin.
    let mut keep = vec![Bitboard::FULL; area];
    if let Some(region) = &kind.region[side.index()] {
        keep.fill(narrow(region));
    }
    if let Some(cells) = &variant.grid {
        for from in board.squares() {
            keep[from.index()] &= board.squares().filter(|to| cells[to.index()] != cells[from.index()]).collect();
        }
    }
    if keep.iter().any(|k| *k != Bitboard::FULL) {
        for table in &mut lowered.parts {
            table.reach = table.reach.narrowed(board, &keep);
        }
    }
    for inside in &kind.inside {
        let region: Bitboard<N> = narrow(&inside.region[side.index()]);
        let more = lowering
            .piece(&inside.moves[side.index()], side)
            .map_err(|error| CompileError::Piece { name: kind.name.clone(), error })?;
        if !more.chains.is_empty() || !more.passes.is_empty() || more.immobilizes.is_some() {
            let what = format!("the piece {} moves inside a region by chains or passes", kind.name);
            return Err(CompileError::Unsupported(what));
        }
        let mut bound = vec![Bitboard::EMPTY; area];
        for from in region & board.squares().collect() {
            bound[from.index()] = if inside.leaves { keep[from.index()] } else { keep[from.index()] & region };
        }
        lowered.parts.extend(more.parts.into_iter().map(|mut table| {
            table.reach = table.reach.narrowed(board, &bound);
            if inside.leaves {
                table.condition.remove(Condition::IN_DOUBLE_STEP_REGION);
            }
            table
        }));
    }
    Ok(keep)
}

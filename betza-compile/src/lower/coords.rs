//! Squares by file and rank, on the board or off it.

use betza_ir::Wrap;
use betza_ir::geometry::{Board, Vector};

/// File and rank; may lie off the board where a leg crosses the edge.
pub(super) type At = (i16, i16);

/// Returns where a step leads; off the board if no edge is joined there.
#[inline]
pub(super) fn advance(board: &Board, wrap: Wrap, at: At, step: Vector) -> At {
    let (mut file, mut rank) = (at.0.saturating_add(step.dx), at.1.saturating_add(step.dy));
    if wrap != Wrap::None {
        file = file.rem_euclid(board.files() as i16);
    }
    if wrap == Wrap::Torus {
        rank = rank.rem_euclid(board.ranks() as i16);
    }
    (file, rank)
}

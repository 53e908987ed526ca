//! How far a piece reaches on average, from which engines estimate its value.

use crate::lower::reach::{Path, Reach};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::sorted;

/// Average numbers of squares that a piece reaches. What stands on the square where a move ends does not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mobility {
    /// To which it goes without capturing.
    pub quiets: f64,
    /// Which it attacks.
    pub attacks: f64,
}

/// Returns how many squares are reached from here on average, if each square is empty with this probability. Of several
/// paths to a square each counts as if it were open by itself.
pub(super) fn mean_ends<const N: usize>(reaches: &[Reach<N>], from: Square, empty: f64) -> f64 {
    let mut paths: Vec<(Square, Path<N>)> = reaches.iter().flat_map(|reach| reach.paths_from(from)).collect();
    sorted::sort_by_key(&mut paths, |(to, _)| *to);
    let to_one = |paths: &[(Square, Path<N>)]| {
        1.0 - paths.iter().map(|(_, path)| 1.0 - probability(path, empty)).product::<f64>()
    };
    paths.chunk_by(|(a, _), (b, _)| a == b).map(to_one).sum()
}

/// Returns the probability that a path is open.
fn probability<const N: usize>(path: &Path<N>, empty: f64) -> f64 {
    let count = |set: &Bitboard<N>| set.count() as i32;
    let one_of = match count(&path.one_of) {
        0 => 1.0,
        n => f64::from(n) * (1.0 - empty) * empty.powi(n - 1),
    };
    empty.powi(count(&path.empty)) * (1.0 - empty).powi(count(&path.occupied)) * one_of
}

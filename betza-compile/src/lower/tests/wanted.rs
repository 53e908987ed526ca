//! Who asks for the capture of one enemy gets the same answer as who asks for all moves.

use crate::lower::{ChainMoves, ChainScratch, PieceTables, View};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// Checks this for each enemy; `captures` are all captures from the square.
pub fn check<const N: usize>(tables: &PieceTables<N>, view: &View<'_, N>, from: Square, captures: Bitboard<N>) {
    let (mut scratch, mut found) = (ChainScratch::new(), ChainMoves::new());
    for enemy in view.enemy {
        let asking = View { wanted: Some(enemy), ..*view };
        let answer = tables.captures(&asking, from, &mut scratch, &mut found).expect("it has fewer paths");
        assert_eq!(answer.contains(enemy), captures.contains(enemy), "from {from:?}: {enemy:?}");
        assert!(answer.is_subset(&captures), "from {from:?}: more is captured if {enemy:?} is asked for");
    }
}

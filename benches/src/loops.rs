//! The loops of an engine's search, as benches: every leaf made and unmade, and lists of moves generated and not played.
//!
//! Both need one list for each ply, and leave the position as it was.

use movegen::MoveList;
use movegen::game::Game;
use movegen::position::Position;

/// Leaves at the depth that is the number of `lists`. Every move down to the leaves is made, with its hash, and unmade.
pub fn made<const N: usize>(game: &Game<N>, position: &mut Position<N>, lists: &mut [MoveList]) -> u64 {
    let Some((list, lists)) = lists.split_first_mut() else { return 1 };
    list.clear();
    game.generate(position, list);
    let mut leaves = 0;
    for &m in &list.moves {
        let undo = game.make(position, m, &list.effects);
        leaves += made(game, position, lists);
        game.unmake(position, m, &undo);
    }
    leaves
}

/// The same leaves as [`made`], told by the lengths of the lists one ply above them: their own moves are not made.
pub fn listed<const N: usize>(game: &Game<N>, position: &mut Position<N>, lists: &mut [MoveList]) -> u64 {
    let Some((list, lists)) = lists.split_first_mut() else { return 1 };
    list.clear();
    game.generate(position, list);
    if lists.is_empty() {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &m in &list.moves {
        let undo = game.make(position, m, &list.effects);
        leaves += listed(game, position, lists);
        game.unmake(position, m, &undo);
    }
    leaves
}

//! First moves: of a piece that has not moved, as notations have them, and from squares of a region, as Fairy-Stockfish
//! has them. The two say the same of a piece that goes from these squares and never comes to one of them.

use crate::game::placed;
use betza_game::variant::{Kind, Region, Variant};
use betza_ir::{Condition, Part, Piece, Steps};

/// Makes first moves those from the squares where pieces of the kind start, and tells where that is not the same.
pub(super) fn bound_to_squares(game: &mut Variant) -> Vec<String> {
    let mut told = Vec::new();
    let starts = starts(game);
    for (kind, starts) in game.kinds.iter_mut().zip(starts).filter(|_| !game.unmoved_field) {
        if !replace(kind, Condition::UNMOVED, Condition::IN_DOUBLE_STEP_REGION) {
            continue;
        }
        kind.double_step_region = starts;
        if !kind.moves.iter().all(goes_only_forward) {
            let id = &kind.id;
            told.push(format!(
                "{id}: its first moves are had again where one of its kind starts, also by a piece that has moved"
            ));
        }
    }
    told
}

/// Makes first moves those of pieces that have not moved, and tells where that is not the same.
pub(super) fn bound_to_pieces(game: &mut Variant) -> Vec<String> {
    let mut told = Vec::new();
    let starts = starts(game);
    let comes_from_hand = game.hands.is_some();
    for (kind, starts) in game.kinds.iter_mut().zip(starts) {
        if !replace(kind, Condition::IN_DOUBLE_STEP_REGION, Condition::UNMOVED) {
            continue;
        }
        let region = std::mem::replace(&mut kind.double_step_region, [Region::EMPTY; 2]);
        let is_same = region == starts && !comes_from_hand && kind.moves.iter().all(goes_only_forward);
        if !is_same {
            let id = &kind.id;
            told.push(format!(
                "{id}: its first moves are those of a piece that has not moved, and not of each one on certain squares"
            ));
        }
    }
    told
}

/// Puts one condition in the place of another one; `false` if no move has it.
fn replace(kind: &mut Kind, old: Condition, new: Condition) -> bool {
    let moves = kind.moves.iter_mut().flat_map(|piece| &mut piece.moves);
    let mut found = false;
    for m in moves.filter(|m| m.condition.contains(old)) {
        m.condition.remove(old);
        m.condition.insert(new);
        found = true;
    }
    found
}

/// Where pieces of each kind start.
fn starts(game: &Variant) -> Vec<[Region; 2]> {
    let mut starts = vec![[Region::EMPTY; 2]; game.kinds.len()];
    let Some(placement) = placed(game) else { return starts };
    for (square, man) in game.board.squares().filter_map(|square| Some((square, placement.at(square)?))) {
        starts[man.kind.index()][man.side.index()].insert(square);
    }
    starts
}

/// Whether each step of each move leads forward, so that the piece never comes back to where it was.
pub(super) fn goes_only_forward(piece: &Piece) -> bool {
    let leads_forward = |steps: &Steps| match steps {
        Steps::Turns(turns) => turns.iter().flat_map(|turn| &turn.courses).all(|c| c.0.iter().all(|v| v.dy > 0)),
        Steps::Anywhere => false,
    };
    let links = piece.moves.iter().flat_map(|m| &m.chain.links);
    // What is more than a leap or a ride may lead anywhere.
    links.map(|link| &link.part).all(|part| matches!(part, Part::Leg(leg) if leads_forward(&leg.steps)))
}

//! Makruk's counts as pyffish tells them. Fairy-Stockfish counts by itself from where the conditions are met; on a
//! server a player says when the count against board's honour begins, which the argument `count_started` of pyffish
//! tells.

use betza::movegen::variant::CountingLaw;
use betza::{Counted, Position, Side};

/// The limit of a count against board's honour in Cambodia, in plies.
const CAMBODIAN_BOARD: i64 = 126;

/// How far moves are counted if the count against board's honour began before a ply of the game: 0 is where
/// Fairy-Stockfish begins it, a negative one never.
pub(super) fn counted(position: &Position, count_started: i32) -> Option<Counted> {
    let counted = position.counted()?;
    let (limit, plies) = (i64::from(counted.limit), i64::from(counted.plies));
    let board_plies = match count_started {
        0 => plies,
        ..0 => 0,
        started => (1 + game_ply(position) - i64::from(started)).max(0),
    };
    let rule = position.game().any().variant().results.counting.as_ref()?;
    let is_shorter = rule.law == CountingLaw::Cambodian && CAMBODIAN_BOARD - board_plies < limit - plies;
    let men: Vec<_> = position.game().squares().filter_map(|s| position.piece_at(s)).collect();
    let has_pawns = men.iter().any(|&(_, kind)| Some(kind) == rule.pawn);
    let is_bare = |side| men.iter().filter(|&&(s, _)| s == side).count() <= 1;
    let is_by_pieces = !has_pawns && Side::BOTH.into_iter().any(is_bare) && !is_shorter;
    let narrow = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
    Some(Counted {
        limit: narrow(if is_shorter { CAMBODIAN_BOARD } else { limit }),
        plies: narrow(if is_by_pieces { plies } else { board_plies }),
    })
}

/// Whether a count has run out, and the side to move is not mated.
pub(super) fn has_run_out(position: &Position, count_started: i32) -> bool {
    let is_over = counted(position, count_started).is_some_and(|counted| counted.plies > counted.limit);
    is_over && (!position.is_check() || position.has_legal_move())
}

/// The plies since the game began.
fn game_ply(position: &Position) -> i64 {
    let number = i64::from(position.setup().move_number);
    (2 * (number - 1)).max(0) + i64::from(position.turn() == Side::Black)
}

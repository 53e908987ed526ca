//! Rules that notations in `xbetza` say: castling (`O`) and drops (`@`).

use crate::game::placed;
use betza_game::variant::{CastlingRule, Kind, Region, Variant};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Castling, Condition, Drop};

/// Puts castling and the limits of drops into the moves of the pieces, as far as notations can say them.
pub(super) fn note(game: &mut Variant) {
    note_castling(game);
    let held = game.hands.is_some();
    let board = game.board.clone();
    for kind in game.kinds.iter_mut().filter(|_| held) {
        for side in Side::BOTH {
            let drop = noted_drop(kind, side, &board);
            kind.moves[side.index()].drops = drop.into_iter().collect();
        }
    }
}

fn note_castling(game: &mut Variant) {
    let Some(rule) = &game.castling else { return };
    if !starts_once(game, rule) {
        return;
    }
    let [Some(white), Some(black)] = Side::BOTH.map(|side| wings(rule, side, game.board.files() as u8 - 1)) else {
        return;
    };
    let mut castlings: Vec<Vec<Castling>> = Vec::new();
    for (side, ([to_last, to_first], insets)) in Side::BOTH.into_iter().zip([white, black]) {
        let castling = |(&steps, inset, to_last): (&u8, u8, bool)| {
            // White has the last file on its right.
            let right = to_last == (side == Side::White);
            Castling { steps, left: !right, right, inset, condition: Condition::UNMOVED }
        };
        castlings.push(if (&to_last, insets[0]) == (&to_first, insets[1]) {
            let both = |steps| Castling { left: true, right: true, ..castling((steps, insets[0], true)) };
            to_last.iter().map(both).collect()
        } else {
            let last = to_last.iter().map(|steps| (steps, insets[0], true));
            last.chain(to_first.iter().map(|steps| (steps, insets[1], false))).map(castling).collect()
        });
    }
    let kings = rule.king;
    for (side, castlings) in Side::BOTH.into_iter().zip(castlings) {
        game.kinds[kings[side.index()].index()].moves[side.index()].castlings = castlings;
    }
}

/// The steps that a side's king goes towards the last file and towards the first, and how far from the edge its
/// partners stand; `None` if castlings cannot say them.
fn wings(rule: &CastlingRule, side: Side, last: u8) -> Option<([Vec<u8>; 2], [u8; 2])> {
    if rule.further.is_some() {
        return None;
    }
    let side = side.index();
    let king = rule.king_file?[side];
    let [partner_last, partner_first] = rule.partner_file[side];
    let insets = [last - partner_last, partner_first];
    // The squares to which the king may go are as many steps away as castlings say.
    let steps = |wing: usize, away: &dyn Fn(u8) -> Option<u8>| -> Option<Vec<u8>> {
        rule.landings(Side::BOTH[side], wing).into_iter().map(|file| away(file).filter(|&steps| steps > 0)).collect()
    };
    let (to_last, to_first) = (steps(0, &|file| file.checked_sub(king))?, steps(1, &|file| king.checked_sub(file))?);
    insets.iter().all(|&inset| inset <= 1).then_some(([to_last, to_first], insets))
}

/// Whether each side starts with one piece that castles as king, in its place.
fn starts_once(game: &Variant, rule: &CastlingRule) -> bool {
    let Some(start) = placed(game) else { return false };
    Side::BOTH.into_iter().all(|side| {
        let is_king = |s: &Square| start.at(*s).is_some_and(|m| m.side == side && m.kind == rule.king[side.index()]);
        let kings: Vec<Square> = game.board.squares().filter(is_king).collect();
        let place = (rule.king_file.map(|files| i32::from(files[side.index()])), i32::from(rule.rank[side.index()]));
        matches!(kings[..], [king] if (Some(game.board.file(king)), game.board.rank(king)) == place)
    })
}

/// The limits of a kind's drops, if there are any and they are of ranks and of one file.
fn noted_drop(kind: &Kind, side: Side, board: &Board) -> Option<Drop> {
    let region = &kind.drop.region[side.index()];
    let depth = |rank: i32| if side == Side::White { rank } else { board.ranks() as i32 - 1 - rank };
    let deepest = board.squares().filter(|s| region.contains(*s)).map(|s| depth(board.rank(s)) + 1).max()?;
    let spares_back_rank = !board.squares().any(|s| depth(board.rank(s)) == 0 && region.contains(s));
    let mut same = Region::EMPTY;
    let is_in = |rank: i32| (i32::from(spares_back_rank)..deepest).contains(&depth(rank));
    board.squares().filter(|s| is_in(board.rank(*s))).for_each(|s| same.insert(s));
    let ranks = (deepest < board.ranks() as i32).then_some(deepest as u8);
    let is_limited = ranks.is_some() || spares_back_rank || kind.drop.per_file.is_some();
    let drop = Drop { ranks, spares_back_rank, file_limit: kind.drop.per_file, colour_limit: None, board_limit: None };
    (same == *region && is_limited).then_some(drop)
}

//! Draughts: squares as numbers, `32-28`, `26x37`.
//!
//! The numbers are those of positions in PDN ([`fen::numbered_squares`]). A capture that shares its first and last
//! square with another has the squares between its legs, too: `46x32x5`. Source: PDN 3.0, section 5
//! (wiegerw.github.io/pdn/moves.html).

use super::lenient::one_of;
use super::{Known, ReadError};
use crate::position::effects::Effect;
use betza_game::fen;
use betza_ir::geometry::Square;
use std::fmt::Write;

/// Returns the texts of all moves; in UCI where squares have no numbers.
pub(super) fn texts(known: &Known<'_>) -> Vec<String> {
    let squares = fen::numbered_squares(known.game.variant());
    (0..known.list.len()).map(|i| text(known, &squares, i).unwrap_or_else(|| known.uci()[i].clone())).collect()
}

/// Returns the text of one move; `None` if one of its squares has no number.
fn text(known: &Known<'_>, squares: &[Square], index: usize) -> Option<String> {
    let m = known.list[index];
    let shares_ends = |&i: &usize| known.list[i].from() == m.from() && known.list[i].to() == m.to();
    let is_shared = (0..known.list.len()).filter(shares_ends).count() > 1;
    let path = path(known, index);
    let sign = if captures(known, index).is_empty() { '-' } else { 'x' };
    let mut text = String::new();
    for (i, square) in path.iter().enumerate() {
        let number = squares.iter().position(|numbered| numbered == square)? + 1;
        let (is_first, is_last) = (i == 0, i + 1 == path.len());
        if !is_first && (is_shared || is_last) {
            text.push(sign);
        }
        if is_first || is_shared || is_last {
            // Writing to a text does not fail.
            let _ = write!(text, "{number}");
        }
    }
    Some(text)
}

/// Reads a move by the numbers of its squares; `None` if the text is not of that form or squares have no numbers. The
/// sign between them does not matter. Squares between the first and the last, which tell captures apart, are those
/// where the piece turns or may turn.
pub(super) fn read(known: &Known<'_>, text: &str) -> Option<Result<usize, ReadError>> {
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let parts = text.trim_end_matches(['!', '?', '*']).split(['-', 'x', 'X', ':']);
    let named: Vec<usize> = parts.map(number).collect::<Option<_>>()?;
    if named.len() < 2 {
        return None;
    }
    let squares = fen::numbered_squares(known.game.variant());
    if squares.is_empty() {
        return None;
    }
    let Some(way) = named.into_iter().map(|i| squares.get(i).copied()).collect::<Option<Vec<Square>>>() else {
        return Some(Err(ReadError::None));
    };
    let fits = |&i: &usize| {
        let m = known.list[i];
        let between = &way[1..way.len() - 1];
        (m.from(), m.to()) == (way[0], way[way.len() - 1])
            && (between.is_empty() || visits(&path(known, i), between) || goes_by(known, i, &way))
    };
    one_of((0..known.list.len()).filter(fits).collect()).or(Some(Err(ReadError::None)))
}

/// Returns the squares where the legs of a move begin and end.
fn path(known: &Known<'_>, index: usize) -> Vec<Square> {
    let m = known.list[index];
    let effects = known.list.effects.of(m);
    let stations = effects.iter().filter_map(|e| if let Effect::Via(square) = e { Some(*square) } else { None });
    let mut squares: Vec<Square> = [m.from()].into_iter().chain(stations).collect();
    squares.extend((squares.len() == 1 || squares.last() != Some(&m.to())).then(|| m.to()));
    squares
}

/// Returns the squares whose pieces a move captures on its way.
fn captures(known: &Known<'_>, index: usize) -> Vec<Square> {
    known.list.effects.of(known.list[index]).iter().filter_map(|effect| effect.captured()).collect()
}

/// Returns whether a path goes over these squares, in this order.
fn visits(path: &[Square], between: &[Square]) -> bool {
    let mut rest = path.iter();
    between.iter().all(|square| rest.any(|visited| visited == square))
}

/// Returns whether a capture may go by these squares: each part of the way is a line, and passes captured pieces, all
/// of them once.
fn goes_by(known: &Known<'_>, index: usize, way: &[Square]) -> bool {
    let board = &known.game.variant().board;
    let captured = captures(known, index);
    let mut passed = Vec::new();
    for leg in way.windows(2) {
        let by = board.vector(leg[0], leg[1]);
        let (dx, dy) = (i32::from(by.dx.signum()), i32::from(by.dy.signum()));
        let steps = i32::from(by.dx.abs().max(by.dy.abs()));
        let is_line = by.dx == 0 || by.dy == 0 || by.dx.abs() == by.dy.abs();
        let on_line = (1..steps).filter_map(|n| board.at(board.file(leg[0]) + n * dx, board.rank(leg[0]) + n * dy));
        let before = passed.len();
        passed.extend(on_line.filter(|square| captured.contains(square)));
        if !is_line || passed.len() == before {
            return false;
        }
    }
    passed.len() == captured.len() && captured.iter().all(|square| passed.contains(square))
}

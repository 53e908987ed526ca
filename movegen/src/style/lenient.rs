//! Reads moves in any style.

use super::algebraic::{self, Origin};
use super::naming::square;
use super::{Known, Style};
use crate::MoveList;
use crate::door::{AnyGame, AnyPosition};
use crate::position::moves::{Move, MoveType};
use betza_game::variant::Flavour;
use betza_ir::geometry::Square;

/// Why a text does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// No legal move has the text.
    None,
    /// It names several moves, by their places in the list.
    Several(Vec<usize>),
}

impl AnyGame {
    /// Returns the place of the legal move that a text names in any style. A text in UCI always names its move;
    /// otherwise the styles are tried in the order of [`Style::ALL`]. Capitals, signs (`x - = : + # ! ?`) and the form
    /// of castling matter only where moves differ by nothing else. `promoted` returns the squares of pieces that have promoted, as in
    /// [`AnyGame::styled_texts`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read_any(
        &self,
        position: &AnyPosition,
        list: &MoveList,
        promoted: &dyn Fn() -> Vec<Square>,
        text: &str,
    ) -> Result<usize, ReadError> {
        let text = text.trim();
        // No text of a move is that long.
        if text.is_empty() || text.len() > 256 {
            return Err(ReadError::None);
        }
        if let Some(i) = self.find_text(position, list, text) {
            return Ok(i);
        }
        let along = along_rank(text);
        let text = along.as_deref().unwrap_or(text);
        let known = Known::of(self, position, list, &[]);
        if let Some(i) =
            find_castling(&known, text).or_else(|| find_san(&known, text)).or_else(|| find_shogi(&known, text))
        {
            return Ok(i);
        }
        let promoted = promoted();
        let known = Known { promoted: &promoted, ..known };
        if let Some(i) = known.uci().iter().position(|t| t == text) {
            return Ok(i);
        }
        if let Some(found) = castlings(list, text) {
            return found;
        }
        let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
        let texts: Vec<Vec<String>> = Style::ALL.into_iter().map(|style| known.texts(style)).collect();
        let exact: [&dyn Fn(&str) -> bool; 2] = [&|t| t == text, &|t| t == unmarked];
        let (small, loose, loosest) = (unmarked.to_lowercase(), squeezed(text), squeezed(text).to_lowercase());
        let loosely: [&dyn Fn(&str) -> bool; 3] =
            [&|t| t.to_lowercase() == small, &|t| squeezed(t) == loose, &|t| squeezed(t).to_lowercase() == loosest];
        let all: Vec<usize> = (0..list.len()).collect();
        let others =
            [Origin::None, Origin::File, Origin::Rank].map(|o| algebraic::texts(&known, Style::San, Some(o), &all));
        for (i, fits) in exact.into_iter().chain(loosely).enumerate() {
            // A text with more or less of the origin than is needed is not an exact one.
            let others = if i < 2 { &[][..] } else { &others[..] };
            for texts in texts.iter().chain(others) {
                let found: Vec<usize> = (0..texts.len()).filter(|&i| fits(&texts[i])).collect();
                match found[..] {
                    [] => {}
                    [i] => return Ok(i),
                    _ => return Err(ReadError::Several(found)),
                }
            }
        }
        taking_partner(self, list, &loosest).ok_or(ReadError::None)
    }
}

/// Returns the place of the only castling move that has a text, `O-O`, marks of check apart; with the wall or the piece
/// that it places, `O-O,d2`, `O-O-O/He1`.
fn find_castling(known: &Known<'_>, text: &str) -> Option<usize> {
    let text = text.trim_end_matches(['+', '#']);
    if !text.starts_with("O-O") {
        return None;
    }
    let places: Vec<usize> =
        (0..known.list.len()).filter(|&i| !known.is_told_by_destination(known.list[i], Style::San)).collect();
    let texts = algebraic::texts(known, Style::San, None, &places);
    let mut found = places.into_iter().zip(&texts).filter(|(_, t)| *t == text).map(|(i, _)| i);
    found.next().filter(|_| found.next().is_none())
}

/// Returns the place of the move that has a text in standard algebraic notation, marks of check apart, if the text names
/// a piece, captures or promotes, or is a square alone: no other style has such a text.
fn find_san(known: &Known<'_>, text: &str) -> Option<usize> {
    let variant = known.game.variant();
    let text = text.trim_end_matches(['+', '#']);
    let move_itself = text.split(['=', '/', ',']).next()?;
    let is_named = text.starts_with(|c: char| c.is_ascii_uppercase()) || text.contains(['x', '=']);
    // Shogi's programs write `+` for a promotion.
    if !(is_named || move_itself.len() <= 3) || variant.flavour == Flavour::Sfen {
        return None;
    }
    let last = move_itself.rfind(|c: char| c.is_ascii_lowercase())?;
    let to = variant.board.parse_square(&move_itself[last..]).ok()?;
    find_ending(known, text, Style::San, &[to])
}

/// Does the same in the styles of shogi, `P-76`, `Bx3d+`, `S'34`: no other style writes a square by a number and a
/// number, or by a number and a letter behind it.
fn find_shogi(known: &Known<'_>, text: &str) -> Option<usize> {
    let (board, us) = (&known.game.variant().board, known.position.turn());
    let move_itself = text.split('=').next()?.trim_end_matches(['+', '-']);
    if !move_itself.starts_with(|c: char| c == '+' || c.is_ascii_uppercase()) {
        return None;
    }
    [Style::ShogiHodgesNumber, Style::ShogiHodges, Style::ShogiHosking].into_iter().find_map(|style| {
        let is_last = |s: &Square| {
            let before = move_itself.strip_suffix(square(board, *s, style, us).as_str());
            before.is_some_and(|b| b.ends_with(|c: char| c.is_ascii_uppercase() || matches!(c, '-' | 'x' | '*' | '\'')))
        };
        let squares: Vec<Square> = board.squares().filter(is_last).collect();
        find_ending(known, text, style, &squares)
    })
}

/// Returns the place of the only move to one of these squares that has a text in a style, if the style writes where it
/// ends. Only moves to these squares are written: where the others end, or that they castle, is in their texts.
fn find_ending(known: &Known<'_>, text: &str, style: Style, squares: &[Square]) -> Option<usize> {
    let places: Vec<usize> = squares.iter().flat_map(|&to| known.ending_on(to)).collect();
    let texts = algebraic::texts(known, style, None, &places);
    let mut found = places.into_iter().zip(&texts).filter(|(_, t)| *t == text).map(|(i, _)| i);
    let (first, second) = (found.next()?, found.next());
    (second.is_none() && known.is_told_by_destination(known.list[first], style)).then_some(first)
}

/// Returns a text of xiangqi that has a dot for a move along a rank, `C2.5`, as [`Style::Xiangqi`] writes it, `C2=5`.
fn along_rank(text: &str) -> Option<String> {
    let (piece, file) = text.split_once('.')?;
    file.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{piece}={file}"))
}

/// Returns a text without the signs that only decorate it.
fn squeezed(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?', ' ']);
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.chars().filter(|c| !matches!(c, 'x' | '-' | '=' | ':' | '(' | ')' | ' ')).collect()
}

/// Reads castling written by its wing, `O-O` or `0-0-0`; returns `None` if the text is not of that form.
fn castlings(list: &MoveList, text: &str) -> Option<Result<usize, ReadError>> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']).replace(['0', 'o'], "O");
    let last = match bare.as_str() {
        "O-O" | "OO" => true,
        "O-O-O" | "OOO" => false,
        _ => return None,
    };
    let is_it = |m: &Move| m.kind == MoveType::Castling && (m.to() > m.from()) == last;
    let found: Vec<usize> = (0..list.len()).filter(|&i| is_it(&list[i])).collect();
    Some(match found[..] {
        [] => Err(ReadError::None),
        [i] => Ok(i),
        _ => Err(ReadError::Several(found)),
    })
}

/// Reads castling written as the king taking its partner, `e1h1`.
fn taking_partner(game: &AnyGame, list: &MoveList, text: &str) -> Option<usize> {
    let board = &game.variant().board;
    let name = |m: Move| board.name(m.from()) + &board.name(m.to());
    (0..list.len()).find(|&i| list[i].kind == MoveType::Castling && name(list[i]) == text)
}
